import { encryptPassword } from '@parley/api'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { knownDeviceLifetimeMs } from '../modules/account/index.ts'
import {
	accountPassword,
	createTestServer,
	loginFields,
	type TestClient,
	type TestServer,
} from '../testing/testServer.ts'

/** Nobody can use up another user's attempts. */

const login = 'POST /auth/login?unauth&noErrorTip'
const loginBySms = 'POST /auth/loginBySMSCaptcha'
const sendCode = 'POST /auth/sendSMSCaptcha'
const minute = 60_000
const monas = '13800138000'
const wrongCode = 'wrong!'

let server: TestServer
beforeEach(async () => {
	server = await createTestServer({ callLimits: false })
})
afterEach(() => server.close())

const signsIn = async (who: TestClient, name: string, password = accountPassword) =>
	(await who.send(login, { ...loginFields(name, password), captcha: '' })).code

/** A stranger guesses until every limit shared by strangers is used up. */
async function attack(names: string[], stranger?: TestClient) {
	const who = stranger ?? (await server.visit())
	for (let i = 0; i < 12; i++) {
		for (const name of names) await who.send(login, { ...loginFields(name, 'wrong'), captcha: await server.pass(who) })
	}
}

/** A device on which someone has signed in, without the session. */
async function deviceOf(name: 'anna' | 'ben' | 'mona' | 'zoe' | 'yves', at?: { address?: string }) {
	const device = await server.signIn(name, at)
	device.token = undefined
	return device
}

describe('strangers who tried too many passwords', () => {
	test('[LOGIN-42] do not refuse the person on a device of theirs', async () => {
		const device = await deviceOf('anna')
		await attack(['anna'])
		expect(await signsIn(device, 'ANNA')).toBe(200)
	})

	test('[LOGIN-42] do not refuse them behind the same address either', async () => {
		const device = await deviceOf('anna', { address: '192.0.2.7' })
		await attack(
			['anna', ...Array.from({ length: 5 }, (_, i) => `name${i}`)],
			await server.visit({ address: '192.0.2.7' }),
		)
		expect(await signsIn(device, 'anna')).toBe(200)
	})

	test('[LOGIN-36, LOGIN-42] do not refuse them on a new device, with a solved challenge', async () => {
		await attack(['anna'])
		const device = await server.visit()
		expect(await signsIn(device, 'anna')).toBe(400)
		const captcha = await server.pass(device)
		expect((await device.send(login, { ...loginFields('anna'), captcha })).code).toBe(200)
	})

	test('[LOGIN-36] a challenge solved once admits once', async () => {
		await attack(['anna'])
		const device = await server.visit()
		const captcha = await server.pass(device)
		expect((await device.send(login, { ...loginFields('anna', 'wrong'), captcha })).code).toBe(1002)
		expect((await device.send(login, { ...loginFields('anna'), captcha })).code).toBe(800)
		const another = await server.visit()
		const solvedElsewhere = await server.pass(another)
		expect((await device.send(login, { ...loginFields('anna'), captcha: solvedElsewhere })).code).toBe(800)
	})

	test('[LOGIN-42] a known device has ten failures of its own, and is a stranger after that', async () => {
		const device = await deviceOf('anna')
		await attack(['anna'])
		const codes = []
		for (let i = 0; i < 11; i++) codes.push(await signsIn(device, 'anna', 'wrong'))
		expect(codes).toEqual([...Array(10).fill(1004), 400])
		expect(await signsIn(device, 'anna')).toBe(400)
		server.clock.advance(1)
		const second = await server.visit()
		expect((await second.send(login, { ...loginFields('anna'), captcha: await server.pass(second) })).code).toBe(200)
	})

	test('[LOGIN-42] failures of a known device count for no one else', async () => {
		const device = await deviceOf('anna', { address: '192.0.2.8' })
		for (let i = 0; i < 10; i++) await signsIn(device, 'anna', 'wrong')
		expect(await signsIn(await server.visit({ address: '192.0.2.8' }), 'anna')).toBe(200)
	})
})

