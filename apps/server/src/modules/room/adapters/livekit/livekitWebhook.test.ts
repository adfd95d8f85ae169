import { createHash } from 'node:crypto'
import fastify from 'fastify'
import { AccessToken } from 'livekit-server-sdk'
import { expect, onTestFinished, test } from 'vitest'
import { serveLivekitWebhook } from './livekitWebhook.ts'

const settings = { url: 'ws://h', apiUrl: 'http://h', key: 'key', secret: 'a secret that is long enough for HS256' }
const body = JSON.stringify({ event: 'participant_joined', id: 'EV_1', createdAt: '1800000000' })

/** Signs a body as LiveKit does. */
async function sign(text: string, { secret = settings.secret, key = settings.key, ttl = 60 } = {}) {
	const token = new AccessToken(key, secret, { ttl })
	token.sha256 = createHash('sha256').update(text).digest('base64')
	return await token.toJwt()
}

function open() {
	const app = fastify()
	onTestFinished(() => app.close())
	let woken = 0
	serveLivekitWebhook(app, { settings, wake: () => woken++ })
	return {
		woken: () => woken,
		post: async (payload: string, authorization?: string, contentType = 'application/webhook+json') =>
			(
				await app.inject({
					method: 'POST',
					url: '/room/livekit/webhook',
					headers: { 'content-type': contentType, ...(authorization !== undefined && { authorization }) },
					payload,
				})
			).statusCode,
	}
}

test('[ROOM-248] an event that LiveKit has signed wakes the comparison, also a second time', async () => {
	const { post, woken } = open()
	const signature = await sign(body)
	expect([await post(body, signature), await post(body, signature)]).toEqual([204, 204])
	expect(woken()).toBe(2)
})

test.each<[string, () => Promise<string | undefined>]>([
	['without a signature', async () => undefined],
	['with one of another body', () => sign('{}')],
	['with one of another secret', () => sign(body, { secret: 'some other secret of the same length' })],
	['with one of another key', () => sign(body, { key: 'other' })],
	['with one that has expired', () => sign(body, { ttl: -3_600 })],
	['with something else', async () => 'Bearer x'],
])('[ROOM-248] an event %s wakes nothing', async (_, signature) => {
	const { post, woken } = open()
	expect(await post(body, await signature())).toBe(401)
	expect(woken()).toBe(0)
})

test('[ROOM-248] a body of another type, or a large one, is refused', async () => {
	const { post, woken } = open()
	expect(await post(body, await sign(body), 'application/json')).toBe(401)
	const large = JSON.stringify({ event: 'x'.repeat(70_000) })
	expect(await post(large, await sign(large))).toBe(413)
	expect(woken()).toBe(0)
})
