import { createHash } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createTestServer, hostA, type TestServer } from '../testing/testServer.ts'
import { csrf } from './csrf.ts'
import { createTemplate } from './template.ts'

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const site = { appScheme: 'parley', agreementUrl: '' }
const language = { ofSite: 'zh', ofDocument: 'zh' } as const
const visit = { csrfToken: 't', language, site, boot: {}, hasStyleSheet: false }

describe('the template', () => {
	const html =
		'<head><!--parley:head--><style>a{}</style><script>one()</script><script type="module" src="/x.js"></script></head>'

	test('[HTTP-02] carries base address and token, and the data the page would request first', () => {
		const rendered = createTemplate(html, [])
			.at('/')
			.render({ ...visit, csrfToken: 'abc', boot: { site: 1 } })
		expect(rendered).toContain('<meta name="base-url" content="">')
		expect(rendered).toContain('<meta name="csrf-token" content="abc">')
		expect(rendered).toContain('<script type="application/json" id="boot">{"site":1}</script>')
		expect(rendered).toContain('<meta name="app-scheme" content="parley">')
		expect(rendered).not.toContain('parley:head')
	})

	test('[ROUTE-28] names the agreements of another operator if the site shows those, and otherwise nothing', () => {
		const agreementUrl = 'https://law.example/?a="1"&b=2'
		const page = createTemplate(html, []).at('/')
		expect(page.render({ ...visit, site: { ...site, agreementUrl } })).toContain(
			'<meta name="agreement-url" content="https://law.example/?a=&quot;1&quot;&amp;b=2">',
		)
		expect(page.render(visit)).not.toContain('agreement-url')
	})

	test('the hashes are exactly those of the inline scripts', () => {
		const { scriptHashes, styleHashes } = createTemplate(html, [])
		expect(scriptHashes).toEqual([hashOf('one()')])
		expect(styleHashes).toEqual([hashOf('a{}')])
	})

	test('data for the page cannot close its element', () => {
		const boot = { site: '</script><script>alert(1)</script><!--' }
		const rendered = createTemplate('<!--parley:head-->', [])
			.at('/')
			.render({ ...visit, boot })
		expect(rendered.match(/<\/script>/g)).toHaveLength(1)
		expect(rendered).not.toContain('<!--')
		const [, json = ''] = /id="boot">(.*)<\/script>/.exec(rendered) ?? []
		expect(JSON.parse(json)).toEqual(boot)
	})

	test('data for the page is not read as a pattern', () => {
		const boot = { site: "$& $' $` $1" }
		const rendered = createTemplate('a<!--parley:head-->b', [])
			.at('/')
			.render({ ...visit, boot })
		expect(rendered).toContain(JSON.stringify(boot))
	})

	test('a route is preloaded by its pattern, with and without a slash at the end', () => {
		const template = createTemplate('<!--parley:head-->', [
			{ path: '/', files: ['/assets/home.js'], isCritical: false, html: '<p>home</p>' },
			{
				path: '/MeetingList/JoinMeeting/:id/:hasPwd',
				files: ['/assets/join.js', '/assets/kit.js'],
				isCritical: false,
				html: '<p>join</p>',
			},
		])
		const linksOf = (path: string) =>
			template
				.at(path)
				.render(visit)
				.match(/href="[^"]+"/g)
		expect(linksOf('/')).toEqual(['href="/assets/home.js"'])
		for (const path of ['/MeetingList/JoinMeeting/1/true', '/MeetingList/JoinMeeting/1/true/']) {
			expect(linksOf(path)).toEqual(['href="/assets/join.js"', 'href="/assets/kit.js"'])
		}
		expect(linksOf('/MeetingList/JoinMeeting/1')).toBeNull()
		expect(linksOf('/meetinglist/joinmeeting/1/true')).toBeNull()
	})

	test('[LINK-01] a short link gets the screen and the chunks of its destination, the landing its own', () => {
		const page = '<!--parley:head--></head><!--parley:initial-screen-->'
		const template = createTemplate(page, [
			{ path: '/', query: 'meetingId', files: ['/assets/join.js'], isCritical: false, html: '<p>join</p>' },
			{ path: '/', files: [], isCritical: false, html: '<p>landing</p>' },
		])
		const link = template.at('/', new URLSearchParams('meetingId=842391556'))
		expect(link.render(visit)).toMatch(/href="\/assets\/join\.js"><\/head><p>join<\/p>$/)
		expect(link.earlyHints({ hasStyleSheet: true })).toContain('</assets/join.js>; rel=modulepreload')
		for (const query of [undefined, new URLSearchParams('from=shell')]) {
			expect(template.at('/', query).render(visit)).toMatch(/<\/script><\/head><p>landing<\/p>$/)
		}
	})

	test('a route shows its initial screen, and names its chunks after the main script', () => {
		const page = '<head><!--parley:head--><script src="/main.js"></script></head><b><!--parley:initial-screen--></b>'
		const template = createTemplate(page, [
			{ path: '/Login', files: ['/login.js'], isCritical: false, html: '<h1>Sign in</h1>' },
		])
		expect(template.at('/Login').render(visit)).toMatch(
			/main\.js"><\/script><link rel="modulepreload" crossorigin href="\/login\.js"><\/head><b><h1>Sign in<\/h1><\/b>$/,
		)
		expect(template.at('/other').render(visit)).toMatch(/<b><\/b>$/)
	})

	test('[LIVE-50] the page of a live names its player before the script that requests it', () => {
		const page = '<!--parley:head--><script>request()</script>'
		const route = { path: '/liveBroadcast', files: [], player: '/assets/player.js', isCritical: false, html: '' }
		const template = createTemplate(page, [route])
		expect(template.at('/liveBroadcast').render(visit)).toContain(
			'<meta name="player" content="/assets/player.js"><script>request()',
		)
		expect(template.at('/other').render(visit)).not.toContain('player')
	})
})

