import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
	accountPassword,
	createTestServer,
	hostA,
	hostB,
	loginFields,
	type TestServer,
} from '../../testing/testServer.ts'

const login = 'POST /auth/login?unauth&noErrorTip'
const day = 86_400_000
let testServer: TestServer

beforeEach(async () => {
	testServer = await createTestServer()
})
afterEach(() => testServer.close())

describe('signing in', () => {
	test('[LOGIN-01, LOGIN-20, LOGIN-22, ENT-08] name and password give a token, and with it the person', async () => {
		const client = await testServer.visit()
		const reply = await client.send(login, { ...loginFields('BOTH'), auto_login: 0, captcha: '' })
		expect(reply).toMatchObject({ http: 200, code: 200, data: { access_token: expect.stringMatching(/^[\w-]{43}$/) } })
		const me = await client.send('GET /auth/me', {}, { bearer: reply.data.access_token })
		expect(me.data).toEqual({
			id: 'u-both',
			name: 'both',
			display_name: 'Display both',
			is_completed_info: 1,
			user_type: 1,
			corps: [
				{ corpId: 'X', corporationName: 'Company X', corpType: 1, userType: 1, isDefault: 1 },
				{ corpId: 'Y', corporationName: 'Company Y', corpType: 1, userType: 1, isDefault: 0 },
			],
		})
	})

	test('[LOGIN-39] a wrong password and an unknown account are answered alike', async () => {
		const client = await testServer.visit()
		const wrong = await client.send(login, loginFields('anna', 'wrong-horse-42'))
		const unknown = await client.send(login, loginFields('nobody', 'wrong-horse-42'))
		expect(wrong).toMatchObject({ http: 401, code: 1004 })
		expect(unknown.text).toBe(wrong.text)
		expect(unknown.http).toBe(401)
	})

	test.each(['', 'zz', 'ab'.repeat(16), accountPassword, 'ab'.repeat(24)])(
		'[LOGIN-16] an unsealed password is a wrong password (%s)',
		async password => {
			const client = await testServer.visit()
			expect(await client.send(login, { name: 'anna', password })).toMatchObject({ http: 401, code: 1004 })
		},
	)

	test.each(["' or 1=1 --", '%', 'an\u0000na', '\ud800', 'a'.repeat(100), '安娜', ' anna'])(
		'[LOGIN-39] the name %j opens nothing',
		async name => {
			const client = await testServer.visit()
			expect(await client.send(login, loginFields(name))).toMatchObject({ http: 401, code: 1004 })
		},
	)

	test('[LOGIN-39] an account of another site is unknown here', async () => {
		const client = await testServer.visit({ host: hostA })
		expect(await client.send(login, loginFields('zoe'))).toMatchObject({ http: 401, code: 1004 })
		const there = await testServer.visit({ host: hostB })
		expect((await there.send(login, loginFields('zoe'))).code).toBe(200)
	})

	test('[LOGIN-42] after ten wrong passwords every try at the account needs a challenge, and a wrong one is 1002', async () => {
		const client = await testServer.visit()
		for (let i = 0; i < 10; i++) {
			const captcha = await testServer.pass(client)
			const fields = { ...loginFields(i % 2 ? 'Anna' : 'anna', 'wrong'), captcha }
			expect((await client.send(login, fields)).code).toBe(1004)
		}
		const elsewhere = await testServer.visit()
		const solved = async (password?: string) =>
			elsewhere.send(login, { ...loginFields('anna', password), captcha: await testServer.pass(elsewhere) })
		expect(await elsewhere.send(login, loginFields('anna'))).toMatchObject({ http: 400, code: 400 })
		const reply = await solved('wrong')
		expect(reply).toMatchObject({ http: 429, code: 1002 })
		expect(Number(reply.headers['retry-after'])).toBeGreaterThan(800)
		expect((await solved()).code).toBe(200)
		expect((await elsewhere.send(login, loginFields('ben'))).code).toBe(200)
	})

	test('[LOGIN-42] the same goes for an account that does not exist', async () => {
		const client = await testServer.visit()
		for (let i = 0; i < 10; i++) {
			await client.send(login, { ...loginFields('nobody', 'wrong'), captcha: await testServer.pass(client) })
		}
		const captcha = await testServer.pass(client)
		expect((await client.send(login, loginFields('nobody', 'wrong'))).code).toBe(400)
		expect((await client.send(login, { ...loginFields('nobody', 'wrong'), captcha })).code).toBe(1002)
	})

	test('[LOGIN-42] the right password forgives the wrong ones before it', async () => {
		const client = await testServer.visit()
		const attempt = async (password?: string) =>
			(await client.send(login, { ...loginFields('anna', password), captcha: await testServer.pass(client) })).code
		for (let i = 0; i < 9; i++) await attempt('wrong')
		expect(await attempt()).toBe(200)
		expect(await attempt('wrong')).toBe(1004)
		expect(await attempt()).toBe(200)
	})

	test('[LOGIN-42] one address that tries many names needs a challenge each time, and no other one does', async () => {
		await testServer.close()
		testServer = await createTestServer({ callLimits: false })
		const client = await testServer.visit()
		const attempt = async (name: string, password = 'wrong') =>
			await client.send(login, { ...loginFields(name, password), captcha: await testServer.pass(client) })
		const codes = []
		for (let i = 0; i < 61; i++) codes.push((await attempt(`name${i}`)).code)
		expect(codes.slice(-2)).toEqual([1004, 1002])
		expect((await client.send(login, loginFields('anna'))).code).toBe(400)
		expect((await attempt('anna', accountPassword)).code).toBe(200)
		expect((await (await testServer.visit()).send(login, loginFields('anna'))).code).toBe(200)
	})

	test('[LOGIN-34] the slider challenge is shut, or as the site has it', async () => {
		const client = await testServer.visit()
		expect((await client.send('GET /auth/isCaptchaOpen')).text).toBe('{"code":200,"isOpen":0}')
		await testServer.set('A', { challengeOpen: true })
		expect((await client.send('GET /auth/isCaptchaOpen')).text).toBe('{"code":200,"isOpen":1}')
	})
})

