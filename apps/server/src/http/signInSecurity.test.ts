import { createHash } from 'node:crypto'
import { encryptPassword } from '@parley/api'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { describeOnEveryDatabase } from '../platform/testing/index.ts'
import {
	accountPassword,
	corporatePassword,
	createTestServer,
	hostB,
	loginFields,
	type Reply,
	schedule,
	type TestClient,
	type TestServer,
} from '../testing/testServer.ts'

/** Everything an attacker may try before signing in, in one place. */

const login = 'POST /auth/login?unauth&noErrorTip'
const sendCode = 'POST /auth/sendSMSCaptcha'
const loginBySms = 'POST /auth/loginBySMSCaptcha'
const newPassword = 'fresh-horse-43'
const minute = 60_000
const monas = '13800138000'
const ottos = '13800138002'
const free = '13900139000'
const wrongCode = 'wrong!'

let server: TestServer
let client: TestClient
beforeEach(async () => {
	server = await createTestServer({ callLimits: false })
	client = await server.visit()
})
afterEach(() => server.close())

const sealed = (password = newPassword) => {
	const text = encryptPassword(password, new Uint8Array(16).fill(3))
	return { password: text, password_confirmation: text }
}
const times = <T>(count: number, make: (i: number) => Promise<T>) =>
	Promise.all(Array.from({ length: count }, (_, i) => make(i)))
const codesOf = (replies: Reply[]) => replies.map(reply => reply.code)
const waitOf = (reply: Reply | undefined) => Number(reply?.headers['retry-after'])
/** Everything an answer reveals. */
const seen = ({ http, text }: Reply) => `${http} ${text}`

async function inTurn(count: number, ask: (i: number) => Promise<Reply>): Promise<Reply[]> {
	const replies = []
	for (let i = 0; i < count; i++) replies.push(await ask(i))
	return replies
}

async function coded(type: number, mobile: string, who = client) {
	const reply = await who.send(sendCode, { type, mobile, captcha: await server.pass(who) })
	expect(reply.code).toBe(0)
	return { mobile, inputCode: server.newestCode() }
}

describe('guessing the password of an account', () => {
	const guess = async (name: string, who = client, password = 'wrong') =>
		await who.send(login, { ...loginFields(name, password), captcha: await server.pass(who) })

	test('[LOGIN-36, LOGIN-42] is slowed by a challenge after three attempts, and refused after ten', async () => {
		const unsolved = await inTurn(5, () => client.send(login, { ...loginFields('anna', 'wrong'), captcha: '' }))
		expect(codesOf(unsolved)).toEqual([1004, 1004, 1004, 400, 400])
		const solved = await inTurn(9, () => guess('anna'))
		expect(codesOf(solved)).toEqual([...Array(7).fill(1004), 1002, 1002])
		expect(solved.at(-1)?.http).toBe(429)
		expect(waitOf(solved.at(-1))).toBeGreaterThan(800)
	})

	test('[LOGIN-42] per account: from a new address every time it is the same', async () => {
		const replies = await inTurn(11, async () => guess('anna', await server.visit()))
		expect(codesOf(replies)).toEqual([...Array(10).fill(1004), 1002])
		expect((await (await server.visit()).send(login, loginFields('anna'))).code).toBe(400)
		expect((await guess('ben', await server.visit(), accountPassword)).code).toBe(200)
	})

	test('[LOGIN-42] forty concurrent attempts are ten guesses and thirty refusals', async () => {
		const visitors = await times(40, () => server.visit())
		const replies = await Promise.all(visitors.map(who => guess('anna', who)))
		expect(codesOf(replies).filter(code => code === 1004)).toHaveLength(10)
		expect(codesOf(replies).filter(code => code === 1002)).toHaveLength(30)
	})

	test('[LOGIN-42] per address: sixty names, and then every attempt is refused', async () => {
		const replies = await inTurn(61, i => guess(`name${i}`))
		expect(codesOf(replies).slice(58)).toEqual([1004, 1004, 1002])
		expect(waitOf(replies[60])).toBeGreaterThan(800)
		expect((await client.send(login, loginFields('anna'))).code).toBe(400)
	})

	test('[LOGIN-42] every door that takes the password counts together', async () => {
		await inTurn(10, async i => {
			const route = i % 2 ? 'POST /weChat/oaUnbundlingValidation' : 'POST /apple/oaUnbundlingValidation'
			return client.send(route, { ...loginFields('olga', 'wrong'), captcha: await server.pass(client) })
		})
		expect((await guess('olga', await server.visit(), 'wrong')).code).toBe(1002)
	})
})