test('early hints name the main script first, then the chunks of the route', () => {
	const html =
		'<head><script type="module" crossorigin src="/assets/main.js"></script><link rel="stylesheet" crossorigin href="/assets/style.css"></head>'
	const template = createTemplate(html, [{ path: '/Login', files: ['/assets/login.js'], isCritical: false, html: '' }])
	const main = '</assets/main.js>; rel=modulepreload'
	const visit = { hasStyleSheet: false }
	expect(template.at('/Login').earlyHints(visit)).toEqual([main, '</assets/login.js>; rel=modulepreload'])
	expect(template.at('/other').earlyHints(visit)).toEqual([main])
})

test('a returning browser gets hints only for files it may lack', () => {
	const html = '<script type="module" crossorigin src="/assets/main.js"></script>'
	const template = createTemplate(html, [{ path: '/Login', files: ['/assets/login.js'], isCritical: false, html: '' }])
	expect(template.at('/').earlyHints({ hasStyleSheet: true })).toEqual([])
	expect(template.at('/Login').earlyHints({ hasStyleSheet: true })).toHaveLength(2)
})

describe('style sheets', () => {
	const link = '<link rel="stylesheet" crossorigin href="/assets/style-1.css" data-critical="/assets/critical-1.css">'
	const routes = [
		{ path: '/Login', files: ['/assets/login.js'], isCritical: true, html: '' },
		{ path: '/room/:meetingId', files: ['/assets/room.js'], isCritical: false, html: '' },
	]
	const template = createTemplate(`<!--parley:head-->${link}</body>`, routes, file => `/*${file} $&*/`)
	const critical = '/*/assets/critical-1.css $&*/'

	test('the HTML of a critical route contains the critical styles for a browser without the style sheet', () => {
		expect(template.styleSheet).toBe('/assets/style-1.css')
		expect(template.styleHashes).toEqual([hashOf(critical)])
		const html = template.at('/Login').render(visit)
		expect(html).toContain(`<style data-href="/assets/style-1.css">${critical}</style></body>`)
		expect(html).not.toContain('rel="stylesheet"')
	})

	test('other routes, and browsers that have the style sheet, get a link', () => {
		for (const html of [
			template.at('/Login').render({ ...visit, hasStyleSheet: true }),
			template.at('/room/123').render(visit),
			template.at('/other').render(visit),
		]) {
			expect(html).toContain(`${link}</body>`)
			expect(html).not.toContain('<style')
		}
	})

	test('early hints name the style sheet where the HTML links one that the browser lacks', () => {
		const style = '</assets/style-1.css>; rel=preload; as=style; crossorigin'
		const hints = (path: string, hasStyleSheet: boolean) => template.at(path).earlyHints({ hasStyleSheet })
		expect(hints('/room/123', false)).toContain(style)
		expect(hints('/room/123', true)).not.toContain(style)
		expect(hints('/Login', false)).not.toContain(style)
	})
})

