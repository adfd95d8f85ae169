import { encryptPassword } from '@parley/api'
import { UserId } from '@parley/core'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { cipherOf } from '../../platform/fieldCipher.ts'
import { storedName, storedNameKey } from '../../platform/storedName.ts'
import {
	accountPassword,
	corporatePassword,
	createTestServer,
	hostB,
	loginFields,
	type TestClient,
	type TestServer,
} from '../../testing/testServer.ts'
import { createSqlAccountStore } from '../account/index.ts'

const login = 'POST /auth/login?unauth&noErrorTip'
const send = 'POST /auth/sendSMSCaptcha'
const newPassword = 'fresh-horse-43'
const minute = 60_000
/** An unused number. */
const free = '13900139000'
const monas = '13800138000'
const ottos = '13800138002'
let testServer: TestServer
let client: TestClient

beforeEach(async () => {
	testServer = await createTestServer()
	client = await testServer.visit()
})
afterEach(() => testServer.close())

const iv = new Uint8Array(16).fill(9)
const sealed = (password = newPassword, again = password) => ({
	password: encryptPassword(password, iv),
	password_confirmation: encryptPassword(again, iv),
})

/** Requests a code with a solved slider, from a different address each time. */
async function ask(type: number, mobile: string) {
	const who = await testServer.visit()
	return await who.send(send, { type, mobile, captcha: await testServer.pass(who) })
}

/** Has a code sent and gives the fields that prove the number. */
async function coded(type: number, mobile: string, who = client, mobileCode = '86') {
	const reply = await who.send(send, { type, mobile, mobileCode, captcha: await testServer.pass(who) })
	expect(reply).toMatchObject({ http: 200, code: 0 })
	return { mobile, mobileCode, inputCode: testServer.newestCode() }
}

async function registerToken(mobile = free): Promise<string> {
	const reply = await client.send('POST /auth/register', { ...(await coded(1, mobile)), needToken: 1 })
	expect(reply).toMatchObject({ http: 200, code: 200 })
	return reply.data
}

