import { helpPath, helpTopics } from '@parley/api'
import { limits } from '@parley/core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestServer, hostA, type TestServer } from '../../../testing/testServer.ts'

let server: TestServer
beforeEach(async () => {
	server = await createTestServer()
})
afterEach(() => server.close())

const topics = Object.values(helpTopics).flat()
const help = (language = 'zh-CN', headers = {}) =>
	server.app.inject({
		url: '/meeting/meetings',
		headers: { host: hostA, accept: 'text/html', 'accept-language': language, ...headers },
	})
const articleOf = (body: string, topic: (typeof topics)[number]) =>
	new RegExp(`<article id="${helpPath(topic).replace('?', '\\?')}">(.*?)</article>`, 's').exec(body)?.[1] ?? ''

test.each(topics)('[HELP-03] [HELP-04] the article %s stands behind its address, in both languages', async topic => {
	const article = articleOf((await help()).body, topic)
	const [, zh = '', en = ''] =
		/<div class="zh" lang="zh-CN">(.*)<\/div><div class="en" lang="en">(.*)<\/div>/s.exec(article) ?? []
	expect(zh).toMatch(/<h1>.*\p{Script=Han}.*<\/h1>/u)
	expect(en).toMatch(/<h1>[\x20-\x7e]+<\/h1>/)
	expect(en).not.toMatch(/\p{Script=Han}/u)
})

test('[OP-005] the article on joining asks for as many digits as the form', async () => {
	const article = articleOf((await help()).body, 'join')
	expect(article).toContain(`会议号是 ${limits.meetingIdMin} 位数字`)
	expect(article).toContain(`It has ${limits.meetingIdMin} digits`)
})

test('[HELP-02] without an article named, all are listed, each a link to its own', async () => {
	const { body } = await help()
	const linked = [...body.matchAll(/<a href="#([^"]+)">/g)].map(([, path]) => path)
	expect(linked).toEqual(topics.map(helpPath))
})

test('[HELP-02] [I18N-02] opened directly it is in the chosen language, otherwise in the language of the site', async () => {
	const english = 'en-US,en;q=0.9'
	expect((await help(english)).body).toContain('<html lang="zh-CN">')
	expect((await help('zh-CN', { cookie: 'locale=en' })).body).toContain('<html lang="en">')
	await server.set('A', { language: 'en' })
	expect((await help('zh-CN')).body).toContain('<html lang="en">')
	expect((await help(english, { cookie: 'locale=zh' })).body).toContain('<html lang="zh-CN">')
	await server.set('A', { language: 'browser' })
	expect((await help(english)).body).toContain('<html lang="en">')
	expect((await help('zh-CN')).body).toContain('<html lang="zh-CN">')
	expect((await help('zh-CN', { cookie: 'locale=xx' })).body).toContain('<html lang="zh-CN">')
	expect((await help('zh-CN')).headers.vary).toBe('accept-language, cookie')
})

test('[HELP-02] nothing runs in it, and only our own page may frame it', async () => {
	const { headers, body } = await help()
	expect(headers['content-security-policy']).toMatch(/default-src 'none'.*frame-ancestors 'self'/)
	expect(body).not.toContain('<script')
})

test('[HELP-04] the address of the help is no meeting', async () => {
	const answer = await server.app.inject({ url: '/meeting/meetings/123456789', headers: { host: hostA } })
	expect(answer.headers['content-type']).toContain('application/json')
})
