import { expect, onTestFinished, test } from 'vitest'
import { createLog } from '../platform/log.ts'
import { createApp } from './app.ts'
import { serveHealth } from './health.ts'

async function aServer(parts: { database?: boolean; disk?: boolean; media?: boolean | 'broken' }) {
	const app = await createApp({ log: createLog('silent'), tls: undefined, trustedProxies: 0 })
	onTestFinished(() => app.close())
	const { database = true, disk = true, media = true } = parts
	serveHealth(app, {
		database: async () => (database ? undefined : Promise.reject(new Error('gone'))),
		disk: async () => disk,
		components: [
			{ name: 'media', check: async () => (media === 'broken' ? Promise.reject(new Error('broken')) : media) },
		],
	})
	return async (url: string) => {
		const { statusCode, body } = await app.inject(url)
		return { http: statusCode, ...(JSON.parse(body) as object) }
	}
}

test('a fully working server is ready, for meetings too', async () => {
	const ask = await aServer({})
	expect(await ask('/readyz')).toEqual({ http: 200, status: 'ready', database: true, disk: true, media: true })
	expect(await ask('/readyz/media')).toEqual({ http: 200, status: 'ready', media: true })
})

test.each([false, 'broken'] as const)(
	'without its media engine (%s) it takes calls, and a balancer of meetings can tell',
	async media => {
		const ask = await aServer({ media })
		expect(await ask('/readyz')).toEqual({ http: 200, status: 'degraded', database: true, disk: true, media: false })
		expect(await ask('/readyz/media')).toEqual({ http: 503, status: 'not ready', media: false })
		expect(await ask('/healthz')).toEqual({ http: 200, status: 'ok' })
	},
)

test('without database or disk it is not ready, whatever media does', async () => {
	expect(await (await aServer({ database: false }))('/readyz')).toMatchObject({ http: 503, status: 'not ready' })
	expect(await (await aServer({ disk: false, media: false }))('/readyz')).toMatchObject({
		http: 503,
		status: 'not ready',
		media: false,
	})
})