describe('guessing a code', () => {
	test('[SMS-23] five tries, and the code is worthless', async () => {
		const fields = await coded(2, monas)
		const replies = await inTurn(5, () => client.send(loginBySms, { ...fields, inputCode: wrongCode }))
		expect(codesOf(replies)).toEqual(Array(5).fill(200005))
		expect((await client.send(loginBySms, fields)).code).toBe(200000)
	})

	test('[SMS-02] per number: ten in a quarter of an hour, whatever was sent meanwhile and from wherever, and then a challenge for each', async () => {
		const replies = []
		for (let i = 0; i < 11; i++) {
			if (i % 4 === 0) {
				await coded(2, monas)
				server.clock.advance(minute)
			}
			replies.push(await (await server.visit()).send(loginBySms, { mobile: monas, inputCode: wrongCode }))
		}
		expect(codesOf(replies)).toEqual([...Array(10).fill(200005), 400])
		const captcha = await server.pass(client)
		const late = await client.send(loginBySms, { mobile: monas, inputCode: wrongCode, captcha })
		expect(late).toMatchObject({ http: 429, code: 429 })
		expect(waitOf(late)).toBeGreaterThan(800)
	})

	test('[SMS-02] the right code forgives the wrong ones before it', async () => {
		for (let round = 0; round < 4; round++) {
			const fields = await coded(2, monas)
			const wrong = await inTurn(4, () => client.send(loginBySms, { ...fields, inputCode: wrongCode }))
			expect([round, codesOf(wrong)]).toEqual([round, Array(4).fill(200005)])
			expect((await client.send(loginBySms, fields)).code).toBe(200)
			server.clock.advance(minute)
		}
	})

	test('[SMS-02] per address: sixty numbers, and then a challenge for each', async () => {
		const numberOf = (i: number) => `139001390${String(i).padStart(2, '0')}`
		const replies = await inTurn(61, i => client.send(loginBySms, { mobile: numberOf(i), inputCode: wrongCode }))
		expect(codesOf(replies).slice(58)).toEqual([200005, 200005, 400])
	})

	test('[SMS-02] forty at once are five guesses at the code', async () => {
		const fields = await coded(2, monas)
		const digits = Number(fields.inputCode)
		const guesses = Array.from({ length: 40 }, (_, i) => String((digits + 1 + i) % 1_000_000).padStart(6, '0'))
		const replies = await Promise.all(guesses.map(inputCode => client.send(loginBySms, { mobile: monas, inputCode })))
		expect(codesOf(replies).filter(code => code === 200005)).toHaveLength(5)
		expect(codesOf(replies).filter(code => code === 400)).toHaveLength(30)
	})

	const doors: [string, number, object][] = [
		['POST /auth/register', 1, {}],
		[loginBySms, 2, {}],
		['POST /auth/checkForgetPasswordSMSCaptcha', 3, {}],
		['POST /meeting/user/bindMobile', 4, {}],
		['POST /weChat/weChatBindingMobile', 4, {}],
		['POST /weChat/mobileUnbundlingValidation', 4, {}],
	]
	test.each(doors)('[SMS-14] a code for something else opens nothing at %s', async (route, own) => {
		const mona = await server.signIn('mona')
		for (const type of [1, 2, 3, 4].filter(other => other !== own)) {
			const fields = await coded(type, monas, mona)
			const reply = await mona.send(route, { ...fields, info: server.envelope({ unionid: `wx-${type}` }) })
			expect([type, reply.http, reply.code]).toEqual([type, 401, 200005])
			server.clock.advance(minute)
		}
	})

	test('[SMS-14] a code of one site opens nothing on another', async () => {
		const there = await server.visit({ host: hostB })
		await coded(2, monas, there)
		const inputCode = server.newestCode()
		expect((await client.send(loginBySms, { mobile: monas, inputCode })).code).toBe(200005)
		expect((await there.send(loginBySms, { mobile: monas, inputCode })).code).toBe(200)
	})
})

