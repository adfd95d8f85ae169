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
	_sender?: { _bufferedBytes: number }
}

/** Parts of Engine.IO that its types do not show. */
type EngineSocket = Pick<Socket['conn'], 'readyState' | 'transport' | 'write'> & {
	upgrading: boolean
	writeBuffer: { data?: string }[]
}

const openState = 1

/** A client's socket as messaging sees it. What a push to thousands asks of each of them is at hand. */
export class SocketConnection implements Connection {
	readonly id: string
	readonly address: string
	readonly origin: string
	readonly #socket: Socket
	readonly #conn: EngineSocket
	/** Everything below is that of this transport; where Engine.IO has another one, it is not used any more. */
	readonly #transport: EngineSocket['transport']
	/** Missing where frames are not those of everybody: compressed ones are made for each connection by itself. */
	readonly #webSocket: WebSocketParts | undefined
	/** False: what was sent has left, as it does on nearly every connection. */
	#mayBePending = false
	/** What was sent in this turn of the process, and leaves in one write at its end. */
	#gathered: Envelope[] | undefined

	constructor(socket: Socket, { address, origin }: { address: string; origin: string }) {
		this.id = socket.id
		this.address = address
		this.origin = origin
		this.#socket = socket
		this.#conn = socket.conn as unknown as EngineSocket
		this.#transport = this.#conn.transport
		const { socket: webSocket } = this.#transport as unknown as { socket?: WebSocketParts }
		const isPlain = webSocket?.extensions === '' && webSocket._socket && webSocket._sender
		this.#webSocket = isPlain && this.#transport.name === 'websocket' ? webSocket : undefined
	}

	send(envelopes: readonly Envelope[]): void {
		if (envelopes.length === 0) return
		if (this.#gathered) {
			this.#gathered.push(...envelopes)
			return
		}
		this.#gathered = [...envelopes]
		process.nextTick(flush, this)
	}

	/** What was sent goes on its way now. */
	flush(): void {
		const envelopes = this.#gathered
		if (!envelopes) return
		this.#gathered = undefined
		this.#write(encodeEnvelopes(envelopes))
	}

	/** At once, after what was sent before. */
	write(encoded: EncodedEnvelopes): void {
		this.flush()
		this.#write(encoded)
	}

	#write(encoded: EncodedEnvelopes): void {
		if (!this.#socket.connected) return
		const stream = this.#freeStream()
		if (stream) {
			stream.write(encoded.frames())
			if (stream.writableLength > 0) this.#mayBePending = true
			return
		}
		this.#mayBePending = true
		for (const packet of encoded.packets) this.#conn.write(packet, uncompressed)
	}

	pendingBytes(): number {
		this.flush()
		if (!this.#mayBePending) return 0
		const { transport, writeBuffer } = this.#conn
		const { socket: webSocket } = transport as unknown as { socket?: WebSocketParts }
		const pending = writeBuffer.reduce(
			(total, { data }) => total + (data?.length ?? 0),
			webSocket?._socket?.writableLength ?? 0,
		)
		this.#mayBePending = pending > 0
		return pending
	}

	close(): void {
		this.flush()
		this.#socket.disconnect(true)
	}

	/**
	 * The stream, where bytes written to it now are in the same place as if Socket.IO had sent them: nothing waits in
	 * Engine.IO or in `ws`, and nothing changes what they would write.
	 */
	#freeStream(): ByteStream | undefined {
		const conn = this.#conn
		const transport = this.#transport
		const webSocket = this.#webSocket
		const isFree =
			webSocket?.readyState === openState &&
			webSocket._sender?._bufferedBytes === 0 &&
			conn.transport === transport &&
			transport.writable &&
			conn.readyState === 'open' &&
			!conn.upgrading &&
			conn.writeBuffer.length === 0
		const stream = isFree ? webSocket._socket : undefined
		return stream?.writable ? stream : undefined
	}
}

const uncompressed = { compress: false }

/** One function for all connections. */
const flush = (connection: SocketConnection): void => connection.flush()

export const broadcast: Broadcast = (connections, envelopes) => {
	if (envelopes.length === 0) return
	const encoded = encodeEnvelopes(envelopes)
	for (const connection of connections) {
		if (connection instanceof SocketConnection) connection.write(encoded)
		else connection.send(envelopes)
	}
}