describe('a token', () => {
	test('[HTTP-04] of another site is worthless', async () => {
		const zoe = await testServer.signIn('zoe')
		const here = await testServer.visit({ host: hostA })
		expect(await here.send('GET /auth/me', {}, { bearer: zoe.token })).toMatchObject({ http: 401, code: 401 })
		expect((await zoe.send('GET /auth/me')).code).toBe(200)
	})

	test('[HTTP-03] speaks for a company of its person and for no other', async () => {
		const anna = await testServer.signIn('anna')
		const as = (corpId: string) => anna.send('GET /meeting/users/meetings', {}, { corpId })
		expect(await as('X')).toMatchObject({ http: 200 })
		for (const corpId of ['Y', 'Z', 'none', "' or 1=1 --"])
			expect(await as(corpId)).toMatchObject({ http: 403, code: 403 })
	})

	test.each(['x', 'A'.repeat(43), 'Bearer', `${'A'.repeat(43)}; drop`, ''])(
		'[HTTP-04] made up (%s) is worthless',
		async bearer => {
			const client = await testServer.visit()
			expect(await client.send('GET /auth/me', {}, { bearer })).toMatchObject({ http: 401, code: 401 })
		},
	)

	test('[OP-049] is valid for a day, or a week for people who stay signed in', async () => {
		const short = await testServer.signIn('anna')
		const long = await testServer.visit()
		long.token = (await long.send(login, { ...loginFields('anna'), auto_login: 1 })).data.access_token
		testServer.clock.advance(day - 1)
		expect((await short.send('GET /auth/me')).code).toBe(200)
		testServer.clock.advance(1)
		expect((await short.send('GET /auth/me')).http).toBe(401)
		testServer.clock.advance(6 * day - 1)
		expect((await long.send('GET /auth/me')).code).toBe(200)
		testServer.clock.advance(1)
		expect((await long.send('GET /auth/me')).http).toBe(401)
	})

	test('[HTTP-03, HTTP-04] is not looked at on an unauth URL', async () => {
		const anna = await testServer.signIn('anna')
		const id = (
			await anna.send('POST /meeting/meetings', {
				meeting_topic: 'mine',
				start_time: '2026-03-10 15:00:00',
				duration: 3600,
				host_pwd: 'host-1234',
			})
		).data.meeting_id
		expect((await anna.send(`GET /meeting/meetings/${id}`)).data.meeting.host_pwd).toBe('host-1234')
		const asGuest = await anna.send(`GET /meeting/meetings/${id}?unauth`)
		expect(asGuest.code).toBe(200)
		expect(asGuest.data.meeting.host_pwd).toBeUndefined()
		expect((await anna.send('GET /auth/me?unauth')).http).toBe(401)
		// Neither is a company that would be refused.
		expect((await anna.send(`GET /meeting/meetings/${id}?unauth`, {}, { corpId: 'Y' })).code).toBe(200)
	})

	test('[HTTP-04] a search for the word does not sign out', async () => {
		const anna = await testServer.signIn('anna')
		expect(await anna.send('GET /meeting/users/meetings', { keywords: 'unauth' })).toMatchObject({ http: 200 })
	})
})

