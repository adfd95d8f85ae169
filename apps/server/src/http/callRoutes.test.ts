import { call, commonRefusals, field, methodOf, needsToken, pathOf, shape } from '@parley/api'
import { ok } from '@parley/core'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { callsOf } from '../modules/nouns.ts'
import type { TrustedProxies } from '../platform/clientAddress.ts'
import { handlers } from '../platform/handlers.ts'
import { createLog } from '../platform/log.ts'
import { createMemoryRateLimits } from '../platform/rateLimit.ts'
import {
	accountPassword,
	aNewMeeting,
	corporatePassword,
	createTestServer,
	hostA,
	hostB,
	loginFields,
	replyOf,
	schedule,
	shellSecrets,
	type TestClient,
	type TestServer,
} from '../testing/testServer.ts'
import { createApp } from './app.ts'
import { createAuthenticate } from './authenticate.ts'
import { registerCalls } from './callRoutes.ts'
import { csrf } from './csrf.ts'
import { handleErrors } from './errorHandler.ts'

let server: TestServer
beforeEach(async () => {
	server = await createTestServer()
})
afterEach(() => server.close())

describe('the token of the page', () => {
	const create = 'POST /meeting/meetings'

	test.each([
		['missing', null],
		['empty', ''],
		['made up', 'abc.def'],
		['without signature', 'lqx1k2.'],
	])('[HTTP-05, JERR-15] %s: 419, before anything is done', async (_, csrf) => {
		const anna = await server.signIn('anna')
		expect(await anna.send(create, aNewMeeting(), { csrf })).toMatchObject({ http: 419, code: 419 })
		expect((await anna.send('GET /meeting/users/meetings')).data.meetings.data).toEqual([])
	})

	test('[HTTP-05] of another browser: 419; without the cookie: 419', async () => {
		const [anna, ben] = [await server.signIn('anna'), await server.signIn('ben')]
		expect((await anna.send(create, aNewMeeting(), { csrf: ben.csrfToken })).http).toBe(419)
		anna.cookie = ''
		expect((await anna.send(create, aNewMeeting())).http).toBe(419)
	})

	test('[HTTP-05] is good for a day', async () => {
		const client = await server.visit()
		const out = () => client.send('POST /auth/logout')
		server.clock.advance(86_400_000 - 1)
		expect((await out()).http).toBe(401)
		server.clock.advance(1)
		expect((await out()).http).toBe(419)
	})

	test('[HTTP-05] the cookie cannot be read by scripts and stays with the site', async () => {
		const page = await server.app.inject({ url: '/', headers: { accept: 'text/html' } })
		expect([page.headers['set-cookie']].flat()[0]).toMatch(
			/^parley_browser=[\w-]{32}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/,
		)
	})
})

