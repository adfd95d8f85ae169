import { randomUUID } from 'node:crypto'
import type { Duplex } from 'node:stream'
import type { Instant } from '@parley/core'
import { type Envelope, envelopeEvent, imLimits } from '@parley/im'
import type { WebSocket } from 'ws'
import type { LimitedSocket } from '../../../../platform/webSocketLimits.ts'
import type { Broadcast, Connection, ConnectionHandler } from '../../ports/connection.ts'
import { encodeEnvelopes, encodeFrames } from './encoded.ts'
import type { CountedConnection } from './openConnections.ts'
import { connected, disconnected, noNamespace, opened, ping, readPacket } from './packets.ts'

const pingEveryS = imLimits.heartbeat.pingInterval / 1_000
const pongWithinS = imLimits.heartbeat.pingTimeout / 1_000
/** Maximum length of a namespace repeated back to the client. */
const maxNamespaceLength = 100
const pingFrame = encodeFrames([ping])

/** Parts of a connection. */
interface SocketParts {
	webSocket: WebSocket
	/** TCP or TLS socket below: only whole frames are written to it, so that frames of `ws` go in between. */
	stream: Duplex
	address: string
	origin: string
	openedAt: Instant
	/** Called once the client has joined the main namespace. */
	begin(connection: Connection): ConnectionHandler
}

/**
 * A client's connection from its first byte on, as messaging sees it. Thousands are held: it has no functions of its
 * own, and a push to all of them finds the needed fields directly.
 */
export class SocketConnection implements Connection, CountedConnection, LimitedSocket {
	readonly id = randomUUID()
	readonly address: string
	readonly origin: string
	readonly openedAt: Instant
	readonly webSocket: WebSocket
	readonly #stream: Duplex
	readonly #begin: SocketParts['begin']
	#handler: ConnectionHandler | undefined
	/** The person logged in when it ended. */
	#lastPersonId: string | undefined
	#isOver = false
	/** Envelopes sent in this turn of the event loop, which leave in one write at its end. */
	#gathered: Envelope[] | undefined
	/** Time since the last ping or pong. */
	#quietS = 0
	#isAsked = false

	constructor({ webSocket, stream, address, origin, openedAt, begin }: SocketParts) {
		this.address = address
		this.origin = origin
		this.openedAt = openedAt
		this.webSocket = webSocket
		this.#stream = stream
		this.#begin = begin
		const maxPayload = imLimits.maxEnvelopeBytes
		this.#writeText(opened(this.id, { ...imLimits.heartbeat, maxPayload }))
	}

	isLoggedIn(): boolean {
		return this.#handler?.isLoggedIn() ?? false
	}

	isKnown(): boolean {
		return this.isLoggedIn()
	}

	/** Gathered envelopes leave at the end of the turn. */
	queuedBytes(): number {
		return 0
	}

	personId(): string | undefined {
		return this.#handler ? this.#handler.personId() : this.#lastPersonId
	}

	/** Processes a frame. */
	receive(data: WebSocket.RawData, isBinary: boolean): void {
		if (this.#isOver) return
		if (this.#isAsked) this.#quietS = 0
		// Nothing here is binary.
		const packet = isBinary ? undefined : readPacket(data.toString())
		if (packet?.type === 'event' && this.#handler) this.#receiveEvent(this.#handler, packet)
		else if (packet?.type === 'connect') this.#enter(packet.otherNamespace)
		else if (packet?.type === 'pong') this.#isAsked = false
		else if (packet?.type !== 'ack') this.close()
	}

	#receiveEvent(handler: ConnectionHandler, { name, value }: { name: unknown; value: unknown }): void {
		// Any other event is answered like an unreadable envelope.
		handler.receive(name === envelopeEvent ? value : undefined)
	}

	#enter(otherNamespace: string | undefined): void {
		if (otherNamespace !== undefined) {
			if (otherNamespace.length <= maxNamespaceLength) this.#writeText(noNamespace(otherNamespace))
			this.close()
		}
		// A client has one socket; with a second one, packets could not be assigned to either.
		else if (this.#handler) this.close()
		else {
			this.#writeText(connected(this.id))
			this.#handler = this.#begin(this)
		}
	}

	/** Called every second: pings the client, and ends the connection if no answer arrives. */
	beat(): void {
		this.#quietS++
		if (this.#isAsked) {
			if (this.#quietS >= pongWithinS) this.webSocket.terminate()
		} else if (this.#quietS >= pingEveryS) {
			this.#isAsked = true
			this.#quietS = 0
			this.#write(pingFrame)
		}
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

	/** Writes gathered envelopes now. */
	flush(): void {
		const envelopes = this.#gathered
		if (!envelopes) return
		this.#gathered = undefined
		this.#write(encodeEnvelopes(envelopes))
	}

	/** Written at once, after everything sent before. */
	write(frames: Buffer): void {
		if (this.#gathered) this.flush()
		this.#write(frames)
	}

	#writeText(text: string): void {
		this.#write(encodeFrames([text]))
	}

	/** Once the WebSocket is closing its stream has ended, so that it need not be asked itself. */
	#write(frames: Buffer): void {
		if (!this.#isOver && this.#stream.writable) this.#stream.write(frames)
	}

	pendingBytes(): number {
		this.flush()
		return this.#stream.writableLength
	}

	close(): void {
		if (this.#isOver) return
		this.flush()
		if (this.#handler) this.#writeText(disconnected)
		this.webSocket.close()
		this.ended()
	}

	/** Stops sending and receiving. */
	ended(): void {
		if (this.#isOver) return
		this.#isOver = true
		this.#lastPersonId = this.#handler?.personId()
		this.#handler?.closed()
		this.#handler = undefined
	}
}

/** One function for all connections. */
const flush = (connection: SocketConnection): void => connection.flush()

export const broadcast: Broadcast = (connections, envelopes) => {
	if (envelopes.length === 0) return
	const frames = encodeEnvelopes(envelopes)
	for (const connection of connections) {
		if (connection instanceof SocketConnection) connection.write(frames)
		else connection.send(envelopes)
	}
}