describe('refreshing', () => {
	const refresh = 'POST /auth/refresh'

	test('[HTTP-13] replaces the token; the old one is good for 30 seconds and then worthless', async () => {
		const anna = await testServer.signIn('anna')
		const before = anna.token
		const { data } = await anna.send(refresh)
		expect(data.access_token).not.toBe(before)
		const me = (bearer: string | undefined) => anna.send('GET /auth/me', {}, { bearer })
		expect((await me(data.access_token)).code).toBe(200)
		testServer.clock.advance(29_999)
		expect((await me(before)).code).toBe(200)
		testServer.clock.advance(1)
		expect((await me(before)).http).toBe(401)
		expect((await me(data.access_token)).code).toBe(200)
	})

	test('[HTTP-13] with a token that was replaced gives none', async () => {
		const anna = await testServer.signIn('anna')
		await anna.send(refresh)
		expect(await anna.send(refresh)).toMatchObject({ http: 401, code: 401 })
	})

	test('[HTTP-13] of two at once exactly one gets a token', async () => {
		const anna = await testServer.signIn('anna')
		const replies = await Promise.all([anna.send(refresh), anna.send(refresh), anna.send(refresh)])
		expect(replies.map(reply => reply.http).sort()).toEqual([200, 401, 401])
	})

	test('[HTTP-13] restarts the day, and keeps or changes whether the person stays signed in', async () => {
		const anna = await testServer.signIn('anna')
		testServer.clock.advance(day - 1)
		anna.token = (await anna.send(refresh)).data.access_token
		testServer.clock.advance(day - 1)
		await anna.reload()
		anna.token = (await anna.send(refresh, { auto_login: 1 })).data.access_token
		testServer.clock.advance(7 * day - 1)
		await anna.reload()
		expect((await anna.send('GET /auth/me')).code).toBe(200)
		anna.token = (await anna.send(refresh)).data.access_token
		testServer.clock.advance(7 * day - 1)
		expect((await anna.send('GET /auth/me')).code).toBe(200)
	})
})

