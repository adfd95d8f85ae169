import { createHmac } from 'node:crypto'
import { signEnvelope } from '@parley/api'
import { exportSPKI, importJWK, type JWTPayload } from 'jose'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
	accountPassword,
	corporatePassword,
	createTestServer,
	hostB,
	loginFields,
	type PersonName,
	shellSecrets,
	type TestClient,
	type TestServer,
} from '../../testing/testServer.ts'

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

const calls = {
	messenger: {
		field: 'info',
		check: 'POST /weChat/checkWeChatUser',
		bindable: 'GET /weChat/verifyMobileWeChatBinding',
		bindMobile: 'POST /weChat/weChatBindingMobile',
		bindOa: 'POST /weChat/weChatBindingOa',
		proveMobile: 'POST /weChat/mobileUnbundlingValidation',
		proveOa: 'POST /weChat/oaUnbundlingValidation',
		unbind: 'DELETE /weChat/userUnbundlingWeChat',
		known: 'unionid',
	},
	deviceMaker: {
		field: 'appleId',
		check: 'POST /apple/checkAppleUser',
		bindable: 'GET /apple/verifyMobileAppleBinding',
		bindMobile: 'POST /apple/appleBindingMobile',
		bindOa: 'POST /apple/appleBindingOa',
		proveMobile: 'POST /apple/mobileUnbundlingValidation',
		proveOa: 'POST /apple/oaUnbundlingValidation',
		unbind: 'DELETE /apple/userUnbundlingApple',
		known: 'appleId',
	},
} as const
type Kind = keyof typeof calls
const kinds: [Kind][] = [['messenger'], ['deviceMaker']]

/** A fresh proof of an identity, as the call takes it; each is different from the one before. */
let made = 0
async function proofOf(kind: Kind, subject = 'someone') {
	const proof =
		kind === 'messenger'
			? testServer.envelope({
					unionid: subject,
					nickname: ' 小  王😀',
					headimgurl: 'https://pictures.example/1.png?a=1&b=2',
				})
			: await testServer.issuer.token({ sub: subject, jti: String(++made) })
	return { [calls[kind].field]: proof }
}

async function coded(mobile: string, who = client) {
	const reply = await who.send('POST /auth/sendSMSCaptcha', { type: 4, mobile, captcha: await testServer.pass(who) })
	expect(reply.code).toBe(0)
	return { mobile: `86${mobile}`, mobileCode: '86', inputCode: testServer.newestCode() }
}

/** Binds an identity to the account of a number. */
async function bound(kind: Kind, mobile: string, subject = 'someone') {
	const fields = { ...(await coded(mobile)), ...(await proofOf(kind, subject)) }
	const reply = await client.send(calls[kind].bindMobile, fields)
	expect(reply).toMatchObject({ http: 200, code: 0 })
	testServer.clock.advance(minute)
	return reply.data.access_token as string
}

const me = async (token: string) => (await client.send('GET /auth/me', {}, { bearer: token })).data

