import { afterEach, beforeEach, expect, test } from 'vitest'
import { createApp } from '../http/app.ts'
import { createLog } from '../platform/log.ts'
import { serveThisMachineOnly } from './thisMachineOnly.ts'

let app: Awaited<ReturnType<typeof createApp>>
beforeEach(async () => {
	app = await createApp({ log: createLog('silent'), tls: undefined, trustedProxies: 0 })
	serveThisMachineOnly(app)
	app.get('/shell/inbox', async () => ({ messages: ['042137'] }))
})
afterEach(() => app.close())

const inbox = (headers: Record<string, string>) => app.inject({ url: '/shell/inbox', headers })

test.each(['localhost', 'localhost:8080', 'oa.localhost:8080', '127.0.0.1:8080', '[::1]:8080'])(
	'the demo of this machine answers at %s',
	async host => expect((await inbox({ host })).json()).toEqual({ messages: ['042137'] }),
)

test.each([
	{ host: 'meet.example.org' },
	{ host: '192.168.1.5:8080' },
	{ host: 'localhost', 'x-forwarded-for': '203.0.113.9' },
	{ host: 'localhost', forwarded: 'for=203.0.113.9' },
	{ host: 'localhost', 'x-forwarded-host': 'meet.example.org' },
	{ host: 'localhost', via: '1.1 proxy' },
])('and not to %o, which says how to let others in', async headers => {
	const answer = await inbox({ ...headers, accept: 'text/html', 'accept-language': 'en' })
	expect(answer.statusCode).toBe(403)
	expect(answer.body).toContain('PARLEY_DEMO=1')
	expect(answer.body).not.toContain('042137')
})

test('also in Chinese', async () => {
	expect((await inbox({ host: 'meet.example.org', accept: 'text/html', 'accept-language': 'zh-CN' })).body).toContain(
		'演示仅供本机使用',
	)
})

test.each(['application/json', '*/*'])('a call that accepts %s is refused in JSON', async accept => {
	const answer = await inbox({ host: 'meet.example.org', accept })
	expect([answer.statusCode, answer.json()]).toEqual([403, { code: 403, message: 'thisMachineOnly' }])
})