describe('guessing at meetings', () => {
	const join = (who: TestClient, meetingId: string, password?: string) =>
		who.send('POST /meeting/joinMeeting', {
			...{ meetingId, display_name: 'Guest', action: 'webJoin' },
			...(password !== undefined && { meeting_pwd: password }),
		})

	test('[JERR-05] a meeting password: ten, and then the address needs a challenge at this meeting', async () => {
		const id = await schedule(await server.signIn('anna'), { meeting_pwd: '4711' })
		const replies = await inTurn(11, i => join(client, id, String(i)))
		expect(codesOf(replies)).toEqual([...Array(10).fill(803), 400])
		expect((await join(client, id, '4711')).code).toBe(400)
		expect((await join(await server.visit(), id, '4711')).code).toBe(200)
	})

	test('[JERR-07] ids: after thirty unknown ones the address needs a challenge for each further one', async () => {
		const replies = await inTurn(31, i => join(client, String(900_000_000 + i)))
		expect(codesOf(replies)).toEqual([...Array(30).fill(805), 400])
		// Signing in from there requires a challenge too.
		expect((await client.send('GET /auth/isCaptchaOpen')).text).toContain('"isOpen":1')
	})
})

describe('whether an account exists', () => {
	test('[LOGIN-39, LOGIN-42] is not told by signing in, however often', async () => {
		const asked = async (name: string) => {
			const who = await server.visit()
			return await inTurn(12, async () =>
				who.send(login, { ...loginFields(name, 'wrong'), captcha: await server.pass(who) }),
			)
		}
		const [known, unknown] = [await asked('anna'), await asked('nobody')]
		expect(unknown.map(seen)).toEqual(known.map(seen))
		expect(new Set(codesOf(known))).toEqual(new Set([1004, 1002]))
	})

	test('[LOGIN-36] nor by when the challenge comes', async () => {
		const asked = async (name: string) => {
			const who = await server.visit()
			return await inTurn(6, () => who.send(login, { ...loginFields(name, 'wrong'), captcha: '' }))
		}
		expect((await asked('nobody')).map(seen)).toEqual((await asked('anna')).map(seen))
	})

	test('[SMS-18, SMS-23] nor by sending codes and guessing them', async () => {
		const asked = async (mobile: string) => {
			const who = await server.visit()
			const sent = await inTurn(2, () => who.send(sendCode, { type: 2, mobile, captcha: '' }))
			const guessed = await inTurn(12, () => who.send(loginBySms, { mobile, inputCode: wrongCode }))
			return [...sent, ...guessed]
		}
		const [known, unknown] = [await asked(monas), await asked(free)]
		expect(unknown.map(seen)).toEqual(known.map(seen))
		expect(new Set(codesOf(known))).toEqual(new Set([0, 102, 200005, 200000, 400]))
	})

	test.each(['POST /weChat/weChatBindingOa', 'POST /apple/oaUnbundlingValidation'])(
		'[BIND-24, UNBIND-11] nor by %s, of whatever kind it is',
		async route => {
			const asked = async (name: string) => {
				const who = await server.visit()
				return await inTurn(12, async i => {
					const info = server.envelope({ unionid: `wx-${i}` })
					return who.send(route, { ...loginFields(name, 'wrong'), info, captcha: await server.pass(who) })
				})
			}
			const [corporate, ordinary, unknown] = [await asked('olga'), await asked('anna'), await asked('nobody')]
			expect(unknown.map(seen)).toEqual(corporate.map(seen))
			expect(ordinary.map(seen)).toEqual(corporate.map(seen))
			expect(new Set(codesOf(unknown))).toEqual(new Set([1001, 1002]))
		},
	)
})