describe('what cannot be read', () => {
	const post = (payload: string, type = 'application/json') =>
		server.app
			.inject({ method: 'POST', url: '/auth/login?unauth', payload, headers: { 'content-type': type } })
			.then(replyOf)

	test('[API-38] malformed JSON: 400', async () => {
		for (const text of ['{', '"', '{"a":1,}', '{"__proto__":{"x":1}}']) {
			expect(await post(text)).toMatchObject({ http: 400, code: 400, message: 'malformed' })
		}
	})

	test('[API-38] JSON that is no object is an object without fields', async () => {
		for (const text of ['5', '[]', 'null', '"x"']) expect((await post(text)).http).toBe(419)
	})

	test('[API-38] more than 256 KiB: 413', async () => {
		expect(await post(JSON.stringify({ name: 'x'.repeat(262_144) }))).toMatchObject({
			http: 413,
			code: 413,
			message: 'tooLarge',
		})
	})

	test('[API-38] another type of content: 415', async () => {
		expect(await post('name=anna', 'application/x-www-form-urlencoded')).toMatchObject({ http: 415, code: 415 })
	})

	test('[API-38] invalid input is named by field only', async () => {
		const client = await server.visit()
		const reply = await client.send('POST /auth/login?unauth', {
			name: { secret: 'value' },
			password: 'x'.repeat(1001),
		})
		expect(reply).toMatchObject({ http: 422, code: 422, message: 'name, password' })
		expect(reply.text).not.toContain('value')
	})

	test('[API-38] a path that is no call: 404 as JSON; for a person the page', async () => {
		for (const request of [
			{ url: '/nothing' },
			{ method: 'POST' as const, url: '/nothing', headers: { accept: 'text/html' } },
		]) {
			expect(replyOf(await server.app.inject(request))).toMatchObject({ http: 404, code: 404, message: 'missing' })
		}
		const page = await server.app.inject({ url: '/MeetingList', headers: { accept: 'text/html' } })
		expect(page.statusCode).toBe(200)
		// Link previews and probes accept anything.
		const probe = await server.app.inject({ url: '/MeetingList', headers: { accept: '*/*' } })
		expect(probe.statusCode).toBe(200)
		const unknown = await server.app.inject({ url: '/nothing', headers: { accept: 'text/html' } })
		expect(unknown.statusCode).toBe(404)
		expect(unknown.body).toContain('csrf-token')
		const asset = await server.app.inject({ url: '/assets/gone.js', headers: { accept: 'text/html' } })
		expect(asset.statusCode).toBe(404)
	})

	test('[HTTP-01] the template and the lists of the build are not served', async () => {
		for (const url of ['/index.html', '/routes.json', '/.vite/manifest.json', '/..%2f..%2fetc/passwd']) {
			const { statusCode, body } = await server.app.inject({ url })
			expect(statusCode).toBe(404)
			expect(body).not.toContain('parley:head')
		}
	})
})

test('[JERR-16] a failure inside says nothing but a number to ask for, and is logged once', async () => {
	const anna = await server.signIn('anna')
	await server.database.close()
	const reply = await anna.send('GET /meeting/users/meetings')
	expect(reply.http).toBe(500)
	expect(JSON.parse(reply.text)).toEqual({ code: 500, message: 'broken', requestId: reply.headers['x-request-id'] })
	const failures = server
		.logged()
		.split('\n')
		.filter(line => line.includes('request failed'))
	expect(failures).toHaveLength(1)
	expect(failures[0]).toContain(String(reply.headers['x-request-id']))
	expect(replyOf(await server.app.inject('/readyz')).http).toBe(503)
	expect(replyOf(await server.app.inject('/healthz')).http).toBe(200)
	server.database.close = async () => {}
})

test('[API-38] more calls from one address than allowed: 429 with Retry-After, and no one else waits', async () => {
	const client = await server.visit()
	const replies = []
	for (let i = 0; i < 31; i++) replies.push(await client.send('POST /auth/login?unauth', {}))
	expect(replies.slice(0, 30).every(reply => reply.http === 422)).toBe(true)
	expect(replies[30]).toMatchObject({ http: 429, code: 429, message: 'tooMany' })
	const waitS = Number(replies[30]?.headers['retry-after'])
	expect(waitS).toBeGreaterThan(0)
	expect(waitS).toBeLessThanOrEqual(60)
	expect((await (await server.visit()).send('POST /auth/login?unauth', {})).http).toBe(422)
	expect((await client.send('GET /corp/indexCorp')).http).toBe(200)
})

test('[API-38] a forged X-Forwarded-For is not believed', async () => {
	const client = await server.visit()
	const as = (address: string) =>
		client.send('POST /auth/login?unauth', {}, { headers: { 'x-forwarded-for': address } })
	for (let i = 0; i < 30; i++) await as(`203.0.113.${i}`)
	expect((await as('203.0.113.99')).http).toBe(429)
})

test('[API-38] members are counted by person: others at the address do not wait, and changing the address does not help', async () => {
	const address = '10.8.8.8'
	const [anna, ben] = [await server.signIn('anna', { address }), await server.signIn('ben', { address })]
	const guest = await server.visit({ address })
	const id = await schedule(anna)
	const look = (client: TestClient) => client.send(`GET /meeting/meetings/${id}`)
	for (let i = 0; i < 60; i++) expect((await look(anna)).http).toBe(200)
	expect((await look(anna)).http).toBe(429)
	const elsewhere = Object.assign(await server.visit(), { token: anna.token })
	expect((await look(elsewhere)).http).toBe(429)
	expect((await look(ben)).http).toBe(200)
	expect((await look(guest)).http).toBe(200)
})