describe('sending a code', () => {
	test.each([
		[1, free],
		[2, monas],
		[3, monas],
		[4, free],
	])('[SMS-14 to SMS-18] type %i: answered with 0, and there it is', async (type, mobile) => {
		expect(await client.send(send, { type, mobile, captcha: '' })).toMatchObject({ http: 200, code: 0 })
		expect(testServer.inbox.recent()).toMatchObject([{ to: `+86${mobile}`, text: expect.stringContaining('验证码') }])
	})

	test('[SMS-18] beyond China in English', async () => {
		await client.send(send, { type: 1, mobile: '4155552671', mobileCode: '1', captcha: '' })
		expect(testServer.inbox.recent()[0]).toMatchObject({
			to: '+14155552671',
			text: expect.stringMatching(/^\d{6} is your/),
		})
	})

	test('[SMS-14] in the language of its reader, if the page sends it', async () => {
		await client.send(send, { type: 1, mobile: free, captcha: '', language: 'en' })
		expect(testServer.inbox.recent()[0]).toMatchObject({ text: expect.stringMatching(/^\d{6} is your/) })
		await client.send(send, { type: 1, mobile: '4155552671', mobileCode: '1', captcha: '', language: 'zh' })
		expect(testServer.inbox.recent()[0]).toMatchObject({ text: expect.stringContaining('验证码') })
	})

	test.each([2, 3])('[SMS-18] type %i to an unused number: the same answers, and nothing is sent', async type => {
		const there = await client.send(send, { type, mobile: monas, captcha: '' })
		const nowhere = await client.send(send, { type, mobile: free, captcha: '' })
		expect(nowhere).toMatchObject({ http: there.http, text: there.text })
		expect(testServer.inbox.recent()).toHaveLength(1)
		const again = await Promise.all(
			[monas, free].map(async mobile => client.send(send, { type, mobile, captcha: await testServer.pass(client) })),
		)
		expect(again.map(({ http, code }) => [http, code])).toEqual([
			[429, 102],
			[429, 102],
		])
	})

	test('[SMS-19] a second one within a minute: 102 with Retry-After; after it, another', async () => {
		await coded(1, free)
		const reply = await client.send(send, { type: 1, mobile: free, captcha: '' })
		expect(reply).toMatchObject({ http: 429, code: 102 })
		expect(Number(reply.headers['retry-after'])).toBe(60)
		testServer.clock.advance(minute)
		expect((await client.send(send, { type: 1, mobile: free, captcha: '' })).code).toBe(0)
	})

	test('[SMS-21] the eleventh of a day: 1', async () => {
		for (let i = 0; i < 10; i++) {
			await coded(1, free)
			testServer.clock.advance(minute)
		}
		const captcha = await testServer.pass(client)
		expect(await client.send(send, { type: 1, mobile: free, captcha })).toMatchObject({ http: 429, code: 1 })
	})

	test('[OP-029] the third of an address in a day needs the slider, whatever the numbers', async () => {
		const numbers = ['13900139001', '13900139002', '13900139003']
		const replies = []
		for (const mobile of numbers) replies.push(await client.send(send, { type: 1, mobile, captcha: '' }))
		expect(replies.map(({ code }) => code)).toEqual([0, 0, 400])
		expect(testServer.inbox.recent()).toHaveLength(2)
		const asked = { type: 1, mobile: numbers[2], captcha: await testServer.pass(client) }
		expect((await client.send(send, asked)).code).toBe(0)
		expect((await client.send(send, { ...asked, mobile: free })).code).toBe(800)
		expect((await (await testServer.visit()).send(send, { type: 1, mobile: free, captcha: '' })).code).toBe(0)
	})

	test('[SMS-21] the daily number of messages of a site is limited: 103, and every code needs the slider from half of it on', async () => {
		await testServer.set('A', { smsPerDay: 5 })
		const codes = []
		for (let i = 0; i < 5; i++) {
			const visitor = await testServer.visit()
			codes.push((await visitor.send(send, { type: 1, mobile: `1390013900${i}`, captcha: '' })).code)
		}
		expect(codes).toEqual([0, 0, 0, 400, 400])
		expect(await ask(1, '13900139003')).toMatchObject({ http: 200, code: 0 })
		// The last fifth is for people with an account.
		expect(await ask(1, '13900139004')).toMatchObject({ http: 429, code: 103 })
		expect(await ask(2, monas)).toMatchObject({ http: 200, code: 0 })
		expect(await ask(3, ottos)).toMatchObject({ http: 429, code: 103 })
		expect(testServer.inbox.recent()).toHaveLength(5)
		expect(testServer.logged()).toContain('the daily text-message budget is used up')
		const elsewhere = await testServer.visit({ host: hostB })
		expect((await elsewhere.send(send, { type: 1, mobile: free, captcha: '' })).code).toBe(0)
	})

	test('[SMS-18] numbers without an account do not use up the budget of the site', async () => {
		await testServer.set('A', { smsPerDay: 2 })
		for (let i = 0; i < 4; i++) expect((await ask(2, `1390013900${i}`)).code).toBe(0)
		expect(testServer.inbox.recent()).toEqual([])
		expect((await ask(2, monas)).code).toBe(0)
	})

	test('[SMS-22] a country that the site does not serve: 104, and nothing is sent', async () => {
		const german = { type: 1, mobile: '15112345678', mobileCode: '49', captcha: '' }
		expect(await client.send(send, german)).toMatchObject({ http: 422, code: 104 })
		// Jamaica shares its calling code with the United States.
		expect(await client.send(send, { ...german, mobile: '8765551234', mobileCode: '1' })).toMatchObject({ code: 104 })
		expect(testServer.inbox.recent()).toEqual([])
		await testServer.set('A', { smsCountries: 'DE' })
		expect((await client.send(send, german)).code).toBe(0)
		expect((await client.send(send, { type: 1, mobile: free, captcha: '' })).code).toBe(104)
		await testServer.set('A', { smsCountries: 'all' })
		expect((await client.send(send, { ...german, mobile: '8765551234', mobileCode: '1' })).code).toBe(0)
	})

	test.each([
		['870', '773111632'],
		['881', '612345678'],
		['882', '13300655'],
		['979', '123456789'],
		['86', '13490012345'],
	])('[SMS-22] +%s %s is of a satellite or service: 200002, whatever the site serves', async (mobileCode, mobile) => {
		await testServer.set('A', { smsCountries: 'all' })
		const reply = await client.send(send, { type: 1, mobile, mobileCode, captcha: '' })
		expect(reply).toMatchObject({ http: 422, code: 200002 })
		expect(testServer.inbox.recent()).toEqual([])
	})

	test.each(['123', '1380013800', 'abc', '', '+', '138001380001'])(
		'[SMS-22] %j is no mobile number: 200002',
		async mobile => {
			expect(await client.send(send, { type: 1, mobile, captcha: '' })).toMatchObject({ http: 422, code: 200002 })
			expect(testServer.inbox.recent()).toEqual([])
		},
	)

	test.each([0, 5, -1, 1.5, 'x'])('[SMS-14] type %j is none: 422', async type => {
		expect(await client.send(send, { type, mobile: free, captcha: '' })).toMatchObject({ http: 422, code: 422 })
	})

	test('[SMS-20] if the sender fails: -1', async () => {
		testServer.inbox.send = async () => {
			throw new Error('no line')
		}
		expect(await client.send(send, { type: 1, mobile: free, captcha: '' })).toMatchObject({ http: 503, code: -1 })
	})

	test('[OP-029] if the challenge is required it must be solved', async () => {
		await testServer.set('A', { challengeOpen: true })
		expect((await client.send(send, { type: 1, mobile: free, captcha: '' })).code).toBe(400)
		const captcha = await testServer.pass(client)
		expect((await client.send(send, { type: 1, mobile: free, captcha })).code).toBe(0)
	})

	test('[REG-17] none for registering on a site without registration', async () => {
		await testServer.set('A', { type: 1 })
		expect(await client.send(send, { type: 1, mobile: free, captcha: '' })).toMatchObject({ http: 403 })
		expect((await client.send(send, { type: 2, mobile: monas, captcha: '' })).code).toBe(0)
	})
})