describe.each(kinds)('the identity of a %s', kind => {
	const { check, bindMobile, known } = calls[kind]

	test('[SOC-08 to SOC-11] is not bound at first (100005), and signs in once it is', async () => {
		expect(await client.send(check, await proofOf(kind))).toMatchObject({ http: 200, code: 100005, data: undefined })
		const token = await bound(kind, monas)
		expect(await me(token)).toMatchObject({ name: 'mona', [known]: 'someone' })
		const reply = await client.send(check, await proofOf(kind))
		expect(reply).toMatchObject({ http: 200, code: 200, data: { access_token: expect.stringMatching(/^[\w-]{43}$/) } })
		expect((await me(reply.data.access_token)).name).toBe('mona')
		expect((await client.send(check, await proofOf(kind, 'another person'))).code).toBe(100005)
	})

	test('[SOC-10, OP-050] a person who stays signed in has a week', async () => {
		await bound(kind, monas)
		const reply = await client.send(check, { ...(await proofOf(kind)), auto_login: 1 })
		testServer.clock.advance(6 * 24 * 60 * minute)
		expect((await me(reply.data.access_token)).name).toBe('mona')
	})

	test('[SOC-08, SOC-09] a proof admits once; a refused check has not used it', async () => {
		const proof = await proofOf(kind)
		expect((await client.send(check, proof)).code).toBe(100005)
		expect((await client.send(check, proof)).code).toBe(100005)
		const fields = { ...(await coded(monas)), ...proof }
		expect((await client.send(bindMobile, fields)).code).toBe(0)
		expect(await client.send(check, proof)).toMatchObject({ http: 401, code: 40101, data: undefined })
		const another = await proofOf(kind)
		const tries = await Promise.all([1, 2, 3].map(() => client.send(check, another)))
		expect(tries.map(reply => reply.code).sort()).toEqual([200, 40101, 40101])
	})

	test('[SOC-08] written in another way it is the same proof', async () => {
		await bound(kind, monas)
		const { field } = calls[kind]
		const proof = String((await proofOf(kind))[field])
		expect((await client.send(check, { [field]: proof })).code).toBe(200)
		const spellings =
			kind === 'messenger'
				? [`${proof}.x`, proof.toUpperCase(), ` ${proof}`]
				: [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map(last => proof.slice(0, -1) + last)
		for (const spelling of spellings)
			expect((await testServer.visit().then(other => other.send(check, { [field]: spelling }))).code).toBe(40101)
	})

	test('[SOC-08, SOC-09] counts on the site it is bound on', async () => {
		await bound(kind, monas)
		const there = await testServer.visit({ host: hostB })
		const proof =
			kind === 'messenger' ? { info: testServer.envelope({ unionid: 'someone' }, 'B') } : await proofOf(kind)
		expect((await there.send(check, proof)).code).toBe(100005)
	})

	test('[SOC-04, SOC-05] is refused if the site does not accept it', async () => {
		await bound(kind, monas)
		await testServer.set('A', kind === 'messenger' ? { messengerLogin: false } : { deviceMakerLogin: false })
		expect(await client.send(check, await proofOf(kind))).toMatchObject({ http: 403, code: 403 })
		const fields = { ...(await coded(ottos)), ...(await proofOf(kind, 'other')) }
		expect((await client.send(bindMobile, fields)).http).toBe(403)
		const oa = { ...loginFields('olga', corporatePassword), ...(await proofOf(kind, 'other')) }
		expect((await client.send(calls[kind].bindOa, oa)).http).toBe(403)
	})

	test('[SOC-12] of a person without a company: 100007, and no session', async () => {
		await bound(kind, monas)
		await testServer.database.db
			.$extendTables<{ memberships: { user_id: string } }>()
			.deleteFrom('memberships')
			.where('user_id', '=', 'u-mona')
			.execute()
		expect(await client.send(check, await proofOf(kind))).toMatchObject({ http: 403, code: 100007, data: undefined })
	})
})

describe('an envelope', () => {
	const check = calls.messenger.check
	const ask = async (info: string) => (await client.send(check, { info })).code

	test('[SOC-08] is good for five minutes, either way', async () => {
		const at = testServer.clock.now()
		const limit = 5 * minute
		expect(await ask(testServer.envelope({ unionid: 'a', at: at - limit + 1 }))).toBe(100005)
		expect(await ask(testServer.envelope({ unionid: 'a', at: at - limit }))).toBe(40101)
		expect(await ask(testServer.envelope({ unionid: 'a', at: at + limit - 1 }))).toBe(100005)
		expect(await ask(testServer.envelope({ unionid: 'a', at: at + limit }))).toBe(40101)
	})

	test('[SOC-08] of another site, another secret, or none is refused', async () => {
		expect(await ask(testServer.envelope({ unionid: 'a' }, 'B'))).toBe(40101)
		const usual = { unionid: 'a', at: testServer.clock.now(), nonce: 'n'.repeat(16) }
		expect(await ask(signEnvelope(usual, ''))).toBe(40101)
		expect(await ask(signEnvelope(usual, 'undefined'))).toBe(40101)
		expect(await ask(Buffer.from(JSON.stringify(usual)).toString('hex'))).toBe(40101)
		expect(await ask('')).toBe(40101)
		expect(await ask(signEnvelope(usual, shellSecrets.A))).toBe(100005)
	})

	test('[SOC-08] is refused on a site that shares no secret with its shell', async () => {
		await testServer.database.db
			.$extendTables<{ sites: { id: string; shell_secret: string | null } }>()
			.updateTable('sites')
			.set({ shell_secret: null })
			.where('id', '=', 'A')
			.execute()
		const usual = { unionid: 'a', at: testServer.clock.now(), nonce: 'n'.repeat(16) }
		for (const secret of ['', 'null', 'undefined', shellSecrets.A])
			expect(await ask(signEnvelope(usual, secret))).toBe(40101)
	})

	test('[SOC-08] with an invalid name is refused', async () => {
		for (const unionid of ['', 'a\u0000b', '\ud800', '王', 'a\nb'])
			expect(await ask(testServer.envelope({ unionid }))).toBe(40101)
	})

	test('[SOC-08] of the workplace app is not accepted as the messenger’s', async () => {
		expect(await ask(testServer.envelope({ openid: 'a' }))).toBe(40101)
		const openid = testServer.envelope({ unionid: 'a' })
		expect((await client.send('POST /auth/dingTalkLogin', { openid })).code).toBe(40101)
	})

	test('[SOC-08] cannot be read by the person it is about', async () => {
		await testServer.set('A', {})
		const boot = await testServer.app.inject({ url: '/', headers: { accept: 'text/html', host: 'a.example' } })
		for (const text of [boot.body, (await client.send('GET /corp/indexCorp')).text])
			expect(text).not.toContain(shellSecrets.A)
	})
})

describe('an identity token', () => {
	const ask = async (appleId: string) => (await client.send(calls.deviceMaker.check, { appleId })).code
	const nowS = () => Math.floor(testServer.clock.now() / 1000)
	const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

	test('[SOC-09] of the right issuer for the right app is taken', async () => {
		expect(await ask(await testServer.issuer.token())).toBe(100005)
		expect(await ask(await testServer.issuer.token({ aud: ['elsewhere', 'org.example.parley'] }))).toBe(100005)
	})

	test.each([
		['for another app', { aud: 'org.example.other' }],
		['for no app', { aud: undefined }],
		['of another issuer', { iss: 'https://evil.example' }],
		['of a similar issuer', { iss: 'https://issuer.example/' }],
		['about nobody', { sub: undefined }],
		['about an empty name', { sub: '' }],
		['about an endless name', { sub: 'x'.repeat(201) }],
		['that never expires', { exp: undefined }],
		['of no time', { iat: undefined }],
	])('[SOC-09] %s is refused', async (_, claims) => {
		expect(await ask(await testServer.issuer.token(claims as JWTPayload))).toBe(40101)
	})

	test('[SOC-09] that is expired, or from a clock that runs ahead, is refused', async () => {
		expect(await ask(await testServer.issuer.token({ exp: nowS() - 59 }))).toBe(100005)
		expect(await ask(await testServer.issuer.token({ exp: nowS() - 61 }))).toBe(40101)
		expect(await ask(await testServer.issuer.token({ iat: nowS() + 59 }))).toBe(100005)
		expect(await ask(await testServer.issuer.token({ iat: nowS() + 61 }))).toBe(40101)
		expect(await ask(await testServer.issuer.token({ nbf: nowS() + 61 }))).toBe(40101)
		// Regardless of the lifetime its issuer gives it.
		expect(await ask(await testServer.issuer.token({ iat: nowS() - 3_661, exp: nowS() + 86_400 }))).toBe(40101)
	})

	test('[SOC-09] signed by another key, or changed after that, is refused', async () => {
		expect(await ask(await testServer.issuer.token({}, 'others'))).toBe(40101)
		const [header, , signature] = (await testServer.issuer.token()).split('.')
		const claims = {
			iss: 'https://issuer.example',
			aud: 'org.example.parley',
			sub: 'victim',
			iat: nowS(),
			exp: nowS() + 60,
		}
		expect(await ask([header, base64(claims), signature].join('.'))).toBe(40101)
	})

	test('[SOC-09] without a signature, or with the public key as a password, is refused', async () => {
		const claims = {
			iss: 'https://issuer.example',
			aud: 'org.example.parley',
			sub: 'victim',
			iat: nowS(),
			exp: nowS() + 60,
		}
		for (const alg of ['none', 'None', 'NONE']) {
			const unsigned = `${base64({ alg, typ: 'JWT' })}.${base64(claims)}`
			for (const token of [`${unsigned}.`, unsigned, `${unsigned}.AAAA`]) expect(await ask(token)).toBe(40101)
		}
		const jwk = await testServer.issuer.publicKey()
		const pem = await exportSPKI((await importJWK(jwk, 'RS256')) as Parameters<typeof exportSPKI>[0])
		for (const key of [pem, JSON.stringify(jwk), jwk.n ?? '']) {
			const text = `${base64({ alg: 'HS256', kid: jwk.kid })}.${base64(claims)}`
			expect(await ask(`${text}.${createHmac('sha256', key).update(text).digest('base64url')}`)).toBe(40101)
		}
	})

	test.each(['', 'x', 'a.b.c', '..', `${'A'.repeat(7_000)}.A.A`])(
		'[SOC-09] that is malformed (%#) is refused',
		async text => {
			expect(await ask(text)).toBe(40101)
		},
	)
})

describe.each(kinds)('binding a %s by number', kind => {
	const { bindMobile, bindable, known } = calls[kind]
	const attempt = async (fields: object, subject?: string) =>
		await client.send(bindMobile, { ...(await proofOf(kind, subject)), ...fields })

	test('[BIND-05, BIND-07] a number with an account is bound to it', async () => {
		const token = await bound(kind, monas)
		expect(await me(token)).toMatchObject({ name: 'mona', mobile: monas, [known]: 'someone' })
	})

	test('[BIND-07] an unused number gets an account in the personal edition', async () => {
		const token = await bound(kind, free)
		expect(await me(token)).toMatchObject({
			name: free,
			display_name: kind === 'messenger' ? '小 王' : '139****9000',
			is_completed_info: 1,
			mobile: free,
			mobileCode: '86',
			corps: [{ corpId: 'P', corpType: 2 }],
			...(kind === 'messenger' && { nickname: '小 王', head_img_url: 'https://pictures.example/1.png?a=1&b=2' }),
		})
		// Without a password, until one is set.
		expect((await client.send('POST /auth/login?unauth', loginFields(free, ''))).code).toBe(1004)
		expect((await client.send('POST /auth/login?unauth', loginFields(free))).code).toBe(1004)
	})

	test('[BIND-19] but not if the site creates its accounts itself, or has no personal edition: 100007', async () => {
		await testServer.set('A', { type: 1 })
		expect(await attempt(await coded(free))).toMatchObject({ http: 403, code: 100007, data: undefined })
		expect((await attempt(await coded(monas))).code).toBe(0)
		await testServer.set('A', { type: 2 })
		expect((await client.send('POST /auth/mobileIsRegister', { mobile: free })).data.registered).toBe(0)
		expect((await attempt(await coded('13800138004'), 'lone')).code).toBe(100007)
	})

	test('[BIND-17, BIND-18] with a code or a number that does not fit', async () => {
		const fields = await coded(monas)
		expect(await attempt({ ...fields, inputCode: '1' })).toMatchObject({ http: 401, code: 200005 })
		expect(await attempt({ ...fields, mobile: '1' })).toMatchObject({ http: 422, code: 200003 })
		testServer.clock.advance(5 * minute)
		await client.reload()
		expect(await attempt(fields)).toMatchObject({ http: 401, code: 200000 })
	})

	test('[BIND-20] too many wrong codes: 1002 with Retry-After', async () => {
		const codes = []
		for (let i = 0; i < 11; i++) codes.push((await attempt({ mobile: monas, inputCode: 'x' })).code)
		expect(codes).toEqual([...Array(10).fill(200005), 400])
		const visitor = await testServer.visit()
		const reply = await visitor.send(bindMobile, {
			...(await proofOf(kind)),
			...{ mobile: monas, inputCode: 'x', captcha: await testServer.pass(visitor) },
		})
		expect(reply).toMatchObject({ http: 429, code: 1002 })
		expect(Number(reply.headers['retry-after'])).toBeGreaterThan(800)
	})

	test('[BIND-21] an account that has another one: 200013; an identity of another person: 200013', async () => {
		await bound(kind, monas)
		expect(await attempt(await coded(monas), 'another')).toMatchObject({ http: 409, code: 200013, data: undefined })
		expect(await attempt(await coded(ottos))).toMatchObject({ http: 409, code: 200013, data: undefined })
		expect((await client.send(calls[kind].check, await proofOf(kind, 'another'))).code).toBe(100005)
		// A failed attempt leaves nothing behind: no account of the number either.
		expect((await attempt(await coded(free))).code).toBe(200013)
		expect((await client.send('POST /auth/mobileIsRegister', { mobile: free })).data.registered).toBe(0)
	})

	test('[BIND-07] the identity that is bound already, once more: signed in', async () => {
		await bound(kind, monas)
		expect((await attempt(await coded(monas))).code).toBe(0)
	})

	test('[BIND-21] two people at once with one identity: one is bound', async () => {
		const [first, second] = [await coded(monas), await coded(ottos)]
		const replies = await Promise.all([attempt(first), attempt(second)])
		expect(replies.map(reply => reply.code).sort()).toEqual([0, 200013])
	})

	test('[SOC-08, SOC-09] a proof that is not good: refused before the code is looked at', async () => {
		const fields = { ...(await coded(monas)), [calls[kind].field]: 'x' }
		expect(await client.send(bindMobile, fields)).toMatchObject({ http: 401, code: 40101 })
		const spent = await proofOf(kind)
		expect((await attempt({ ...fields, ...spent })).code).toBe(0)
		testServer.clock.advance(minute)
		const again = await coded(monas)
		expect((await attempt({ ...again, ...spent })).code).toBe(40101)
		expect((await attempt(again)).code).toBe(0)
	})

	test('[BIND-09, SOC-13] whether a number may be bound', async () => {
		const ask = (mobile: string) => client.send(bindable, { mobile, mobileCode: '86' })
		expect(await ask(monas)).toMatchObject({ http: 200, code: 0, data: { registered: 1 } })
		expect(await ask(free)).toMatchObject({ http: 200, code: 0, data: { registered: 0 } })
		expect(await ask('1')).toMatchObject({ http: 422, code: 200003 })
		expect(await ask('13800138004')).toMatchObject({ http: 403, code: 100007 })
		await bound(kind, monas)
		expect(await ask(monas)).toMatchObject({ http: 409, code: 100006 })
		await testServer.set('A', { type: 1 })
		expect(await ask(free)).toMatchObject({ http: 403, code: 100007 })
	})
})

describe.each(kinds)('binding a %s to a corporate account', kind => {
	const { bindOa, known } = calls[kind]
	const attempt = async (name: string, password = accountPassword, { subject = 'someone', captcha = '' } = {}) =>
		await client.send(bindOa, { ...loginFields(name, password), captcha, ...(await proofOf(kind, subject)) })

	test('[BIND-06, BIND-08] its password of the directory binds and signs in', async () => {
		const reply = await attempt('olga', corporatePassword)
		expect(reply).toMatchObject({ http: 200, code: 0 })
		expect(await me(reply.data.access_token)).toMatchObject({ name: 'olga', source_name: 'OA', [known]: 'someone' })
		expect((await client.send(calls[kind].check, await proofOf(kind))).code).toBe(200)
	})

	test('[BIND-08] without one from the directory, the one it has here', async () => {
		expect((await attempt('otto')).code).toBe(0)
		expect((await attempt('olga', accountPassword, { subject: 'other' })).code).toBe(1001)
	})

	test('[BIND-23] a name that cannot be one, or whose account is of no directory: 1004', async () => {
		expect(await attempt('x')).toMatchObject({ http: 401, code: 1004, data: undefined })
		expect(await attempt('anna')).toMatchObject({ http: 401, code: 1004, data: undefined })
	})

	test('[BIND-24] a wrong password and an unused name: 1001, and indistinguishable', async () => {
		const wrong = await attempt('olga', 'wrong')
		expect(wrong).toMatchObject({ http: 401, code: 1001 })
		expect(await attempt('nobody', 'wrong')).toMatchObject({ http: 401, text: wrong.text })
		expect(await attempt('anna', 'wrong')).toMatchObject({ http: 401, text: wrong.text })
	})

	test('[BIND-25] ten guesses, here and at signing in together: 1002 with Retry-After', async () => {
		for (let i = 0; i < 5; i++) {
			const captcha = await testServer.pass(client)
			await client.send('POST /auth/login?unauth', { ...loginFields('olga', 'wrong'), captcha })
		}
		const codes = []
		for (let i = 0; i < 6; i++)
			codes.push((await attempt('olga', 'wrong', { captcha: await testServer.pass(client) })).code)
		expect(codes).toEqual([1001, 1001, 1001, 1001, 1001, 1002])
		client = await testServer.visit()
		expect((await attempt('olga', corporatePassword)).code).toBe(400)
		const reply = await attempt('olga', 'wrong', { captcha: await testServer.pass(client) })
		expect(reply).toMatchObject({ http: 429, code: 1002 })
		expect(Number(reply.headers['retry-after'])).toBeGreaterThan(800)
		expect((await attempt('olga', corporatePassword, { captcha: await testServer.pass(client) })).code).toBe(0)
	})

	test('[BIND-04] the challenge comes first if it is required', async () => {
		await testServer.set('A', { challengeOpen: true })
		expect(await attempt('olga', corporatePassword)).toMatchObject({ http: 400, code: 400 })
		expect((await attempt('olga', corporatePassword, { captcha: 'x' })).code).toBe(800)
		expect((await attempt('olga', corporatePassword, { captcha: await testServer.pass(client) })).code).toBe(0)
	})

	test('[BIND-04] and it opens after three wrong passwords', async () => {
		const codes = []
		for (let i = 0; i < 4; i++) codes.push((await attempt('olga', 'wrong')).code)
		expect(codes).toEqual([1001, 1001, 1001, 400])
	})

	test('[BIND-26] an identity of another person: 100006', async () => {
		await bound(kind, monas)
		expect(await attempt('olga', corporatePassword)).toMatchObject({ http: 409, code: 100006, data: undefined })
	})

	test('[BIND-27] an account that has another one: 200013', async () => {
		await attempt('olga', corporatePassword)
		const reply = await attempt('olga', corporatePassword, { subject: 'another' })
		expect(reply).toMatchObject({ http: 409, code: 200013, data: undefined })
	})
})

describe('binding a messenger from inside', () => {
	const bindOwn = 'POST /weChat/userBindingWeChat'

	test('[PERS-34] it is the signed-in person’s', async () => {
		const anna = await testServer.signIn('anna')
		expect(await anna.send(bindOwn, await proofOf('messenger'))).toMatchObject({ http: 200, code: 0 })
		expect((await anna.send('GET /auth/me')).data).toMatchObject({ unionid: 'someone', nickname: '小 王' })
	})

	test('[BIND-29] of another person, or in addition to another one: 100006; an invalid proof: 40101', async () => {
		const [anna, ben] = [await testServer.signIn('anna'), await testServer.signIn('ben')]
		await anna.send(bindOwn, await proofOf('messenger'))
		expect(await ben.send(bindOwn, await proofOf('messenger'))).toMatchObject({ http: 409, code: 100006 })
		expect((await anna.send(bindOwn, await proofOf('messenger', 'other'))).code).toBe(100006)
		expect((await ben.send(bindOwn, { info: 'x' })).code).toBe(40101)
		expect((await client.send(bindOwn, await proofOf('messenger', 'other'))).http).toBe(401)
	})

	test('[PERS-34] only a picture that can be shown is kept', async () => {
		for (const [name, headimgurl] of [
			['anna', 'javascript:alert(1)'],
			['ben', 'http://pictures.example/1.png'],
			['both', 'https://pictures.example/\u0000'],
			['yves', 'https://pictures.example/"><script>'],
		] as [PersonName, string][]) {
			const person = await testServer.signIn(name)
			await person.send(bindOwn, { info: testServer.envelope({ unionid: name, headimgurl, nickname: '😀' }) })
			const { data } = await person.send('GET /auth/me')
			expect([data.unionid, data.head_img_url, data.nickname]).toEqual([name, undefined, undefined])
		}
	})
})

describe.each(kinds)('taking a %s off', kind => {
	const { proveMobile, proveOa, unbind, check } = calls[kind]
	const other = kind === 'messenger' ? calls.deviceMaker : calls.messenger

	test('[UNBIND-01, UNBIND-02, UNBIND-04] with a code to one’s own number', async () => {
		client.token = await bound(kind, monas)
		const proof = await client.send(proveMobile, await coded(monas))
		expect(proof).toMatchObject({ http: 200, code: 200, data: { token: expect.any(String) } })
		expect(await client.send(unbind, { token: proof.data.token })).toMatchObject({ http: 200, code: 200 })
		expect((await client.send(check, await proofOf(kind))).code).toBe(100005)
		expect((await client.send('GET /auth/me')).data[calls[kind].known]).toBeUndefined()
		// It can be bound again, also to another person.
		client.token = undefined
		await bound(kind, ottos)
	})

	test('[UNBIND-06 to UNBIND-09] accounts that cannot be proven', async () => {
		const mona = await testServer.signIn('mona')
		const fields = await coded(monas, mona)
		expect(await mona.send(proveMobile, { ...fields, inputCode: '1' })).toMatchObject({ http: 401, code: 200005 })
		expect(await mona.send(proveMobile, { ...fields, mobile: '1' })).toMatchObject({ http: 422, code: 200003 })
		expect(await mona.send(proveMobile, await coded(ottos, mona))).toMatchObject({ http: 401, code: 1004 })
		expect(await mona.send(proveMobile, await coded(free, mona))).toMatchObject({ http: 401, code: 1004 })
		expect((await mona.send(proveMobile, await coded('13800138004', mona))).code).toBe(1004)
		testServer.clock.advance(5 * minute)
		expect(await mona.send(proveMobile, fields)).toMatchObject({ http: 401, code: 200000 })
		// Nor by a person without a number, with an unused one.
		const anna = await testServer.signIn('anna')
		expect((await anna.send(proveMobile, await coded(free, anna))).code).toBe(1004)
	})

	test('[UNBIND-03, OP-037] with one’s corporate account', async () => {
		const fields = { ...loginFields('olga', corporatePassword), captcha: '' }
		const { data } = await client.send(calls[kind].bindOa, { ...fields, ...(await proofOf(kind)) })
		client.token = data.access_token
		const proof = await client.send(proveOa, fields)
		expect(proof).toMatchObject({ http: 200, code: 200, data: { token: expect.any(String) } })
		expect((await client.send(unbind, { token: proof.data.token })).code).toBe(200)
		expect((await client.send(check, await proofOf(kind))).code).toBe(100005)
	})

	test('[UNBIND-10, UNBIND-11] another person’s account: 1004; a wrong password: 1001', async () => {
		const otto = await testServer.signIn('otto')
		expect(await otto.send(proveOa, loginFields('olga', corporatePassword))).toMatchObject({ http: 401, code: 1004 })
		expect(await otto.send(proveOa, loginFields('olga', 'wrong'))).toMatchObject({ http: 401, code: 1001 })
		expect((await otto.send(proveOa, loginFields('nobody', 'wrong'))).code).toBe(1001)
		expect((await client.send(proveOa, loginFields('anna'))).code).toBe(1004)
	})

	test('[UNBIND-12] too many guesses: 1002 with Retry-After', async () => {
		const visitor = await testServer.visit()
		const guess = async () =>
			visitor.send(proveOa, { ...loginFields('olga', 'wrong'), captcha: await testServer.pass(visitor) })
		const replies = []
		for (let i = 0; i < 11; i++) replies.push(await guess())
		expect(replies.map(reply => reply.code)).toEqual([...Array(10).fill(1001), 1002])
		expect(Number(replies[10]?.headers['retry-after'])).toBeGreaterThan(800)
	})

	test('[UNBIND-04] a token is good once, for this person, for this kind of identity', async () => {
		client.token = await bound(kind, monas)
		const { token } = (await client.send(proveMobile, await coded(monas))).data
		const anna = await testServer.signIn('anna')
		expect(await anna.send(unbind, { token })).toMatchObject({ http: 410, code: 200000 })
		expect((await client.send(other.unbind, { token })).code).toBe(200000)
		expect((await client.send(unbind, { token: 'made up' })).code).toBe(200000)
		const tries = await Promise.all([1, 2, 3].map(() => client.send(unbind, { token })))
		expect(tries.map(reply => reply.code).sort()).toEqual([200, 200000, 200000])
		testServer.clock.advance(minute)
		const late = (await client.send(proveMobile, await coded(monas))).data
		testServer.clock.advance(15 * minute)
		expect((await client.send(unbind, late)).code).toBe(200000)
	})

	test('[OP-038] signed out, a corporate account is proven for a new password and for nothing else', async () => {
		const { token } = (await client.send(proveOa, loginFields('olga', corporatePassword))).data
		const olga = await testServer.signIn('olga')
		expect((await olga.send(unbind, { token })).code).toBe(200000)
		const { password } = loginFields('', 'fresh-horse-43')
		const reset = { token, password, password_confirmation: password }
		expect((await client.send('POST /auth/forgetPassword', reset)).code).toBe(200)
		expect((await olga.send('GET /auth/me')).http).toBe(401)
		expect((await client.send('POST /auth/login?unauth', loginFields('olga', 'fresh-horse-43'))).code).toBe(200)
		// Signed in, it is proven for taking an identity off, and for nothing else.
		const again = await client.send('POST /auth/login?unauth', loginFields('olga', 'fresh-horse-43'))
		const own = await client.send(proveOa, loginFields('olga', corporatePassword), {
			bearer: again.data.access_token,
		})
		const wrongUse = await client.send('POST /auth/forgetPassword', { ...reset, token: own.data.token })
		expect(wrongUse.code).toBe(200000)
	})
})

describe('the workplace app', () => {
	const dingTalk = 'POST /auth/dingTalkLogin'

	test('[SOC-17, SOC-18] signs in the linked person, once per envelope', async () => {
		expect(await client.send(dingTalk, { openid: testServer.envelope({ openid: 'ding-1' }) })).toMatchObject({
			http: 200,
			code: 100005,
		})
		const { db } = testServer.database
		await db
			.$extendTables<{ identities: object }>()
			.insertInto('identities')
			.values({ site_id: 'A', provider: 'workplace', subject: 'ding-1', user_id: 'u-anna', bound_at: 1 } as never)
			.execute()
		const openid = testServer.envelope({ openid: 'ding-1' })
		const reply = await client.send(dingTalk, { openid })
		expect(reply).toMatchObject({ http: 200, code: 200 })
		expect((await me(reply.data.access_token)).name).toBe('anna')
		expect(await client.send(dingTalk, { openid })).toMatchObject({ http: 401, code: 40101 })
		expect((await client.send(dingTalk, { openid: 'ding-1' })).code).toBe(40101)
		// Known by the workplace app, she is not known by the messenger.
		expect((await client.send(calls.messenger.check, { info: testServer.envelope({ unionid: 'ding-1' }) })).code).toBe(
			100005,
		)
	})
})