describe('signing out', () => {
	test('[API-09] ends this session and no other', async () => {
		const [phone, desk] = [await testServer.signIn('anna'), await testServer.signIn('anna')]
		expect(await phone.send('POST /auth/logout')).toMatchObject({ http: 200, code: 200 })
		expect((await phone.send('GET /auth/me')).http).toBe(401)
		expect((await desk.send('GET /auth/me')).code).toBe(200)
	})

	test('[API-09] everywhere ends all sessions of the person, and of no one else', async () => {
		const [phone, desk, ben] = [
			await testServer.signIn('anna'),
			await testServer.signIn('anna'),
			await testServer.signIn('ben'),
		]
		await phone.send('POST /auth/logout', { everywhere: 1 })
		expect((await desk.send('GET /auth/me')).http).toBe(401)
		expect((await phone.send('GET /auth/me')).http).toBe(401)
		expect((await ben.send('GET /auth/me')).code).toBe(200)
	})

	test('[API-09] takes the replaced token with it', async () => {
		const anna = await testServer.signIn('anna')
		const before = anna.token
		anna.token = (await anna.send('POST /auth/refresh')).data.access_token
		await anna.send('POST /auth/logout')
		expect((await anna.send('GET /auth/me', {}, { bearer: before })).http).toBe(401)
	})
})

describe('a person who signs in on a page that names the company of the site', () => {
	test('[LOGIN-22] gets their identity, and continues with a company of their own', async () => {
		const yves = await testServer.signIn('yves')
		const asStranger = { corpId: 'X' }
		const me = await yves.send('GET /auth/me', {}, asStranger)
		expect(me).toMatchObject({ http: 200, code: 200, data: { name: 'yves', corps: [{ corpId: 'Y' }] } })
		expect(await yves.send('GET /mobile/checkLogin', {}, asStranger)).toMatchObject({ code: 0 })
		const refreshed = await yves.send('POST /auth/refresh', {}, asStranger)
		expect(refreshed).toMatchObject({ code: 200 })
		yves.token = refreshed.data.access_token
		expect(await yves.send('GET /meeting/users/meetings', {}, asStranger)).toMatchObject({ http: 403 })
		expect(await yves.send('POST /auth/logout', {}, asStranger)).toMatchObject({ code: 200 })
		expect(await yves.send('GET /auth/me')).toMatchObject({ http: 401 })
	})
})

describe('whether somebody is signed in', () => {
	const check = 'GET /mobile/checkLogin'

	test('[API-05] is answered with the person, or with 401 in the body', async () => {
		const anna = await testServer.signIn('anna')
		expect(await anna.send(check)).toMatchObject({ http: 200, code: 0, data: { name: 'anna' } })
		const guest = await testServer.visit()
		expect(await guest.send(check)).toMatchObject({ http: 200, code: 401, data: undefined })
		expect(await guest.send(check, {}, { bearer: 'x'.repeat(43) })).toMatchObject({ code: 401 })
		await anna.send('POST /auth/logout')
		expect(await anna.send(check)).toMatchObject({ code: 401 })
	})

	test('[API-05] needs the token of the page', async () => {
		const anna = await testServer.signIn('anna')
		expect(await anna.send(check, {}, { csrf: null })).toMatchObject({ http: 419 })
	})
})

describe('the company of a person', () => {
	const remember = 'POST /corp/rememberLastCorp'

	test('[LOGIN-25, API-07] is remembered and then the one they speak for', async () => {
		const both = await testServer.signIn('both')
		expect(await both.send(remember, {}, { corpId: 'Y' })).toMatchObject({ code: 200 })
		const me = await both.send('GET /auth/me')
		expect(me.data.corps.map((own: { corpId: string; isDefault: number }) => [own.corpId, own.isDefault])).toEqual([
			['X', 0],
			['Y', 1],
		])
		await both.send(remember, { corpId: 'X' })
		expect((await both.send('GET /auth/me')).data.corps[0].isDefault).toBe(1)
	})

	test('[API-07] is one of their own', async () => {
		const anna = await testServer.signIn('anna')
		expect(await anna.send(remember, { corpId: 'Y' })).toMatchObject({ http: 403, code: 403 })
		expect(await anna.send(remember, { corpId: "'; drop" })).toMatchObject({ http: 422, message: 'corpId' })
	})
})