describe('asking about a number', () => {
	const isRegistered = 'POST /auth/mobileIsRegister'

	test('[SMS-26, SMS-27, OP-031] 0 for both, and which of them', async () => {
		for (const route of [isRegistered, 'POST /auth/validateMobile']) {
			const known = await client.send(route, { mobile: monas, mobileCode: '86' })
			expect(known).toMatchObject({ http: 200, code: 0, data: { registered: 1 } })
			const unknown = await client.send(route, { mobile: free })
			expect(unknown).toMatchObject({ http: 200, code: 0, data: { registered: 0 } })
			// The same digits in another country are another number.
			expect((await client.send(route, { mobile: '51234567', mobileCode: '852' })).data.registered).toBe(0)
		}
	})

	test('[SMS-08] with the area code in front, or without one, it is the same number', async () => {
		for (const mobile of [monas, `86${monas}`, `+86${monas}`, '138 0013 8000'])
			expect((await client.send(isRegistered, { mobile })).data).toEqual({ registered: 1 })
	})

	test('[SMS-28] no mobile number: 200003', async () => {
		expect(await client.send(isRegistered, { mobile: '12' })).toMatchObject({ http: 422, code: 200003 })
	})

	test('[SMS-29] an unused number, when a password was forgotten: 100008', async () => {
		expect(await client.send(isRegistered, { mobile: free, type: 3 })).toMatchObject({ http: 404, code: 100008 })
		expect((await client.send(isRegistered, { mobile: monas, type: 3 })).code).toBe(0)
	})

	test('[SMS-30] of a person without a company: 100007', async () => {
		expect(await client.send(isRegistered, { mobile: '13800138004' })).toMatchObject({ http: 403, code: 100007 })
	})

	test('[SMS-26] of another site: unknown here', async () => {
		const zoe = v.parse(UserId, 'u-zoe')
		await createSqlAccountStore(testServer.database.db).saveMobile(zoe, { areaCode: '86', mobile: '13800138099' })
		expect((await client.send(isRegistered, { mobile: '13800138099' })).data.registered).toBe(0)
		const there = await testServer.visit({ host: hostB })
		expect((await there.send(isRegistered, { mobile: '13800138099' })).data.registered).toBe(1)
	})
})

