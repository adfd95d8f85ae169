import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestServer, hostA, type TestServer } from '../testing/testServer.ts'

let server: TestServer
beforeEach(async () => {
	server = await createTestServer()
})
afterEach(() => server.close())

const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 12_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1'
const android = 'Mozilla/5.0 (Linux; Android 5.1) AppleWebKit/537.36 Chrome/44.0.2403.133 Mobile Safari/537.36'
const open = (from = '', agent = android, language = 'zh-CN,zh;q=0.9', others = {}) =>
	server.app.inject({
		url: `/noSupport${from && `?from=${encodeURIComponent(from)}`}`,
		headers: { host: hostA, accept: 'text/html', 'user-agent': agent, 'accept-language': language, ...others },
	})

test('[LIVE-13] the advice differs on Apple devices', async () => {
	expect((await open('', iPhone)).body).toContain('iOS 15.4')
	expect((await open('', iPhone)).body).not.toContain('Chrome')
	expect((await open('', android)).body).toContain('Chrome')
	expect((await open('', android)).body).not.toContain('iOS')
})

test.each([
	['Chrome 43', android.replace('Chrome/44', 'Chrome/43')],
	['Firefox 41', 'Mozilla/5.0 (Windows NT 6.1; rv:41.0) Gecko/20100101 Firefox/41.0'],
	['Safari 7 on a Mac', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_9) AppleWebKit/537.71 Version/7.0 Safari/537.71'],
])('[LIVE-15] %s is told in words that it is too old, with links to browsers that are not', async (_, agent) => {
	for (const [language, words] of [
		['zh-CN', '浏览器版本过低'],
		['en', 'The browser is too old'],
	] as const) {
		const { body, statusCode } = await open('/liveBroadcast?roomId=384620917', agent, language)
		expect(statusCode).toBe(200)
		expect(body).toContain(words)
		for (const name of ['Chrome', 'Edge', 'Firefox'])
			expect(body).toMatch(new RegExp(`<a href="https://[^"]+">${name}</a>`))
		expect(body).toContain('/liveBroadcast?roomId=384620917</p>')
	}
})

test('[LIVE-15] on an iPhone, where no other browser helps, it names the system and no browser', async () => {
	const old = iPhone.replace('OS 12_0', 'OS 7_0')
	expect((await open('', old)).body).toContain('iOS 15.4')
	expect((await open('', old, 'en', { cookie: 'locale=en' })).body).toContain('another phone or computer')
	expect((await open('', old)).body).not.toContain('<a href="https://')
})

test('[LIVE-13] [I18N-02] it speaks the chosen language, else that of the site', async () => {
	expect((await open('', android, 'en-GB')).body).toContain('<html lang="zh-CN">')
	expect((await open('', android, 'zh-CN', { cookie: 'locale=en' })).body).toContain('<html lang="en">')
	await server.set('A', { language: 'en' })
	expect((await open('/Login', android, 'zh-CN')).body).toContain('<html lang="en">')
	await server.set('A', { language: 'browser' })
	expect((await open('', android, 'en-GB,zh;q=0.5')).body).toContain('<html lang="en">')
	expect((await open('', android, '')).body).toContain('此浏览器无法打开此页面')
})

test('[LIVE-13] [LIVE-40] in place of a page of viewers it speaks the language of the browser, unless one was chosen', async () => {
	const live = '/liveBroadcast?roomId=384620917'
	expect((await open(live, android, 'en-GB')).body).toContain('<html lang="en">')
	expect((await open(live, android, 'en-GB', { cookie: 'locale=zh' })).body).toContain('<html lang="zh-CN">')
})

test('it is dark if the device is, with a style whose hash is in its policy', async () => {
	const { body, headers } = await open()
	const style = /<style>([^<]*)<\/style>/.exec(body)?.[1] ?? ''
	expect(body).toContain('<meta name="color-scheme" content="light dark">')
	expect(style).toMatch(/@media \(prefers-color-scheme:dark\)\{body\{background:#0a0d16;color:#f3f5fb\}/)
	expect(headers['content-security-policy']).toContain(createHash('sha256').update(style).digest('base64'))
})

test('[LIVE-16] the address that was to be opened is there to be taken along', async () => {
	const { body } = await open('/?meetingId=384620917&pwd=MTIz')
	expect(body).toContain(`http://${hostA}/?meetingId=384620917&amp;pwd=MTIz</p>`)
	expect(body).toContain('href="/?meetingId=384620917&amp;pwd=MTIz"')
})

test.each([
	'https://evil.example/',
	'//evil.example',
	'/\\evil.example',
	'javascript:alert(1)',
	'/a b',
	`/${'x'.repeat(600)}`,
])('[LIVE-16] %s leads nowhere but to the start', async from => expect((await open(from)).body).toContain('href="/"'))

test('[LIVE-16] nothing written into the address becomes part of the page, and nothing runs', async () => {
	const { body, headers } = await open('/"><script>alert(1)</script>')
	expect(body).not.toMatch(/<script|href="[^"]*"[^>]*"/)
	expect(headers['content-security-policy']).toMatch(/default-src 'none'/)
})

test('[LIVE-16] the page asks nothing of the engine that old ones lack', async () => {
	const { body } = await open()
	// An engine skips an at-rule it does not know as a whole.
	const dark = /@media \(prefers-color-scheme:dark\)\{(?:[^{}]*\{[^{}]*\})*\}(?=<\/style>)/
	expect(body.replace(dark, '')).not.toMatch(/var\(|<script|:is\(|grid|@media/)
})