describe('the page', () => {
	let server: TestServer
	beforeEach(async () => {
		server = await createTestServer()
	})
	afterEach(() => server.close())

	const page = (headers = {}) => server.app.inject({ url: '/Login', headers: { accept: 'text/html', ...headers } })

	test('runs no inline script but its own', async () => {
		const policy = String((await page()).headers['content-security-policy'])
		expect(policy).toContain(`script-src 'self' 'wasm-unsafe-eval' ${hashOf('first()')};`)
		expect(policy).not.toMatch(/'unsafe-(inline|eval)'/)
		for (const directive of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'self'"]) {
			expect(policy).toContain(directive)
		}
	})

	test('[I18N-02] [LIVE-40] is served in the language of the site, on the pages of viewers in that of the browser', async () => {
		const rootAt = async (accepted: string, url = '/Login') => {
			const headers = { host: hostA, accept: 'text/html', 'accept-language': accepted }
			const { body, headers: answered } = await server.app.inject({ url, headers })
			expect(answered.vary).toContain('accept-language')
			return /<html[^>]*>/.exec(body)?.[0]
		}
		const [english, german] = ['en-GB,en;q=0.9', 'de']
		expect(await rootAt(english)).toBe('<html lang="zh-CN" data-language="zh">')
		expect(await rootAt(english, '/liveBroadcast?roomId=1')).toBe('<html lang="en" data-language="zh">')
		await server.set('A', { language: 'en' })
		expect(await rootAt('zh-CN')).toBe('<html lang="en" data-language="en">')
		await server.set('A', { language: 'browser' })
		expect(await rootAt('zh-CN,zh;q=0.9,en;q=0.8')).toBe('<html lang="zh-CN" data-language="zh">')
		expect(await rootAt(english)).toBe('<html lang="en" data-language="en">')
		expect(await rootAt(german)).toBe('<html lang="en" data-language="en">')
	})

	test('is compressed as well as a client accepts', async () => {
		const answers = [
			await page(),
			await page({ 'accept-encoding': 'gzip' }),
			await page({ 'accept-encoding': 'gzip, br' }),
		]
		const [plain, gzipped, brotli] = answers
		expect(answers.map(({ headers }) => headers['content-encoding'])).toEqual([undefined, 'gzip', 'br'])
		const bodies = [plain?.body, gunzipSync(gzipped?.rawPayload ?? ''), brotliDecompressSync(brotli?.rawPayload ?? '')]
		for (const body of bodies) expect(String(body)).toContain('<meta name="csrf-token"')
	})

	test('early hints go to browsers that navigate over HTTP/2, and to no one else', async () => {
		const hints = vi.fn()
		let version = 2
		server.app.addHook('onRequest', async (request, reply) => {
			Object.defineProperty(request.raw, 'httpVersionMajor', { value: version })
			reply.raw.writeEarlyHints = hints
		})
		await page()
		version = 1
		await page({ 'sec-fetch-mode': 'navigate' })
		expect(hints).not.toHaveBeenCalled()
		version = 2
		await page({ 'sec-fetch-mode': 'navigate' })
		expect(hints.mock.calls).toEqual([[{ link: [expect.stringMatching(/^<\/assets\/.+>; rel=modulepreload$/)] }]])
	})

	test('is not kept, not sniffed, and sends no referrer', async () => {
		expect((await page()).headers).toMatchObject({
			'cache-control': 'private, no-store',
			'x-content-type-options': 'nosniff',
			'referrer-policy': 'no-referrer',
			'x-request-id': expect.stringMatching(/^[\w-]{36}$/),
		})
	})

	test('[HTTP-14] boots with the site and the clock', async () => {
		const [, json = ''] = /id="boot">(.*?)<\/script>/.exec((await page({ host: 'b.example' })).body) ?? []
		expect(JSON.parse(json)).toMatchObject({
			site: { corpId: 'Z' },
			imAppId: expect.stringMatching(/./),
			commonSettings: { meeting_common_setting: { is_login: 1 } },
			copyright: { visitorLogin: 1 },
			serverTime: '2026-03-10 10:00:00',
			zone: 'Asia/Shanghai',
			serverNow: server.clock.now(),
		})
	})

	test('a setting with script in it stays data', async () => {
		await server.set('A', { telephone: '</script><script>alert(1)</script>' })
		expect((await page()).body).not.toContain('<script>alert(1)')
	})

	test('a browser is asked once to load the style sheet, and again after it has changed', async () => {
		const visited = async (cookie = '') => {
			const { body, headers } = await page({ cookie })
			return { isInline: body.includes('<style data-href'), isNamed: /parley_style=/.test(`${headers['set-cookie']}`) }
		}
		expect(await visited()).toEqual({ isInline: true, isNamed: true })
		const other = encodeURIComponent('/assets/style-1.css')
		expect(await visited(`parley_style=${other}`)).toEqual({ isInline: true, isNamed: true })
		const same = encodeURIComponent('/assets/style-2.css')
		expect(await visited(`parley_style=${same}`)).toEqual({ isInline: false, isNamed: false })
	})

	test('a browser keeps its cookie and gets a token for it', async () => {
		const { cookie } = await server.visit()
		expect(String((await page({ cookie })).headers['set-cookie'])).not.toContain('parley_browser')
	})
})