describe('signing in by code', () => {
	const loginBySms = 'POST /auth/loginBySMSCaptcha'

	test('[SMS-01, SMS-02] number and code give a session', async () => {
		const reply = await client.send(loginBySms, { ...(await coded(2, monas)), auto_login: 1 })
		expect(reply).toMatchObject({ http: 200, code: 200 })
		const me = await client.send('GET /auth/me', {}, { bearer: reply.data.access_token })
		expect(me.data).toMatchObject({ name: 'mona', mobile: monas, mobileCode: '86' })
		testServer.clock.advance(6 * 86_400_000)
		await client.reload()
		expect((await client.send('GET /auth/me', {}, { bearer: reply.data.access_token })).code).toBe(200)
	})

	test('[SMS-23] a wrong code: 200005; the right one twice, or after five minutes: 200000', async () => {
		const fields = await coded(2, monas)
		const wrong = { ...fields, inputCode: String((Number(fields.inputCode) + 1) % 1_000_000).padStart(6, '0') }
		expect(await client.send(loginBySms, wrong)).toMatchObject({ http: 401, code: 200005 })
		expect((await client.send(loginBySms, fields)).code).toBe(200)
		expect(await client.send(loginBySms, fields)).toMatchObject({ http: 401, code: 200000 })
		testServer.clock.advance(minute)
		const late = await coded(2, monas)
		testServer.clock.advance(5 * minute)
		expect((await client.send(loginBySms, late)).code).toBe(200000)
	})

	test('[SMS-23] a code for something else is a wrong one', async () => {
		expect((await client.send(loginBySms, await coded(4, monas))).code).toBe(200005)
	})

	test('[SMS-23] a guess is answered the same way whether or not the number is used', async () => {
		const replies = []
		for (const mobile of [monas, free]) {
			await client.send(send, { type: 2, mobile, captcha: '' })
			for (let i = 0; i < 6; i++) replies.push(await client.send(loginBySms, { mobile, inputCode: 'x' }))
		}
		const texts = replies.map(({ http, text }) => `${http} ${text}`)
		expect(texts.slice(6)).toEqual(texts.slice(0, 6))
		expect(replies.map(reply => reply.code).slice(4, 6)).toEqual([200005, 200000])
	})

	test('[SMS-24] no mobile number: 200003', async () => {
		expect((await client.send(loginBySms, { mobile: '12', inputCode: '123456' })).code).toBe(200003)
	})

	test('[SMS-25] in no company: 100007, and no session', async () => {
		const reply = await client.send(loginBySms, await coded(2, '13800138004'))
		expect(reply).toMatchObject({ http: 403, code: 100007, data: undefined })
	})

	test('[LOGIN-23] a person with an incomplete profile gets a session to complete it with', async () => {
		const { data } = await client.send(loginBySms, await coded(2, '13800138003'))
		client.token = data.access_token
		expect((await client.send('GET /auth/me')).data.is_completed_info).toBe(0)
		expect(await client.send('GET /meeting/users/meetings')).toMatchObject({ http: 406, code: 200006 })
	})
})

