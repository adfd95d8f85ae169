import { imPaths } from '@parley/im'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { imGuestCookie } from '../../../../http/imGuestCookie.ts'
import { createTestServer, hostA, hostB, type TestServer } from '../../../../testing/testServer.ts'

const shop = 'https://shop.example'
const token = `${imPaths.token}?imAppId=A&nickName=Ann`

let server: TestServer
beforeEach(async () => {
	server = await createTestServer()
	await server.set('A', { imOrigins: `https://other.example:8443,${shop}` })
})
afterEach(() => server.close())

const ofPage = (origin: string, more: object = {}) => ({ host: hostA, origin, 'sec-fetch-site': 'cross-site', ...more })
const preflight = (url: string, origin: string, host = hostA) =>
	server.app.inject({
		method: 'OPTIONS',
		url,
		headers: ofPage(origin, {
			host,
			'access-control-request-method': 'GET',
			'access-control-request-headers': 'authorization',
		}),
	})

test('[IMC-18] a page of an allowed origin passes the preflight, and gets its answer', async () => {
	const asked = await preflight(token, shop)
	expect(asked.statusCode).toBe(204)
	expect(asked.headers).toMatchObject({
		'access-control-allow-origin': shop,
		'access-control-allow-credentials': 'true',
		'access-control-allow-methods': 'GET, POST',
	})
	expect(asked.headers['access-control-allow-headers']).toContain('authorization')
	const answer = await server.app.inject({ url: token, headers: ofPage(shop) })
	expect(answer.json()).toMatchObject({ code: 200, data: { imServer: `http://${hostA}` } })
	expect(answer.headers['access-control-allow-origin']).toBe(shop)
	expect(answer.headers.vary).toContain('Origin')
	const refused = await server.app.inject({ url: `${imPaths.token}?imAppId=B&nickName=Ann`, headers: ofPage(shop) })
	expect([refused.json().code, refused.headers['access-control-allow-origin']]).toEqual([40302, shop])
})

test('[IMC-18] the guest of such a page stays the same: its cookie is partitioned by the page’s site', async () => {
	const first = await server.app.inject({ url: token, headers: ofPage(shop) })
	expect(first.cookies).toMatchObject([{ name: imGuestCookie, sameSite: 'None', secure: true, httpOnly: true }])
	expect(first.headers['set-cookie']).toContain('Partitioned')
	const cookie = `${imGuestCookie}=${first.cookies[0]?.value}`
	const second = await server.app.inject({ url: token, headers: ofPage(shop, { cookie }) })
	expect(second.json().data.imUserId).toBe(first.json().data.imUserId)

	const own = await server.app.inject({ url: token, headers: { host: hostA } })
	expect(own.headers['set-cookie']).toContain('SameSite=Lax')
	expect(own.headers['set-cookie']).not.toContain('Partitioned')
})

test.each([
	['another origin', 'https://evil.example'],
	['another port', 'https://shop.example:444'],
	['another scheme', 'http://shop.example'],
	['an opaque origin', 'null'],
])('[IMC-18] a page of %s is refused every call of messaging, and the preflight', async (_, origin) => {
	for (const url of [token, imPaths.tokenByImId]) {
		const answer = await server.app.inject({ url, headers: ofPage(origin) })
		expect([answer.statusCode, answer.json()]).toEqual([403, { code: 403, message: 'originUnknown' }])
		expect(answer.headers['access-control-allow-origin']).toBeUndefined()
		expect((await preflight(url, origin)).statusCode).toBe(403)
	}
	for (const url of [imPaths.userOnline, imPaths.device, imPaths.flow]) {
		const headers = ofPage(origin, { 'content-type': 'text/plain' })
		const answer = await server.app.inject({ method: 'POST', url, headers, payload: '{}' })
		expect([answer.statusCode, answer.json().message]).toEqual([403, 'originUnknown'])
	}
})

test('[IMC-18] origins apply to their site only, and to calls of messaging only', async () => {
	expect((await preflight(token, shop, hostB)).statusCode).toBe(403)
	const others = await preflight('/meeting/meetings', shop)
	expect([others.statusCode, others.headers['access-control-allow-origin']]).toEqual([404, undefined])
	const call = await server.app.inject({ url: '/api/v1/config', headers: ofPage(shop) })
	expect(call.headers['access-control-allow-origin']).toBeUndefined()
	const rename = await server.app.inject({
		method: 'POST',
		url: '/im/updateImUser',
		headers: ofPage(shop),
		payload: {},
	})
	expect([rename.statusCode, rename.json().message]).toEqual([403, 'cross-site'])
})

test('[IMC-18] pages of the site itself, and programs without an origin, need no permission', async () => {
	const statusOf = async (headers: Record<string, string>) =>
		(await server.app.inject({ url: token, headers })).statusCode
	for (const headers of [{ host: hostA }, { host: hostA, origin: `http://${hostA}` }])
		expect(await statusOf(headers)).toBe(200)
	// The same host with another scheme.
	expect(await statusOf({ host: hostA, origin: `https://${hostA}` })).toBe(403)
	const device = await server.app.inject({
		method: 'POST',
		url: imPaths.device,
		headers: ofPage(shop, { 'content-type': 'text/plain' }),
		payload: 'none',
	})
	expect([device.statusCode, device.headers['access-control-allow-origin']]).toEqual([422, shop])
})
