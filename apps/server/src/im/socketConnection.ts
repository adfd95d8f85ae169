import type { Envelope } from '@parley/im'
import type { Socket } from 'socket.io'
import type { Broadcast, Connection } from '../modules/messaging/index.ts'
import { type EncodedEnvelopes, encodeEnvelopes } from './encoded.ts'

/** What messaging uses of the stream below a WebSocket: TCP or TLS. */
interface ByteStream {
	writable: boolean
	writableLength: number
	write(bytes: Buffer): boolean
}

/** Parts of `ws` that its types do not show; a release without them is served in the plain way. */
interface WebSocketParts {
	readyState: number
	extensions: string
	_socket?: ByteStream
	_sender?: { _bufferedBytes: number; _queue: unknown[] }
}

const openState = 1

/** A client's socket as messaging sees it. */
export class SocketConnection implements Connection {
	readonly id: string
	readonly address: string
	readonly origin: string
	readonly #socket: Socket
	/** Without extensions: compressed frames are made for each connection by itself. */
	readonly #isPlain: boolean

	constructor(socket: Socket, { address, origin }: { address: string; origin: string }) {
		this.id = socket.id
		this.address = address
		this.origin = origin
		this.#socket = socket
		this.#isPlain = this.#webSocket()?.extensions === ''
	}

	send(envelopes: readonly Envelope[]): void {
		if (envelopes.length > 0) this.write(encodeEnvelopes(envelopes))
	}

	write(encoded: EncodedEnvelopes): void {
		const { conn, connected } = this.#socket
		if (!connected) return
		const stream = this.#freeStream()
		if (stream) stream.write(encoded.frames())
		else for (const packet of encoded.packets) conn.write(packet, uncompressed)
	}

	pendingBytes(): number {
		const inStream = this.#webSocket()?._socket?.writableLength ?? 0
		return inStream + waitingPackets(this.#socket).reduce((total, { data }) => total + (data?.length ?? 0), 0)
	}

	close(): void {
		this.#socket.disconnect(true)
	}

	/**
	 * The stream, where bytes written to it now are in the same place as if Socket.IO had sent them: nothing waits in
	 * Engine.IO or in `ws`, and nothing changes what they would write.
	 */
	#freeStream(): ByteStream | undefined {
		const { conn } = this.#socket
		const isFree =
			this.#isPlain &&
			conn.readyState === 'open' &&
			conn.transport.name === 'websocket' &&
			conn.transport.writable &&
			!(conn as unknown as { upgrading: boolean }).upgrading &&
			waitingPackets(this.#socket).length === 0
		const webSocket = isFree ? this.#webSocket() : undefined
		if (webSocket?.readyState !== openState) return undefined
		const { _socket: stream, _sender: sender } = webSocket
		const isSenderFree = sender?._queue.length === 0 && sender._bufferedBytes === 0
		return isSenderFree && stream?.writable ? stream : undefined
	}

	#webSocket(): WebSocketParts | undefined {
		return (this.#socket.conn.transport as unknown as { socket?: WebSocketParts }).socket
	}
}

const uncompressed = { compress: false }

const waitingPackets = ({ conn }: Socket) => (conn as unknown as { writeBuffer: { data?: string }[] }).writeBuffer

export const broadcast: Broadcast = (connections, envelopes) => {
	if (envelopes.length === 0) return
	const encoded = encodeEnvelopes(envelopes)
	for (const connection of connections) {
		if (connection instanceof SocketConnection) connection.write(encoded)
		else connection.send(envelopes)
	}
}