describe('registering', () => {
	const complete = 'POST /auth/completedUserInfo'

	test('[REG-01, REG-03, REG-12, REG-13] a number, then name and password, make an account one can sign in to', async () => {
		const token = await registerToken()
		const isThere = async () => (await client.send('POST /auth/mobileIsRegister', { mobile: free })).data.registered
		expect(await isThere()).toBe(0)
		expect(await client.send(complete, { name: ' 新  人😀', ...sealed(), token })).toMatchObject({
			http: 200,
			code: 0,
		})
		expect(await isThere()).toBe(1)
		const reply = await client.send(login, loginFields(free, newPassword))
		const me = await client.send('GET /auth/me', {}, { bearer: reply.data.access_token })
		expect(me.data).toMatchObject({
			name: free,
			display_name: '新 人',
			is_completed_info: 1,
			mobile: free,
			mobileCode: '86',
			corps: [{ corpId: 'P', corpType: 2, isDefault: 1, userType: 1 }],
		})
	})

	test('[REG-01] from abroad the login name carries the area code', async () => {
		const fields = await coded(1, '4155552671', client, '1')
		const { data: token } = await client.send('POST /auth/register', fields)
		await client.send(complete, { name: 'Pat', ...sealed(), token })
		expect((await client.send(login, loginFields('1-4155552671', newPassword))).code).toBe(200)
		// The bare number works too, as long as no one else has it.
		expect((await client.send(login, loginFields('4155552671', newPassword))).code).toBe(200)
	})

	test('[REG-03] wrong, old and misdirected codes', async () => {
		const register = 'POST /auth/register'
		const fields = await coded(1, free)
		expect(await client.send(register, { ...fields, inputCode: 'x' })).toMatchObject({ http: 401, code: 200005 })
		expect((await client.send(register, { ...fields, mobile: '1' })).code).toBe(200003)
		testServer.clock.advance(5 * minute)
		expect((await client.send(register, fields)).code).toBe(200000)
	})

	test('[REG-03] a number that has an account: 100006', async () => {
		const reply = await client.send('POST /auth/register', await coded(1, monas))
		expect(reply).toMatchObject({ http: 409, code: 100006, data: undefined })
	})

	test.each([{ type: 1 as const }, { type: 1 as const, isOa: true }, { type: 1 as const, isPrivate: true }])(
		'[REG-17] not on a site like %o: 403',
		async settings => {
			const fields = await coded(1, free)
			await testServer.set('A', settings)
			expect(await client.send('POST /auth/register', fields)).toMatchObject({ http: 403, code: 403 })
			await testServer.set('A', { type: 2, isOa: false, isPrivate: false })
			expect((await client.send('POST /auth/register', fields)).code).toBe(200)
		},
	)

	test('[REG-03] without a personal edition: 100007, and the code stays valid', async () => {
		const there = await testServer.visit({ host: hostB })
		const fields = await coded(1, free, there)
		expect(await there.send('POST /auth/register', fields)).toMatchObject({ http: 403, code: 100007 })
	})

	test.each([
		['abc1234', undefined],
		['a1'.repeat(11), undefined],
		['12345678', undefined],
		['abcdefgh', undefined],
		['!!!!!!!!', undefined],
		['abc 12345', undefined],
		['密码密码ab12', undefined],
		['86-13900139000', undefined],
		['+8613900139000', undefined],
		['Fresh-name-1', undefined],
		['FRESH-NAME-1', undefined],
		[newPassword, 'fresh-horse-44'],
	])(
		'[REG-07 to REG-11, REG-14, OP-041] the password %j (again: %j) is refused with 100009',
		async (password, again) => {
			const token = await registerToken()
			const reply = await client.send(complete, { name: 'Fresh-name-1', ...sealed(password, again), token })
			expect(reply).toMatchObject({ http: 422, code: 100009 })
			// The token is still good for a better one.
			expect((await client.send(complete, { name: 'Fresh-name-1', ...sealed(), token })).code).toBe(0)
		},
	)

	test.each(['', ' ', '😀', 'x'.repeat(51)])('[REG-06, REG-14] the name %j is refused with 100009', async name => {
		const token = await registerToken()
		expect((await client.send(complete, { name, ...sealed(), token })).code).toBe(100009)
	})

	test('[REG-14] a password that was not sealed is refused with 100009', async () => {
		const token = await registerToken()
		const fields = { name: 'Name', password: newPassword, password_confirmation: newPassword, token }
		expect((await client.send(complete, fields)).code).toBe(100009)
	})

	test('[REG-12] the token is good once, for a quarter of an hour, on this site', async () => {
		const token = await registerToken()
		const there = await testServer.visit({ host: hostB })
		const fields = { name: 'Name', ...sealed(), token }
		expect(await there.send(complete, fields)).toMatchObject({ http: 410, code: 200000 })
		expect((await client.send(complete, fields)).code).toBe(0)
		expect((await client.send(complete, fields)).code).toBe(200000)
		testServer.clock.advance(minute)
		const late = await registerToken('13900139001')
		testServer.clock.advance(15 * minute)
		expect((await client.send(complete, { ...fields, token: late })).code).toBe(200000)
	})

	test('[REG-03] two registrations of one number at once make one account', async () => {
		const first = await registerToken()
		testServer.clock.advance(minute)
		const second = await registerToken()
		const replies = await Promise.all(
			[first, second].map(token => client.send(complete, { name: 'Name', ...sealed(), token })),
		)
		expect(replies.map(reply => reply.code).sort()).toEqual([0, 100006])
		// The loser's token went with its transaction: it tells the same again.
		const lost = replies[0]?.code === 0 ? second : first
		expect((await client.send(complete, { name: 'Name', ...sealed(), token: lost })).code).toBe(100006)
	})

	test('[REG-03] one token at once twice makes one account', async () => {
		const token = await registerToken()
		const tries = [1, 2, 3].map(() => client.send(complete, { name: 'Name', ...sealed(), token }))
		expect((await Promise.all(tries)).map(reply => reply.code).sort()).toEqual([0, 200000, 200000])
	})

	test('[REG-01] a name chosen by another person prevents no one from registering', async () => {
		const cipher = cipherOf(testServer.database.db)
		await testServer.database.db
			.$extendTables<{ users: { id: string; name: string; name_key: string } }>()
			.updateTable('users')
			.set({ name: storedName(cipher, free), name_key: storedNameKey(cipher, free) })
			.where('id', '=', 'u-anna')
			.execute()
		const token = await registerToken()
		expect((await client.send(complete, { name: 'Name', ...sealed(), token })).code).toBe(0)
		expect((await client.send(login, loginFields(`86-${free}`, newPassword))).code).toBe(200)
		expect((await client.send(login, loginFields(free, accountPassword))).code).toBe(200)
	})
})