describe('the token of a page', () => {
	const guard = csrf(Buffer.alloc(32, 1).toString('base64url'))
	const token = guard.issue('browser', 1_000)

	test('[HTTP-05] is good in its browser, under its key, for a day', () => {
		expect(guard.accepts(token, 'browser', 1_000)).toBe(true)
		expect(guard.accepts(token, 'other', 1_000)).toBe(false)
		expect(guard.accepts(token, undefined, 1_000)).toBe(false)
		expect(guard.accepts(token, 'browser', 1_000 + 86_399_999)).toBe(true)
		expect(guard.accepts(token, 'browser', 1_000 + 86_400_000)).toBe(false)
		expect(guard.accepts(token, 'browser', 999)).toBe(false)
		expect(csrf(Buffer.alloc(32, 2).toString('base64url')).accepts(token, 'browser', 1_000)).toBe(false)
	})

	test('[HTTP-05] changed in any way it is worthless', () => {
		const [issued = '', signature = ''] = token.split('.')
		const forged = [`${(5_000).toString(36)}.${signature}`, `${issued}.`, issued, '', '.', 5, null, {}, [token]]
		for (const other of forged) expect(guard.accepts(other, 'browser', 5_000)).toBe(false)
	})
})

test('[ROOM-250] pages may connect to the LiveKit server of the settings, and only if there is one', async () => {
	const server = await createTestServer({ livekitUrl: 'wss://livekit.example.org/path' })
	const { headers } = await server.app.inject({ url: '/', headers: { host: 'b.example', accept: 'text/html' } })
	expect(headers['content-security-policy']).toContain(
		"connect-src 'self' wss://livekit.example.org https://livekit.example.org;",
	)
	await server.close()
})

test('[LIVE-02] the page may play broadcasts of the outside lines of its site, and of no other place', async () => {
	const server = await createTestServer()
	await server.set('A', { liveLines: '2=https://cdn.example/live/hls/{stream}' })
	const policyAt = async (host: string) =>
		String(
			(await server.app.inject({ url: '/', headers: { host, accept: 'text/html' } })).headers[
				'content-security-policy'
			],
		)
	expect(await policyAt('a.example')).toContain("media-src 'self' blob: https://cdn.example;")
	expect(await policyAt('a.example')).toContain("connect-src 'self' https://cdn.example;")
	expect(await policyAt('b.example')).toContain("connect-src 'self';")
	await server.close()

	const outside = await createTestServer({ liveOrigin: 'https://live.example.org' })
	const { headers } = await outside.app.inject({ url: '/', headers: { host: 'b.example', accept: 'text/html' } })
	expect(headers['content-security-policy']).toContain("connect-src 'self' https://live.example.org;")
	await outside.close()
})
