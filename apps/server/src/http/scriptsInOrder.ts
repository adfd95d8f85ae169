import type { ServerHttp2Stream } from 'node:http2'
import type { FastifyInstance } from 'fastify'

const isScript = /^\/assets\/[^?]+\.js(\?|$)/

/**
 * Sends the scripts of a connection one after the other, in the order of their requests. HTTP/2 would divide a slow line
 * between them, so that the main script, which is requested first, arrives with the last; in this order the browser runs
 * it while the others arrive.
 */
export function sendScriptsInOrder(app: FastifyInstance) {
	const last = new WeakMap<object, Promise<void>>()
	app.addHook('onRequest', async ({ raw, url }) => {
		const { stream } = raw as unknown as { stream?: ServerHttp2Stream }
		const session = stream?.session
		if (!session || !isScript.test(url)) return
		const before = last.get(session)
		last.set(session, new Promise(resolve => (stream.closed ? resolve() : stream.once('close', resolve))))
		await before
	})
}
