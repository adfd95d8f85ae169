import type { Http2SecureServer } from 'node:http2'
import type { TLSSocket } from 'node:tls'

/** In three packets of a network. */
const firstRecordBytes = 4 * 1024
/** The largest of TLS, which costs the least for media. */
const laterRecordBytes = 16 * 1024
const firstRecordsMs = 10_000

/**
 * Sends small TLS records at the start of each connection. A client can read a record only once it is complete, and a new
 * connection sends 14 KiB per round trip: the first byte of a page in one large record would arrive a round trip late.
 */
export function sendSmallRecordsFirst(server: Http2SecureServer) {
	server.on('secureConnection', (socket: TLSSocket) => {
		socket.setMaxSendFragment(firstRecordBytes)
		const timer = setTimeout(() => socket.setMaxSendFragment(laterRecordBytes), firstRecordsMs).unref()
		socket.once('close', () => clearTimeout(timer))
	})
}