describe('completing one’s own profile', () => {
	const complete = 'POST /auth/completedUserInfo'

	test('[REG-12, REG-16] name and password are set; this session continues and the others end', async () => {
		const [fresh, elsewhere] = [await testServer.signIn('fresh'), await testServer.signIn('fresh')]
		expect((await fresh.send('GET /meeting/users/meetings')).http).toBe(406)
		expect(await fresh.send(complete, { name: 'Fresh one', ...sealed() })).toMatchObject({ http: 200, code: 0 })
		expect((await fresh.send('GET /meeting/users/meetings')).http).toBe(200)
		expect((await fresh.send('POST /auth/refresh')).code).toBe(200)
		expect((await elsewhere.send('GET /auth/me')).http).toBe(401)
		expect((await client.send(login, loginFields('fresh', newPassword))).code).toBe(200)
	})

	test.each(['fresh-1', 'fresh', '13800138003', 'Neat-name-1'])(
		'[REG-10, REG-14] %j is refused with 100009',
		async password => {
			const fresh = await testServer.signIn('fresh')
			expect((await fresh.send(complete, { name: 'Neat-name-1', ...sealed(password) })).code).toBe(100009)
		},
	)

	test('[REG-12] a complete profile cannot change its password this way', async () => {
		const anna = await testServer.signIn('anna')
		expect(await anna.send(complete, { name: 'Anna', ...sealed() })).toMatchObject({ http: 403 })
		expect((await client.send(login, loginFields('anna'))).code).toBe(200)
	})

	test('[REG-12] not signed in and no token: 401', async () => {
		expect(await client.send(complete, { name: 'Anna', ...sealed() })).toMatchObject({ http: 401, code: 401 })
	})
})

