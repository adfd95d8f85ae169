import type { IncomingMessage, Server } from 'node:http'
import { constants, type Http2SecureServer, type ServerHttp2Stream } from 'node:http2'
import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'

/** Limits on how long a client may hold a connection or part of one while sending nothing; milliseconds. */
export interface ConnectionLimits {
	/** Until the TLS handshake completes. */
	handshakeMs: number
	/** Until the headers of a request are complete; for the first request, measured from the start of the connection. */
	headersMs: number
	/** Until a request is complete with its body, however slowly it arrives. */
	requestMs: number
	/** Without a byte in either direction: a connection, a session or an HTTP/2 stream. */
	idleMs: number
	/** Interval of Node's checks of the two limits above; they are shortened by it, so that neither is exceeded. */
	checkEveryMs: number
	/** Concurrent requests on one HTTP/2 connection. */
	streams: number
}

/** The largest body, 256 KiB, takes 30 s at 70 kbit/s. Room sockets are no longer HTTP and have limits of their own. */
export const connectionLimits: ConnectionLimits = {
	handshakeMs: 15_000,
	headersMs: 15_000,
	requestMs: 30_000,
	idleMs: 75_000,
	checkEveryMs: 1_000,
	streams: 100,
}

/** Options of `http.createServer`, also for HTTP/1.1 on an HTTP/2 server. */
export const serverOptions = ({ headersMs, requestMs, checkEveryMs }: ConnectionLimits) => ({
	headersTimeout: headersMs - checkEveryMs,
	requestTimeout: requestMs - checkEveryMs,
	connectionsCheckingInterval: checkEveryMs,
})

/** Node counts from the first byte of a request, which a client can withhold. HTTP/2 has limits of its own. */
export function limitFirstHeaders(server: Server | Http2SecureServer, { headersMs }: ConnectionLimits, isTls: boolean) {
	const timers = new WeakMap<object, NodeJS.Timeout>()
	server.on(isTls ? 'secureConnection' : 'connection', (socket: Socket | TLSSocket) => {
		if ('alpnProtocol' in socket && socket.alpnProtocol === 'h2') return
		const end = () => socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n', () => socket.destroy())
		const timer = setTimeout(end, headersMs)
		timers.set(socket, timer)
		socket.once('close', () => clearTimeout(timer))
	})
	const stop = ({ socket }: IncomingMessage) => clearTimeout(timers.get(socket))
	;(server as Server).on('request', stop).on('upgrade', stop)
}

const closeGraceMs = 1_000

/** Node measures HTTP/1.1 requests only. */
export function limitStreams(server: Http2SecureServer, { requestMs, idleMs }: ConnectionLimits) {
	server.on('session', session => {
		session.setTimeout(idleMs, () => {
			// Sends GOAWAY, so that a browser opens another connection; by itself it would wait for half-open streams.
			session.close()
			setTimeout(() => session.destroy(), closeGraceMs).unref()
		})
	})
	server.on('stream', (stream: ServerHttp2Stream) => {
		const cancel = () => stream.close(constants.NGHTTP2_ENHANCE_YOUR_CALM)
		stream.setTimeout(idleMs, cancel)
		if (stream.endAfterHeaders) return
		const timer = setTimeout(cancel, requestMs)
		const stop = () => clearTimeout(timer)
		stream.once('end', stop).once('close', stop)
	})
}
