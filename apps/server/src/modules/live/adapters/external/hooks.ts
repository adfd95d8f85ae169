import { streamIdPattern } from '@parley/core'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { isEqualInConstantTime } from '../../../../platform/constantTime.ts'
import type { ExternalLiveEngine } from './externalEngine.ts'
import type { OriginConnection } from './originStream.ts'

type Secret = { Params: { secret: string } }

/**
 * Callbacks of an external origin, as nginx's RTMP module sends them (forms; 2xx allows, 4xx ends the connection):
 * `/live/hooks/<secret>/publish`, `…/update`, `…/publish_done`; and for playlists, as `auth_request` of nginx and
 * others sends it, `GET …/view?stream=…&token=…`.
 */
export function serveLiveHooks(app: FastifyInstance, engine: ExternalLiveEngine, secret: string) {
	app.register(async hooks => {
		hooks.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
			done(null, new URLSearchParams(String(body))),
		)
		hooks.addHook('onRequest', async (request, reply) => {
			const { secret: given } = request.params as Secret['Params']
			if (!isEqualInConstantTime(given, secret)) return reply.code(404).send()
		})
		hooks.post<Secret>('/live/hooks/:secret/publish', async ({ body }, reply) =>
			answer(reply, await ofConnection(body, connection => engine.publishing(connection))),
		)
		hooks.post<Secret>('/live/hooks/:secret/update', async ({ body }, reply) =>
			answer(reply, await ofConnection(body, connection => engine.stillPublishing(connection))),
		)
		hooks.post<Secret>('/live/hooks/:secret/publish_done', async ({ body }, reply) => {
			await ofConnection(body, async connection => {
				await engine.stoppedPublishing(connection)
				return { ok: true }
			})
			return answer(reply, { ok: true })
		})
		hooks.get<Secret & { Querystring: Record<string, unknown> }>(
			'/live/hooks/:secret/view',
			async ({ query }, reply) => {
				const { stream = '', token = '' } = query
				const isRequest = typeof stream === 'string' && typeof token === 'string'
				const mayView = isRequest && (await engine.mayView(stream, token))
				return mayView === undefined ? reply.code(503).send() : answer(reply, { ok: mayView })
			},
		)
	})
}

const answer = (reply: FastifyReply, { ok }: { ok: boolean }) =>
	reply
		.code(ok ? 204 : 403)
		.header('cache-control', 'no-store')
		.send()

async function ofConnection(
	body: unknown,
	act: (connection: OriginConnection) => Promise<{ ok: boolean }>,
): Promise<{ ok: boolean }> {
	if (!(body instanceof URLSearchParams)) return { ok: false }
	const of = (name: string) => body.get(name) ?? ''
	const streamId = of('name')
	if (!streamIdPattern.test(streamId)) return { ok: false }
	return await act({ streamId, key: of('key'), address: of('addr'), connectionId: of('clientid') })
}