describe('binding a number', () => {
	const bind = 'POST /meeting/user/bindMobile'

	test('[BIND-10, BIND-15] it is the person’s from then on', async () => {
		const anna = await testServer.signIn('anna')
		expect(await anna.send(bind, await coded(4, free, anna))).toMatchObject({ http: 200, code: 0 })
		expect((await anna.send('GET /auth/me')).data).toMatchObject({ mobile: free, mobileCode: '86' })
		expect((await client.send(login, loginFields(free))).code).toBe(200)
	})

	test('[BIND-10] the way out of 406 on a site that requires numbers', async () => {
		await testServer.set('A', { isPrivate: true })
		const anna = await testServer.signIn('anna')
		expect(await anna.send('GET /meeting/users/meetings')).toMatchObject({ http: 406, code: 100008 })
		await anna.send(bind, await coded(4, free, anna))
		expect((await anna.send('GET /meeting/users/meetings')).http).toBe(200)
	})

	test('[BIND-16] of another person: 100006', async () => {
		const anna = await testServer.signIn('anna')
		expect(await anna.send(bind, await coded(4, monas, anna))).toMatchObject({ http: 409, code: 100006 })
		expect((await anna.send('GET /auth/me')).data.mobile).toBeUndefined()
	})

	test('[BIND-10] with a code that does not fit, or no number', async () => {
		const anna = await testServer.signIn('anna')
		const fields = await coded(4, free, anna)
		expect((await anna.send(bind, { ...fields, inputCode: '1' })).code).toBe(200005)
		expect((await anna.send(bind, { ...fields, mobile: '1' })).code).toBe(200003)
		testServer.clock.advance(5 * minute)
		expect((await anna.send(bind, fields)).code).toBe(200000)
	})

	test('[BIND-16] two people at once for one number: one has it', async () => {
		const [anna, ben] = [await testServer.signIn('anna'), await testServer.signIn('ben')]
		const first = await coded(4, free, anna)
		testServer.clock.advance(minute)
		const second = await coded(4, free, ben)
		const replies = await Promise.all([anna.send(bind, first), ben.send(bind, second)])
		expect(replies.filter(reply => reply.code === 0)).toHaveLength(1)
	})
})

