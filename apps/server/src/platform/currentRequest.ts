import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage } from 'node:http'
import type { Http2ServerRequest } from 'node:http2'
import type { FastifyInstance } from 'fastify'
import type { IsTrustedProxy } from './clientAddress.ts'

/** A request of HTTP/1.1 or HTTP/2. */
export type AnyRequest = Pick<IncomingMessage | Http2ServerRequest, 'headers' | 'socket'>

export const requestIdHeader = 'x-request-id'
const wellFormed = /^[\w.-]{8,64}$/

/** Headers with which other nodes are told of the request that is being answered: its id, and its trace if there is one. */
export type PassedHeaders = Record<string, string>

const current = new AsyncLocalStorage<PassedHeaders>()

/** Returns the headers to pass on to another node; none outside a request, or if requests are not followed. */
export const passedHeaders = (): PassedHeaders => current.getStore() ?? {}

/** Returns the id that a trusted proxy has given a request; undefined if it has none, or a client may have chosen it. */
export function forwardedRequestId(request: AnyRequest, isTrusted: IsTrustedProxy): string | undefined {
	const id = request.headers[requestIdHeader]
	return isTrusted(request.socket.remoteAddress, 0) ? requestIdOf(id) : undefined
}

/** Returns an id if it can be written into logs and headers. */
export const requestIdOf = (id: string | string[] | undefined): string | undefined =>
	typeof id === 'string' && wellFormed.test(id) ? id : undefined

/** Follows the requests of the app, so that calls of other nodes can name them. */
export function followRequests(app: FastifyInstance): void {
	const headersOf = new WeakMap<object, PassedHeaders>()
	app.addHook('onRequest', (request, _reply, done) => {
		const headers = { [requestIdHeader]: request.id }
		headersOf.set(request, headers)
		current.run(headers, done)
	})
	// The body of a request is read outside the context of the hook above.
	app.addHook('preHandler', (request, _reply, done) => current.run(headersOf.get(request) ?? {}, done))
}
