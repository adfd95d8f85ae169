import type { IncomingMessage, Server } from 'node:http'
import { constants, type Http2SecureServer, type ServerHttp2Stream } from 'node:http2'
import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'

/** How long a client may keep a connection or a part of one without giving anything for it; milliseconds. */
export interface ConnectionLimits {
	/** Until TLS is agreed on. */
	handshakeMs: number
	/** Until the headers of a request are complete; of the first one from the beginning of the connection on. */
	headersMs: number
	/** Until a request is complete with its body, however it trickles. */
	requestMs: number
	/** Without a byte either way: a connection, a session or a stream of HTTP/2. */
	idleMs: number
	/** How often Node looks at the two above; they end this much earlier, so that none is exceeded. */
	checkEveryMs: number
	/** Requests at once on one connection of HTTP/2. */
	streams: number
}

/** The largest body, 256 KiB, comes in 30 s on 70 kbit/s. Sockets of rooms are no longer HTTP and keep their own time. */
export const connectionLimits: ConnectionLimits = {
	handshakeMs: 15_000,
	headersMs: 15_000,
	requestMs: 30_000,
	idleMs: 75_000,
	checkEveryMs: 1_000,
	streams: 100,
}

/** Options of `http.createServer`, also for HTTP/1.1 on a server of HTTP/2. */
export const serverOptions = ({ headersMs, requestMs, checkEveryMs }: ConnectionLimits) => ({
	headersTimeout: headersMs - checkEveryMs,
	requestTimeout: requestMs - checkEveryMs,
	connectionsCheckingInterval: checkEveryMs,
})

/** Node counts from the first byte of a request, which a client can hold back. HTTP/2 has limits of its own. */
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

/** Node measures requests of HTTP/1.1 only. */
export function limitStreams(server: Http2SecureServer, { requestMs, idleMs }: ConnectionLimits) {
	server.on('session', session => {
		session.setTimeout(idleMs, () => {
			// Sends GOAWAY, so that a browser opens another one; alone it would wait for half-open streams.
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
