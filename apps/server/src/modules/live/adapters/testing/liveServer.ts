import type { AddressInfo } from 'node:net'
import { ok } from '@parley/core'
import Fastify from 'fastify'
import { createLog } from '../../../../platform/log.ts'
import { serveLive } from '../embedded/http.ts'
import { type FilmName, playFilm } from './film.ts'
import { createTestEngine } from './testEngine.ts'

/** Starts the engine behind its own HTTP server, with pages for players, on a free port of this machine. */
export async function startLiveServer(pages: Record<string, { type: string; body: string | Buffer }>) {
	const { engine, close } = await createTestEngine({ log: createLog('warn') })
	engine.useHooks({ authorisePublish: async () => ok(undefined), authoriseView: async () => true })
	await engine.start()
	const app = Fastify()
	serveLive(app, engine, { browserOf: ({ ip }) => ip })
	for (const [path, { type, body }] of Object.entries(pages)) {
		app.get(path, (_, reply) => reply.type(type).send(body))
	}
	await app.listen({ port: 0, host: '127.0.0.1' })
	return {
		engine,
		/** For gateways on the same server. */
		server: app.server,
		url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
		/** Publishes the film in real time, in a loop; returns a function that stops it. */
		publishFilm(streamId: string, name: FilmName = 'film') {
			const answer = engine.publish(streamId, '127.0.0.1')
			if (!answer.ok) throw new Error(answer.failure)
			const publisher = answer.value
			const stop = playFilm(tag => publisher.push(tag), name)
			return () => {
				stop()
				publisher.close()
			}
		},
		async close() {
			await close()
			await app.close()
		},
	}
}