describe('a session', () => {
	const bearerOf = async (reply: Promise<Reply>) => (await reply).data.access_token as string
	const isGood = async (bearer: string | undefined) =>
		(await client.send('GET /auth/me', {}, { bearer: bearer ?? '' })).http === 200

	const waysIn: [string, (who: TestClient) => Promise<Reply>][] = [
		['a password', async who => who.send(login, loginFields('mona'))],
		['a code', async who => who.send(loginBySms, await coded(2, monas, who))],
		[
			'an identity',
			async who => who.send('POST /weChat/checkWeChatUser', { info: server.envelope({ unionid: 'wx-mona' }) }),
		],
	]

	test.each(waysIn)('[LOGIN-22] by %s is a new one: no one can be made to use a known token', async (_, signIn) => {
		const mona = await server.signIn('mona')
		await mona.send('POST /weChat/userBindingWeChat', { info: server.envelope({ unionid: 'wx-mona' }) })
		// An attacker planted their own token, and one that belongs to nobody.
		const attacker = await server.signIn('ben')
		for (const planted of [attacker.token, 'A'.repeat(43)]) {
			const victim = Object.assign(await server.visit(), { token: planted })
			const reply = await signIn(victim)
			expect(reply.code).toBe(200)
			expect(reply.data.access_token).not.toBe(planted)
			expect(String(reply.headers['set-cookie'])).not.toContain(reply.data.access_token)
			const me = await client.send('GET /auth/me', {}, { bearer: reply.data.access_token })
			expect(me.data.name).toBe('mona')
			server.clock.advance(minute)
		}
		expect((await attacker.send('GET /auth/me')).data.name).toBe('ben')
		expect(await isGood('A'.repeat(43))).toBe(false)
	})

	test('[API-09] that ended stays ended, whatever is done with its token', async () => {
		const anna = await server.signIn('anna')
		const before = anna.token
		anna.token = await bearerOf(anna.send('POST /auth/refresh'))
		await anna.send('POST /auth/logout')
		for (const bearer of [before, anna.token]) {
			expect(await isGood(bearer)).toBe(false)
			expect((await anna.send('POST /auth/refresh', {}, { bearer })).http).toBe(401)
		}
		expect(await isGood(await bearerOf(client.send(login, loginFields('anna'))))).toBe(true)
		expect(await isGood(anna.token)).toBe(false)
	})

	test('[FORGOT-04] does not outlive a new password, not even for the moment after a refresh', async () => {
		const mona = await server.signIn('mona')
		const before = mona.token
		mona.token = await bearerOf(mona.send('POST /auth/refresh'))
		expect(await isGood(before)).toBe(true)
		const { data: token } = await client.send('POST /auth/checkForgetPasswordSMSCaptcha', await coded(3, monas))
		expect((await client.send('POST /auth/forgetPassword', { token, ...sealed() })).code).toBe(200)
		for (const bearer of [before, mona.token]) {
			expect(await isGood(bearer)).toBe(false)
			expect((await mona.send('POST /auth/refresh', {}, { bearer })).http).toBe(401)
		}
	})

	test('[HTTP-04] the store holds nothing one could sign in with', async () => {
		const anna = await server.signIn('anna')
		const { data: reset } = await client.send('POST /auth/checkForgetPasswordSMSCaptcha', await coded(3, monas))
		const { inputCode } = await coded(2, ottos)
		const { db } = server.database
		const tables = ['sessions', 'proofs', 'sms_codes', 'users', 'challenges', 'spent_identity_proofs'] as const
		type Tables = Record<(typeof tables)[number], object>
		const rows = await Promise.all(
			tables.map(name => db.$extendTables<Tables>().selectFrom(name).selectAll().execute()),
		)
		const kept = JSON.stringify(rows)
		for (const secret of [anna.token ?? '', reset, accountPassword, corporatePassword, `"${inputCode}"`]) {
			expect(secret).not.toBe('')
			expect(kept).not.toContain(secret)
		}
		// Nor is a plain digest of the code stored: trying all six-digit codes would reveal it.
		for (const encoding of ['hex', 'base64', 'base64url'] as const)
			expect(kept).not.toContain(createHash('sha256').update(inputCode).digest(encoding))
	})
})

