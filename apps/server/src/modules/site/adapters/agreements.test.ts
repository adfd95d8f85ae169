import { SiteId } from '@parley/core'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestServer, hostA, hostB, type TestServer } from '../../../testing/testServer.ts'
import { createSqlSiteStore } from '../index.ts'

let server: TestServer
beforeEach(async () => {
	server = await createTestServer()
})
afterEach(() => server.close())

const page = (url: string, host = hostA) => server.app.inject({ url, headers: { host, accept: 'text/html' } })
const write = (markdown: string) =>
	createSqlSiteStore(server.database.db).savePage(
		{ siteId: v.parse(SiteId, 'A'), name: 'law', language: 'en', markdown },
		1,
	)

test('[ROUTE-29] each agreement is a page of the site in the language asked for, Chinese without one', async () => {
	expect((await page('/agreements/protocol')).body).toContain('<h1>服务协议</h1>')
	expect((await page('/agreements/law?language=en')).body).toContain('<h1>Legal notice</h1>')
	const privacy = await page('/agreements/privacy?language=en&theme=dark')
	expect(privacy.body).toContain('<html lang="en" data-theme="dark">')
	expect(privacy.body).toContain('<table>')
	// A Chinese face draws the quotation marks of English as wide as a character.
	expect(privacy.body).toMatch(/:root:lang\(en\) body\{font-family:-apple-system,system-ui,/)
	expect(privacy.headers['content-type']).toContain('text/html')
})

test('[ROUTE-29] the agreements of a site are shown there, and on no other site', async () => {
	await write('# Our law')
	expect((await page('/agreements/law?language=en')).body).toContain('<h1>Our law</h1>')
	expect((await page('/agreements/law?language=zh')).body).toContain('法律声明')
	expect((await page('/agreements/law?language=en', hostB)).body).toContain('Legal notice')
})

test('[ROUTE-29] the text that ships names the brand of the site, as its pages do', async () => {
	const named = async (language: string) => (await page(`/agreements/protocol?language=${language}`)).body
	expect([await named('zh'), await named('en')]).toEqual([
		expect.stringMatching(/由晤谈提供，[\s\S]*晤谈提供在线音视频会议/),
		expect.stringContaining('Parley offers online audio and video meetings'),
	])
	await server.set('A', { neutral: true })
	expect(await named('zh')).toContain('A 提供在线音视频会议')
	await server.set('A', { productName: 'Harbour Meet' })
	expect(await named('zh')).toMatch(/由 Harbour Meet 提供，[\s\S]*Harbour Meet 提供在线音视频会议/)
	await server.set('A', { productName: '海港会议' })
	expect([await named('zh'), await named('en')]).toEqual([
		expect.stringContaining('海港会议提供在线音视频会议'),
		expect.stringContaining('海港会议 offers online'),
	])
})

test('[ROUTE-25] nothing in a page runs or navigates away, whoever wrote it', async () => {
	await write('# A <script>alert(1)</script>\n\n<img src=x onerror=alert(1)> [x](javascript:alert(1)) <b>bold</b>')
	const { body, headers } = await page('/agreements/law?language=en')
	expect(body).not.toMatch(/<script|onerror|javascript:/)
	expect(body).toContain('<b>bold</b>')
	expect(headers['content-security-policy']).toMatch(/default-src 'none'/)
	expect(headers['content-security-policy']).toMatch(/frame-ancestors 'self'/)
})

test('[ROUTE-25] exactly three pages exist; unusual values get the defaults', async () => {
	expect((await page('/agreements/cookies')).statusCode).toBe(404)
	expect((await page('/agreements/..%2f..%2fpackage')).statusCode).toBe(404)
	const odd = await page('/agreements/law?language=fr&theme="><script>')
	expect(odd.body).toContain('lang="zh-CN">')
})