test('[API-38] an invalid token makes no one a member', async () => {
	const client = await server.visit()
	const replies = []
	for (let i = 0; i < 61; i++) {
		client.token = `${i}`.padStart(43, 'A')
		replies.push((await client.send('GET /meeting/meetings/100000001')).http)
	}
	expect(replies.at(-1)).toBe(429)
})

describe('behind a proxy', () => {
	const proxy = '10.9.9.9'
	const behind = async (trustedProxies: TrustedProxies) => {
		const proxied = await createTestServer({ trustedProxies })
		onTestFinished(() => proxied.close())
		const client = await proxied.visit({ address: proxy })
		return (headers: Record<string, string>) => client.send('POST /auth/login?unauth', {}, { headers })
	}

	test('[API-38] that appends, a client counts by the address the proxy saw, whatever it writes itself', async () => {
		const send = await behind([proxy])
		const as = (claimed: string, seen: string) => send({ 'x-forwarded-for': `${claimed}, ${seen}` })
		for (let i = 0; i < 30; i++) expect((await as(`203.0.113.${i}`, '198.51.100.1')).http).toBe(422)
		expect((await as('203.0.113.99', '198.51.100.1')).http).toBe(429)
		expect((await as('203.0.113.99', '198.51.100.2')).http).toBe(422)
	})

	test('[API-38] a client of IPv6 counts by its network', async () => {
		const send = await behind(1)
		const from = (address: string) => send({ 'x-forwarded-for': address })
		for (let i = 0; i < 30; i++) expect((await from(`2001:db8:0:1::${i}`)).http).toBe(422)
		expect((await from('2001:db8:0:1:ffff::1')).http).toBe(429)
		expect((await from('2001:db8:0:2::1')).http).toBe(422)
	})

	test('[API-38] host name and scheme are accepted from the proxy, and from no other client', async () => {
		for (const [trustedProxies, expected] of [
			// The port is passed on as clients write it.
			[[proxy], `https://${hostA}`],
			[0, `http://${hostA}`],
			[['10.9.9.8'], `http://${hostA}`],
		] as const) {
			const proxied = await createTestServer({ trustedProxies: trustedProxies as TrustedProxies })
			onTestFinished(() => proxied.close())
			const anna = await proxied.signIn('anna', { address: proxy })
			const meeting = await anna.send(
				`GET /meeting/meetings/${await schedule(anna)}`,
				{},
				{
					headers: { 'x-forwarded-host': `forged.example, ${hostA}:8443`, 'x-forwarded-proto': 'https' },
				},
			)
			expect(new URL(meeting.data.meeting.joinMeetingUrl).origin).toBe(expected)
		}
	})
})