describe('a proof', () => {
	/** Fresh tokens of mona, one of each kind, each with the calls it is valid for. */
	async function tokens(): Promise<Record<string, string>> {
		server.clock.advance(minute)
		const mona = await server.signIn('mona')
		const register = (await client.send('POST /auth/register', await coded(1, free))).data
		const reset = (await client.send('POST /auth/checkForgetPasswordSMSCaptcha', await coded(3, monas))).data
		server.clock.advance(minute)
		const messenger = await mona.send('POST /weChat/mobileUnbundlingValidation', await coded(4, monas, mona))
		server.clock.advance(minute)
		const deviceMaker = await mona.send('POST /apple/mobileUnbundlingValidation', await coded(4, monas, mona))
		return { register, reset, messenger: messenger.data.token, deviceMaker: deviceMaker.data.token }
	}
	const uses: Record<string, (who: TestClient, token: string) => Promise<Reply>> = {
		register: (who, token) => who.send('POST /auth/completedUserInfo', { name: 'Name', ...sealed(), token }),
		messenger: (who, token) => who.send('DELETE /weChat/userUnbundlingWeChat', { token }),
		deviceMaker: (who, token) => who.send('DELETE /apple/userUnbundlingApple', { token }),
		// This one comes last: it invalidates the others.
		reset: (who, token) => who.send('POST /auth/forgetPassword', { token, ...sealed() }),
	}

	test('[FORGOT-09, UNBIND-04] of one kind is worthless for every other, and tried in vain it stays good', async () => {
		const made = await tokens()
		const mona = await server.signIn('mona')
		let tried = 0
		for (const [kind, token] of Object.entries(made)) {
			for (const [other, use] of Object.entries(uses).filter(([name]) => name !== kind)) {
				expect([kind, other, (await use(mona, token)).code]).toEqual([kind, other, 200000])
				tried++
			}
		}
		expect(tried).toBe(12)
		for (const [kind, use] of Object.entries(uses)) {
			const { code } = await use(mona, made[kind] ?? '')
			expect([kind, [0, 200].includes(code ?? -1)]).toEqual([kind, true])
		}
	})

	test('[FORGOT-09, UNBIND-04] of one site is worthless on another', async () => {
		const made = await tokens()
		const zoe = await server.signIn('zoe')
		for (const [kind, use] of Object.entries(uses))
			expect([kind, (await use(zoe, made[kind] ?? '')).code]).toEqual([kind, 200000])
	})

	test('[UNBIND-04] of one person is worthless for another', async () => {
		const made = await tokens()
		const anna = await server.signIn('anna')
		for (const kind of ['messenger', 'deviceMaker'])
			expect([kind, (await uses[kind]?.(anna, made[kind] ?? ''))?.code]).toEqual([kind, 200000])
	})

	test('[FORGOT-09] is used once, even by many concurrent requests', async () => {
		const made = await tokens()
		const mona = await server.signIn('mona')
		for (const [kind, use] of Object.entries(uses)) {
			const replies = await times(5, () => use(mona, made[kind] ?? ''))
			expect([kind, codesOf(replies).filter(code => code === 0 || code === 200).length]).toEqual([kind, 1])
		}
	})

	test('[FORGOT-04] to take an identity off does not outlive a new password', async () => {
		const made = await tokens()
		expect((await uses.reset?.(client, made.reset ?? ''))?.code).toBe(200)
		const reply = await client.send(login, loginFields('mona', newPassword))
		const mona = Object.assign(client, { token: reply.data.access_token })
		expect((await uses.messenger?.(mona, made.messenger ?? ''))?.code).toBe(200000)
		expect((await uses.deviceMaker?.(mona, made.deviceMaker ?? ''))?.code).toBe(200000)
	})

	test('[HTTP-05] of an identity sent from another page is not looked at', async () => {
		const info = server.envelope({ unionid: 'wx-1' })
		const reply = await client.send('POST /weChat/checkWeChatUser', { info }, { csrf: null })
		expect(reply).toMatchObject({ http: 419 })
	})
})