describe('the cookie of a known device', () => {
	const cookieOf = (device: TestClient) => (device.deviceCookie ?? '').slice('parley_device='.length)
	/** Returns whether this cookie helps during an attack on the names. */
	async function helps(name: string, cookie: string, host?: string) {
		const who = await server.visit(host === undefined ? {} : { host })
		who.deviceCookie = `parley_device=${cookie}`
		return (await signsIn(who, name)) === 200
	}

	test('[API-38] is kept from scripts and other sites, for half a year', async () => {
		const device = await server.visit()
		const reply = await device.send(login, loginFields('anna'))
		const header = String(reply.headers['set-cookie'])
		for (const part of ['HttpOnly', 'SameSite=Lax', 'Path=/', `Max-Age=${knownDeviceLifetimeMs / 1000}`])
			expect(header).toContain(part)
		expect((await device.send(login, loginFields('anna', 'wrong'))).headers['set-cookie']).toBeUndefined()
	})

	test('[LOGIN-42] opens nothing on its own', async () => {
		const device = await deviceOf('anna')
		expect((await device.send('GET /auth/me')).http).toBe(401)
		expect(await signsIn(device, 'anna', 'wrong')).toBe(1004)
	})

	test('[LOGIN-42] of another person, of the same company or another one, helps no one', async () => {
		const [anna, ben, yves] = [await deviceOf('anna'), await deviceOf('ben'), await deviceOf('yves')]
		await attack(['anna'])
		expect(await helps('anna', cookieOf(ben))).toBe(false)
		expect(await helps('anna', cookieOf(yves))).toBe(false)
		expect(await helps('anna', cookieOf(anna))).toBe(true)
	})

	test('[LOGIN-42] of another site helps no one', async () => {
		const zoe = await deviceOf('zoe')
		await attack(['zoe'], await server.visit({ host: zoe.host }))
		expect(await helps('zoe', cookieOf(zoe))).toBe(false)
		expect(await helps('zoe', cookieOf(zoe), zoe.host)).toBe(true)
	})

	test('[LOGIN-42] if forged helps no one', async () => {
		const own = cookieOf(await deviceOf('anna'))
		const bens = cookieOf(await deviceOf('ben'))
		await attack(['anna'])
		const [payload = '', signature = ''] = own.split('.')
		const renamed = Buffer.from(payload, 'base64url').toString().replace('u-anna', 'u-ben')
		const longer = Buffer.from(payload, 'base64url')
			.toString()
			.replace(/\d{13}/, '9999999999999')
		const forged = [
			payload,
			`${payload}.`,
			`${payload}.${'A'.repeat(43)}`,
			`${payload}.${bens.split('.')[1]}`,
			`${bens.split('.')[0]}.${signature}`,
			`${Buffer.from(longer).toString('base64url')}.${signature}`,
			'not-base64!.x',
			'~'.repeat(100),
			'A'.repeat(4000),
		]
		for (const cookie of forged) expect([cookie, await helps('anna', cookie)]).toEqual([cookie, false])
		await attack(['ben'])
		expect(await helps('ben', `${Buffer.from(renamed).toString('base64url')}.${signature}`)).toBe(false)
		expect(await helps('anna', own)).toBe(true)
	})

	test('[LOGIN-42] expires', async () => {
		const cookie = cookieOf(await deviceOf('anna'))
		server.clock.advance(knownDeviceLifetimeMs - 1)
		await attack(['anna'])
		expect(await helps('anna', cookie)).toBe(true)
		await attack(['anna'])
		server.clock.advance(1)
		expect(await helps('anna', cookie)).toBe(false)
	})

	test('[API-22] is replaced with the password, and every other one of the person is worthless then', async () => {
		const [here, there] = [await server.signIn('anna'), await deviceOf('anna')]
		const before = cookieOf(here)
		const sealed = (password: string) => encryptPassword(password, new Uint8Array(16).fill(3))
		const fields = {
			action: 'modifyPassword',
			original_password: sealed(accountPassword),
			password: sealed('fresh-horse-43'),
			password_confirmation: sealed('fresh-horse-43'),
		}
		expect((await here.send('PATCH /meeting/users/u-anna', fields)).code).toBe(200)
		await attack(['anna'])
		const works = async (cookie: string) => {
			const who = await server.visit()
			who.deviceCookie = `parley_device=${cookie}`
			return (await signsIn(who, 'anna', 'fresh-horse-43')) === 200
		}
		expect(await works(before)).toBe(false)
		expect(await works(cookieOf(there))).toBe(false)
		expect(await works(cookieOf(here))).toBe(true)
	})

	test('[LOGIN-42] knows several people of one browser, the last five', async () => {
		const browser = await server.visit()
		const names = ['anna', 'ben', 'mona', 'mick', 'olga', 'otto'] as const
		for (const name of names) await browser.send(login, { ...loginFields(name), captcha: await server.pass(browser) })
		await attack(['anna', 'ben', 'otto'])
		expect(await signsIn(browser, 'anna')).toBe(400)
		expect(await signsIn(browser, 'otto')).toBe(200)
		expect(await signsIn(browser, 'ben')).toBe(200)
	})
})

describe('strangers who tried too many codes', () => {
	async function attackNumber() {
		const stranger = await server.visit()
		for (let i = 0; i < 12; i++) await stranger.send(loginBySms, { mobile: monas, inputCode: wrongCode })
	}
	async function newCode(who: TestClient) {
		server.clock.advance(minute)
		await who.send(sendCode, { type: 2, mobile: monas, captcha: await server.pass(who) })
		return { mobile: monas, inputCode: server.newestCode() }
	}

	test('[SMS-02] do not refuse the person on a device of theirs', async () => {
		const device = await deviceOf('mona')
		await attackNumber()
		expect((await device.send(loginBySms, await newCode(device))).code).toBe(200)
	})

	test('[SMS-02] do not refuse them on a new device, with a solved challenge', async () => {
		const device = await server.visit()
		await attackNumber()
		const fields = await newCode(device)
		expect(await device.send(loginBySms, fields)).toMatchObject({ http: 400, code: 400 })
		expect((await device.send(loginBySms, { ...fields, captcha: 'made up' })).code).toBe(800)
		expect((await device.send(loginBySms, { ...fields, captcha: await server.pass(device) })).code).toBe(200)
	})

	test.each([
		['POST /auth/checkForgetPasswordSMSCaptcha', 3],
		['POST /weChat/weChatBindingMobile', 4],
	])('[SMS-02] nor at %s', async (route, type) => {
		const device = await server.visit()
		await attackNumber()
		server.clock.advance(minute)
		await device.send(sendCode, { type, mobile: monas, captcha: await server.pass(device) })
		const fields = { mobile: monas, inputCode: server.newestCode(), info: server.envelope({ unionid: 'wx-1' }) }
		expect((await device.send(route, fields)).code).toBe(400)
		expect((await device.send(route, { ...fields, captcha: await server.pass(device) })).http).toBe(200)
	})

	test('[SMS-02] a number of a known device in another country is not known', async () => {
		const device = await deviceOf('mona')
		const fields = { mobile: '91234567', mobileCode: '852', inputCode: wrongCode }
		const stranger = await server.visit()
		for (let i = 0; i < 10; i++) await stranger.send(loginBySms, fields)
		expect((await device.send(loginBySms, fields)).code).toBe(400)
	})
})