describe('every call of every contract', () => {
	type Declared = ReturnType<typeof groupsOf>[number]['call']
	const calls = async (visit: (name: string, call: Declared) => Promise<void>) => {
		for (const { name, call } of groupsOf(server)) await visit(name, call)
	}

	/** A private meeting with passwords, as a target for the calls. */
	const target = async () => {
		const anna = await server.signIn('anna')
		return await schedule(anna, { meeting_topic: 'Secret topic', meeting_pwd: '4711', meeting_privacy: 1 })
	}
	const secrets = ['Secret topic', '4711', 'host-1234', 'u-mona']
	/** These are no secrets to anna herself. */
	const annas = ['Display anna', 'u-anna', 'access_token']
	/** Proofs every call could use and none may accept: from another site, or signed with another key. */
	const foreign = async () => ({
		mobile: '13800138000',
		inputCode: '123456',
		type: 2,
		info: server.envelope({ unionid: 'wx-mona' }, 'B'),
		openid: server.envelope({ openid: 'ding-mona' }, 'B'),
		appleId: await server.issuer.token({ sub: 'apple-mona' }, 'others'),
		token: 'A'.repeat(43),
		code: 'A'.repeat(12),
		sessionId: 'session-1',
	})
	const ask = async (client: TestClient, call: Declared, id: string, options = {}) => {
		const path = pathOf(call.route).replace(':id', id)
		const fields = {
			meetingId: id,
			display_name: 'Somebody',
			action: 'webJoin',
			...aNewMeeting(),
			...loginFields('anna', 'no'),
			password_confirmation: loginFields('', 'no').password,
			...(await foreign()),
		}
		return client.send(`${methodOf(call.route)} ${path}`, fields, options)
	}

	const strangers: [string, number, () => Promise<TestClient>][] = [
		['nobody', 401, () => server.visit()],
		['a made-up token', 401, async () => Object.assign(await server.visit(), { token: 'A'.repeat(43) })],
		[
			'a token of another site',
			401,
			async () => {
				const zoe = await server.signIn('zoe')
				return Object.assign(await server.visit(), { token: zoe.token })
			},
		],
		['the company of others', 403, async () => Object.assign(await server.signIn('anna'), { corpId: 'Y' })],
		['a company of another site', 403, async () => Object.assign(await server.signIn('anna'), { corpId: 'Z' })],
	]

	test.each(strangers)(
		'[API-38, HTTP-03, HTTP-04] %s: %i from calls for members, nothing private from the others',
		async (_, http, stranger) => {
			const id = await target()
			const client = await stranger()
			let asked = 0
			await calls(async (name, call) => {
				// The company is ignored by calls about the person alone.
				const isAboutOwnAccount = http === 403 && call.accountLevel === true
				if (isAboutOwnAccount && name === 'session.logout') return
				const reply = await ask(client, call, id)
				if (isAboutOwnAccount) expect([name, reply.http]).not.toEqual([name, 403])
				else if (call.who === 'member') expect([name, reply.http, reply.code]).toEqual([name, http, http])
				for (const secret of isAboutOwnAccount ? secrets : [...secrets, ...annas])
					expect(`${name} ${reply.text}`).not.toContain(secret)
				asked++
			})
			expect(asked).toBeGreaterThan(45)
			expect(server.inbox.recent().length).toBeLessThanOrEqual(1)
			const mona = await server.signIn('mona')
			const { data } = await mona.send('GET /auth/me')
			expect([data.unionid, data.appleId, data.display_name]).toEqual([undefined, undefined, 'Display mona'])
			expect(
				(await (await server.signIn('anna')).send(`GET /meeting/meetings/${id}`)).data.meeting.meeting_status,
			).toBe(1)
		},
	)

	test('[HTTP-10, HTTP-11] for members waits until the profile is complete, and the phone number if one is required', async () => {
		const id = await target()
		const fresh = await server.signIn('fresh')
		await calls(async (name, call) => {
			if (call.who !== 'member' || name === 'session.logout') return
			const { http, code } = await ask(fresh, call, id)
			if (call.accountLevel) expect([name, http]).not.toEqual([name, 406])
			else expect([name, http, code]).toEqual([name, 406, 200006])
		})
		await server.set('A', { isPrivate: true })
		const anna = await server.signIn('anna')
		await calls(async (name, call) => {
			if (call.who !== 'member' || call.accountLevel) return
			const { http, code } = await ask(anna, call, id)
			expect([name, http, code]).toEqual([name, 406, 100008])
		})
	})

	test('[API-38] is refused to pages of other sites, at no cost to their visitors', async () => {
		const id = await target()
		const anna = await server.signIn('anna')
		const crossSite = { headers: { 'sec-fetch-site': 'cross-site' } }
		await calls(async (name, call) => {
			for (let i = 0; i < 3; i++) {
				const { http, code, message } = await ask(anna, call, id, crossSite)
				expect([name, http, code, message]).toEqual([name, 403, 403, 'cross-site'])
			}
		})
		const guest = await server.visit({ address: anna.address })
		for (let i = 0; i < 100; i++)
			expect((await guest.send('GET /meeting/meetings/100000001', {}, crossSite)).http).toBe(403)
		expect((await guest.send(`GET /meeting/meetings/${id}`)).code).toBe(501)
		for (const site of ['same-origin', 'same-site', 'none'])
			expect((await anna.send('GET /auth/me', {}, { headers: { 'sec-fetch-site': site } })).http).toBe(200)
		const page = await server.app.inject({ url: '/', headers: { accept: 'text/html', ...crossSite.headers } })
		expect(page.statusCode).toBe(200)
	})

	test('[HTTP-05] that changes something answers 419 without a token', async () => {
		const id = await target()
		const anna = await server.signIn('anna')
		await calls(async (name, call) => {
			const { http } = await ask(anna, call, id, { csrf: null })
			if (needsToken(call)) expect([name, http]).toEqual([name, 419])
			else expect([name, http]).not.toEqual([name, 419])
		})
	})

	test('[OP-058] says which codes it refuses with, each in the class of its status', async () => {
		await calls(async (name, call) => {
			for (const [refusal, { http, code }] of Object.entries({ ...call.refusals, ...commonRefusals })) {
				expect(
					[200, 400, 401, 403, 404, 406, 409, 410, 413, 419, 422, 429, 500, 503, 507],
					`${name} ${refusal}`,
				).toContain(http)
				expect(code, `${name} ${refusal}`).not.toBe(call.success)
			}
		})
	})

	test('[API-38] stands in the OpenAPI document and on its page', async () => {
		const document = replyOf(await server.app.inject('/docs/openapi.json'))
		const { paths, openapi } = JSON.parse(document.text)
		expect(openapi).toBe('3.1.0')
		const { body: page, headers } = await server.app.inject('/docs')
		expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
		await calls(async (_, call) => {
			const path = pathOf(call.route).replace(/:(\w+)/g, '{$1}')
			expect(paths[path]).toHaveProperty(methodOf(call.route).toLowerCase())
			expect(page).toContain(call.route)
		})
	})
})

