import { constants, type Http2SecureServer, type ServerHttp2Stream } from 'node:http2'

/** How long a client may keep a connection or a part of one without giving anything for it; milliseconds. */
export interface ConnectionLimits {
	/** Until TLS is agreed on. */
	handshakeMs: number
	/** Until the headers of a request are complete. */
	headersMs: number
	/** Until a request is complete with its body, however it trickles. */
	requestMs: number
	/** Without a byte either way: a connection, a session or a stream of HTTP/2. */
	idleMs: number
	/** How often the first two are looked at. */
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
	checkEveryMs: 5_000,
	streams: 100,
}

/** Options of `http.createServer`, also for HTTP/1.1 on a server of HTTP/2. */
export const serverOptions = ({ headersMs, requestMs, checkEveryMs }: ConnectionLimits) => ({
	headersTimeout: headersMs,
	requestTimeout: requestMs,
	connectionsCheckingInterval: checkEveryMs,
})

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
