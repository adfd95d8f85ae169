import type { FastifyInstance } from 'fastify'
import { WebhookReceiver } from 'livekit-server-sdk'
import type { LivekitSettings } from '../../../../platform/config.ts'

/** LiveKit's events are small: a participant with its tracks. */
const maxBytes = 65_536

/**
 * The address that LiveKit tells its events. They come late, twice, out of order or not at all, so nothing is read from them:
 * each one that LiveKit has signed wakes the comparison with what is really there (ROOM-248).
 */
export function serveLivekitWebhook(
	app: FastifyInstance,
	{ settings: { key, secret }, wake }: { settings: LivekitSettings; wake(): void },
): void {
	const receiver = new WebhookReceiver(key, secret)
	app.register(async hooks => {
		hooks.addContentTypeParser(
			'application/webhook+json',
			{ parseAs: 'string', bodyLimit: maxBytes },
			(_, body, done) => done(null, body),
		)
		hooks.post('/room/livekit/webhook', async ({ body, headers: { authorization } }, reply) => {
			reply.header('cache-control', 'no-store')
			if (typeof body !== 'string' || !(await isSigned(body, authorization))) return reply.code(401).send()
			wake()
			return reply.code(204).send()
		})
	})

	/** The signature is over a hash of the body, and expires. */
	async function isSigned(body: string, authorization: string | undefined): Promise<boolean> {
		try {
			await receiver.receive(body, authorization)
			return true
		} catch {
			return false
		}
	}
}