function groupsOf(of: TestServer) {
	return Object.entries(callsOf(of.nouns)).flatMap(([noun, { group }]) =>
		Object.entries(group).map(([name, call]) => ({ name: `${noun}.${name}`, call })),
	)
}

const passwords = (text: string) => ({
	password: loginFields('', text).password,
	password_confirmation: loginFields('', text).password,
})

test('[API-38] no password, token, ticket, code, identity or name reaches the log', async () => {
	const anna = await server.signIn('anna')
	await anna.send('POST /auth/login?unauth', loginFields('anna', 'wrong-horse-42'))
	const id = await schedule(anna, { meeting_pwd: '47114711', meeting_topic: 'Quiet topic' })
	const guest = await server.visit()
	const joined = await guest.send('POST /meeting/joinMeeting', {
		meetingId: id,
		display_name: 'Loud Name',
		meeting_pwd: '47114711',
		action: 'webJoin',
	})
	const ticket = String(joined.data.rtc_join_url).split('=')[1] ?? ''
	await server.nouns.room.rooms.enter({ kind: 'ticket', ticket }, 'socket')
	await anna.send(`GET /meeting/meetings/${id}`)
	const entry = await server.visit()
	const coded = async (type: number, mobile: string) => {
		await entry.send('POST /auth/sendSMSCaptcha', { type, mobile, captcha: 'solved-by-nobody' })
		return { mobile, inputCode: server.newestCode() }
	}
	const proven = await coded(3, '13800138000')
	const reset = (await entry.send('POST /auth/checkForgetPasswordSMSCaptcha', proven)).data
	const bind = await coded(4, '13900139000')
	const info = server.envelope({ unionid: 'wx-quiet', nickname: 'Quiet Nick' })
	const appleId = await server.issuer.token({ sub: 'apple-quiet' })
	const bound = await entry.send('POST /weChat/weChatBindingMobile', { ...bind, info })
	await entry.send('POST /apple/checkAppleUser', { appleId })
	await entry.send('POST /weChat/oaUnbundlingValidation', loginFields('olga', corporatePassword))
	// Failures are logged in full, which makes them the likeliest leak of a secret.
	await server.database.close()
	await anna.send('POST /meeting/meetings', aNewMeeting({ meeting_topic: 'Quiet topic' }))
	await guest.send('POST /auth/login?unauth', loginFields('anna'))
	const late = [
		await entry.send('POST /auth/forgetPassword', { token: reset, ...passwords('fresh-horse-43') }),
		await entry.send('POST /auth/completedUserInfo', {
			name: 'Quiet Nick',
			token: reset,
			...passwords('fresh-horse-43'),
		}),
		await entry.send('POST /auth/loginBySMSCaptcha', proven),
		await entry.send('POST /weChat/checkWeChatUser', { info }),
		await entry.send('POST /apple/checkAppleUser', { appleId }),
		await entry.send('POST /auth/dingTalkLogin', { openid: info }),
		await entry.send('POST /weChat/weChatBindingOa', { ...loginFields('olga', corporatePassword), info }),
	]
	expect(late.map(reply => reply.http)).toEqual(late.map(() => 500))
	const logged = server.logged()
	expect(logged).toContain('participant joined')
	expect(logged).toContain('request failed')
	const { password } = loginFields('anna')
	const secrets = [
		accountPassword,
		'wrong-horse-42',
		password,
		'47114711',
		'host-1234',
		'Quiet topic',
		'Loud Name',
		'Display anna',
		corporatePassword,
		'fresh-horse-43',
		passwords('fresh-horse-43').password,
		proven.inputCode,
		bind.inputCode,
		'13800138000',
		'13900139000',
		reset,
		info,
		appleId,
		'wx-quiet',
		'apple-quiet',
		'Quiet Nick',
		bound.data.access_token,
		...Object.values(shellSecrets),
	]
	for (const secret of [...secrets, ticket, anna.token ?? '', anna.csrfToken, anna.cookie]) {
		expect(secret).not.toBe('')
		expect(logged).not.toContain(secret)
	}
	server.database.close = async () => {}
})

