import type { OutgoingHttpHeaders } from 'node:http'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTestServer, hostA, schedule, type TestServer } from '../../testing/testServer.ts'

let server: TestServer
beforeEach(async () => {
	server = await createTestServer({ trustedProxies: ['10.9.9.9'] })
})
afterEach(() => server.close())

const openPage = (remoteAddress: string, headers: Record<string, string> = {}) =>
	server.app.inject({ url: '/', remoteAddress, headers: { host: hostA, accept: 'text/html', ...headers } })

/** One, or as many as the answer sets. */
const cookiesOf = ({ 'set-cookie': cookies }: OutgoingHttpHeaders) => [cookies ?? []].flat().map(String)

describe('behind a proxy with TLS', () => {
	test('the cookie is Secure and the browser is told to stay with HTTPS', async () => {
		const { headers } = await openPage('10.9.9.9', { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.9' })
		expect(cookiesOf(headers).length).toBeGreaterThan(0)
		for (const cookie of cookiesOf(headers)) expect(cookie).toMatch(/; Secure/)
		expect(headers['strict-transport-security']).toBe('max-age=31536000')
	})

	test('neither if the proxy itself was reached without TLS, nor if another client claims it', async () => {
		for (const { headers } of [
			await openPage('10.9.9.9', { 'x-forwarded-proto': 'http' }),
			await openPage('203.0.113.9', { 'x-forwarded-proto': 'https' }),
			await openPage('203.0.113.9'),
		]) {
			expect(cookiesOf(headers).length).toBeGreaterThan(0)
			for (const cookie of cookiesOf(headers)) {
				expect(cookie).toMatch(/HttpOnly/)
				expect(cookie).not.toMatch(/Secure/)
			}
			expect(headers['strict-transport-security']).toBeUndefined()
		}
	})
})

test('answers with passwords, tokens or personal data are cached nowhere; a meeting without them is revalidated', async () => {
	const page = await openPage('203.0.113.9')
	expect(page.headers['cache-control']).toBe('private, no-store')
	const anna = await server.signIn('anna')
	const id = await schedule(anna, { meeting_pwd: '4711' })
	const detail = await anna.send(`GET /meeting/meetings/${id}`)
	expect(detail.data.meeting.host_pwd).toBe('host-1234')
	const guest = await server.visit()
	const refused = await guest.send('GET /meeting/meetings/987654321')
	expect(refused.http).toBe(404)
	for (const { headers } of [detail, refused, await anna.send('GET /auth/me')])
		expect(headers['cache-control']).toBe('private, no-store')
	const { text, headers } = await guest.send(`GET /meeting/meetings/${id}`)
	expect([text.includes('4711'), headers['cache-control']]).toEqual([false, 'private, no-cache'])
})

describe('a host name of no site', () => {
	const ask = (headers: Record<string, string> = {}) =>
		server.app.inject({ url: '/meeting/list', headers: { host: 'scanner.example', ...headers } })

	test('gets a page that names none', async () => {
		for (const url of ['/', '/MeetingList', '/agreements/privacy']) {
			const headers = { host: 'scanner.example', accept: 'text/html', cookie: 'locale=en' }
			const answer = await server.app.inject({ url, headers })
			expect(answer.statusCode).toBe(421)
			expect(answer.body).toContain('No meeting site at this address')
			expect(answer.body).not.toMatch(/a\.example|Company X|csrf-token/)
			expect(answer.headers['set-cookie']).toBeUndefined()
		}
	})

	test('[I18N-02] gets it in the chosen language, else in that of the default site', async () => {
		const titleFor = async (headers: Record<string, string>) =>
			/<title>(.*)<\/title>/.exec((await ask({ accept: 'text/html', ...headers })).body)?.[1]
		const [chinese, english] = ['此地址没有会议站点', 'No meeting site at this address']
		expect(await titleFor({ 'accept-language': 'en' })).toBe(chinese)
		await server.set('A', { language: 'en' })
		expect(await titleFor({ 'accept-language': 'zh-CN' })).toBe(english)
		expect(await titleFor({ cookie: 'locale=zh' })).toBe(chinese)
		await server.set('A', { language: 'browser' })
		expect(await titleFor({ 'accept-language': 'zh-CN' })).toBe(chinese)
		expect(await titleFor({ 'accept-language': 'de' })).toBe(english)
	})

	test('and calls are refused there', async () => {
		const answer = await ask()
		expect(answer.statusCode).toBe(421)
		expect(answer.json()).toEqual({ code: 421, message: 'unknownHost' })
	})
})