describe('a forgotten password', () => {
	const check = 'POST /auth/checkForgetPasswordSMSCaptcha'
	const reset = 'POST /auth/forgetPassword'
	const resetToken = async (mobile = monas): Promise<string> =>
		(await client.send(check, { ...(await coded(3, mobile)), needToken: 1 })).data

	test('[FORGOT-01 to FORGOT-03] the code gives a token, the token a new password', async () => {
		const token = await resetToken()
		expect(await client.send(reset, { token, ...sealed() })).toMatchObject({ http: 200, code: 200 })
		expect((await client.send(login, loginFields('mona', newPassword))).code).toBe(200)
		expect((await client.send(login, loginFields('mona'))).code).toBe(1004)
	})

	test('[FORGOT-05] wrong code: 200005; too late: 200000', async () => {
		const fields = await coded(3, monas)
		expect(await client.send(check, { ...fields, inputCode: '000' })).toMatchObject({ http: 401, code: 200005 })
		testServer.clock.advance(5 * minute)
		expect((await client.send(check, fields)).code).toBe(200000)
	})

	test('[FORGOT-06] a profile that is not complete: 200006', async () => {
		const reply = await client.send(check, await coded(3, '13800138003'))
		expect(reply).toMatchObject({ http: 409, code: 200006, data: undefined })
	})

	test('[FORGOT-07] a number no longer used: 100008', async () => {
		const fields = await coded(3, monas)
		await testServer.database.db
			.$extendTables<{ users: { id: string; mobile: string | null; mobile_lookup: string | null } }>()
			.updateTable('users')
			.set({ mobile: null, mobile_lookup: null })
			.where('id', '=', 'u-mona')
			.execute()
		expect(await client.send(check, fields)).toMatchObject({ http: 404, code: 100008 })
	})

	test.each(['short1!', 'abcdefgh', monas, 'mona', 'Display mona', 'has space1'])(
		'[FORGOT-08, FORGOT-11, OP-041] the password %j is refused with 100009 and the token stays good',
		async password => {
			const token = await resetToken()
			expect(await client.send(reset, { token, ...sealed(password) })).toMatchObject({ http: 422, code: 100009 })
			expect((await client.send(reset, { token, ...sealed(newPassword, accountPassword) })).code).toBe(100009)
			expect((await client.send(reset, { token, ...sealed() })).code).toBe(200)
		},
	)

	test('[FORGOT-09] a token that is used, old, made up or of another site: 200000', async () => {
		const token = await resetToken()
		const there = await testServer.visit({ host: hostB })
		expect(await there.send(reset, { token, ...sealed() })).toMatchObject({ http: 410, code: 200000 })
		expect((await client.send(reset, { token: 'made-up', ...sealed() })).code).toBe(200000)
		expect((await client.send(reset, { token, ...sealed() })).code).toBe(200)
		expect((await client.send(reset, { token, ...sealed() })).code).toBe(200000)
		testServer.clock.advance(minute)
		const late = await resetToken()
		testServer.clock.advance(15 * minute)
		expect((await client.send(reset, { token: late, ...sealed() })).code).toBe(200000)
	})

	test('[FORGOT-04] every session of the person ends, and every other token is worthless', async () => {
		const [mona, anna] = [await testServer.signIn('mona'), await testServer.signIn('anna')]
		const first = await resetToken()
		testServer.clock.advance(minute)
		const second = await resetToken()
		await client.send(reset, { token: second, ...sealed() })
		expect((await mona.send('GET /auth/me')).http).toBe(401)
		expect((await anna.send('GET /auth/me')).http).toBe(200)
		expect((await client.send(reset, { token: first, ...sealed('other-horse-44') })).code).toBe(200000)
	})

	test('[FORGOT-09] one token at once three times sets one password', async () => {
		const token = await resetToken()
		const tries = [1, 2, 3].map(number => client.send(reset, { token, ...sealed(`horse-number-${number}`) }))
		expect((await Promise.all(tries)).map(reply => reply.code).sort()).toEqual([200, 200000, 200000])
	})

	test('[FORGOT-03] the corporate password stays the same', async () => {
		const { data } = await client.send('POST /weChat/oaUnbundlingValidation', loginFields('olga', corporatePassword))
		expect((await client.send(reset, { token: data.token, ...sealed() })).code).toBe(200)
		expect((await client.send(login, loginFields('olga', newPassword))).code).toBe(200)
		expect((await client.send(login, loginFields('olga', corporatePassword))).code).toBe(1004)
		const again = await client.send('POST /apple/oaUnbundlingValidation', loginFields('olga', corporatePassword))
		expect(again.code).toBe(200)
	})
})

describe('signing in with a number and a password', () => {
	test('[LOGIN-01] the bare number is a name too', async () => {
		expect((await client.send(login, loginFields(monas))).code).toBe(200)
		expect((await client.send(login, loginFields(monas, 'wrong'))).code).toBe(1004)
	})

	test('[LOGIN-01] but not if two people have it in different countries', async () => {
		const mona = v.parse(UserId, 'u-mona')
		await createSqlAccountStore(testServer.database.db).saveMobile(mona, { areaCode: '852', mobile: ottos })
		expect((await client.send(login, loginFields(ottos))).code).toBe(1004)
		expect((await client.send(login, loginFields('otto'))).code).toBe(200)
	})
})