/** Concurrent attempts, which databases may see differently. */
describeOnEveryDatabase('at once', open => {
	let crowded: TestServer
	let who: TestClient
	beforeEach(async () => {
		crowded = await createTestServer({ database: await open(), callLimits: false })
		who = await crowded.visit()
	})
	afterEach(() => crowded.close())

	const codeFor = async (type: number, mobile: string) => {
		await who.send(sendCode, { type, mobile, captcha: await crowded.pass(who) })
		crowded.clock.advance(minute)
		return { mobile, inputCode: crowded.newestCode() }
	}
	const count = (replies: Reply[], code: number) => codesOf(replies).filter(other => other === code).length

	test('[REG-03] eight registrations of one number make one account', async () => {
		const tokens: string[] = []
		for (let i = 0; i < 8; i++) tokens.push((await who.send('POST /auth/register', await codeFor(1, free))).data)
		const replies = await Promise.all(
			tokens.map(token => who.send('POST /auth/completedUserInfo', { name: 'Name', ...sealed(), token })),
		)
		expect([count(replies, 0), count(replies, 100006)]).toEqual([1, 7])
	})

	test('[BIND-21] one identity, four people: one gets it, and an unused number leaves no account behind', async () => {
		const coded = await codeFor(4, free)
		const proof = () => ({ info: crowded.envelope({ unionid: 'wx-1' }) })
		const members = await Promise.all((['anna', 'mona', 'otto'] as const).map(name => crowded.signIn(name)))
		const replies = await Promise.all([
			...members.map(one => one.send('POST /weChat/userBindingWeChat', proof())),
			who.send('POST /weChat/weChatBindingMobile', { ...coded, ...proof() }),
		])
		expect(count(replies, 0)).toBe(1)
		const isMade = (await who.send('POST /auth/mobileIsRegister', { mobile: free })).data.registered
		expect(isMade).toBe(replies[3]?.code === 0 ? 1 : 0)
	})

	test('[BIND-21] one person, four identities: one is theirs', async () => {
		const mona = await crowded.signIn('mona')
		const replies = await times(4, i =>
			mona.send('POST /weChat/userBindingWeChat', { info: crowded.envelope({ unionid: `wx-${i}` }) }),
		)
		expect([count(replies, 0), count(replies, 100006)]).toEqual([1, 3])
	})

	test('[FORGOT-09] one reset token, eight passwords: one is set', async () => {
		const { data: token } = await who.send('POST /auth/checkForgetPasswordSMSCaptcha', await codeFor(3, monas))
		const replies = await times(8, i => who.send('POST /auth/forgetPassword', { token, ...sealed(`fresh-horse-${i}`) }))
		expect([count(replies, 200), count(replies, 200000)]).toEqual([1, 7])
	})

	test('[SOC-08] one envelope, eight sign-ins: one gets in', async () => {
		const mona = await crowded.signIn('mona')
		await mona.send('POST /weChat/userBindingWeChat', { info: crowded.envelope({ unionid: 'wx-1' }) })
		const info = crowded.envelope({ unionid: 'wx-1' })
		const replies = await times(8, () => who.send('POST /weChat/checkWeChatUser', { info }))
		expect([count(replies, 200), count(replies, 40101)]).toEqual([1, 7])
	})
})