test('[HTTP-18, OP-051, OP-052] headers have names in any case; with unauth in the URL neither is looked at', async () => {
	const anna = await server.signIn('anna')
	const ask = (url: string, company: string, name = 'corpId') =>
		server.app
			.inject({ url, headers: { host: anna.host, authorization: `bearer ${anna.token}`, [name]: company } })
			.then(replyOf)
	for (const name of ['corpId', 'CORPID', 'corpid']) {
		expect((await ask('/meeting/users/meetings', 'X', name)).http).toBe(200)
		expect((await ask('/meeting/users/meetings', 'Z', name)).http).toBe(403)
	}
	expect((await ask('/meeting/users/meetings?unauth', 'X')).http).toBe(401)
	expect((await ask('/meeting/list?unauth', 'Z')).http).toBe(200)
	expect((await ask('/meeting/list', 'Z')).http).toBe(403)
})

test('[HTTP-01, API-10] every host name is a site of its own', async () => {
	const here = (await (await server.visit()).send('GET /corp/indexCorp')).data
	const there = (await (await server.visit({ host: hostB })).send('GET /corp/indexCorp')).data
	expect([here.corpId, there.corpId]).toEqual(['X', 'Z'])
})

test('[API-38] an answer that breaks the contract leaves as a failure, not as it is', async () => {
	const group = {
		give: call({
			route: 'GET /give',
			summary: 'Gives.',
			who: 'anyone',
			input: shape({}),
			output: shape({ name: field('name', v.pipe(v.string(), v.maxLength(5))) }),
			refusals: {},
		}),
	}
	let name = 'short'
	const app = await createApp({ log: createLog('silent'), tls: undefined, trustedProxies: 0 })
	handleErrors(app, { languageAt: async () => 'zh' })
	const { site, session } = server.nouns
	registerCalls(app, [handlers(group, { give: async () => ok({ name, secret: 'x' }) })], {
		authenticate: createAuthenticate(site.sites, session.sessions),
		csrf: csrf('A'.repeat(43)),
		knownDevices: server.nouns.account.knownDevices,
		createRateLimit: createMemoryRateLimits(),
		browsersPerAddress: 1,
		clock: server.clock,
	})
	const ask = async () => replyOf(await app.inject({ url: '/give', headers: { host: hostA } }))
	expect((await ask()).text).toBe('{"code":200,"data":{"name":"short"}}')
	name = 'far too long'
	expect(await ask()).toMatchObject({ http: 500, data: undefined })
	await app.close()
})
