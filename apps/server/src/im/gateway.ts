import type { Server as HttpServer, IncomingMessage } from 'node:http'
import type { Http2SecureServer } from 'node:http2'
import type { Server as HttpsServer } from 'node:https'
import { setTimeout as delay } from 'node:timers/promises'
import { envelopeEvent, imLimits, imPaths } from '@parley/im'
import { Server, type Socket } from 'socket.io'
import type { Connection, ConnectionHandler } from '../modules/messaging/index.ts'
import { isAllowedOrigin } from '../platform/allowedOrigin.ts'
import type { Clock } from '../platform/clock.ts'
import type { CreateRateLimit } from '../platform/rateLimit.ts'
import {
	type ConnectionLimits,
	type CountedConnection,
	connectionLimits,
	createOpenConnections,
} from './openConnections.ts'
import { SocketConnection } from './socketConnection.ts'

const tickMs = 1_000
/** After a restart each of the people behind an address connects a few times. */
const connectionsPerAddress = { times: 3_000, perS: 60 }
/** A client sends a few packets a second; one that sends so many gets no answers any more. */
const maxPacketsPerTick = 1_000
/** Answers that wait for a client that asks and does not read. */
const maxUnreadBytes = 2 * 1024 * 1024
/** For the last envelopes to be sent. */
const flushDelayMs = 200

type EngineSocket = Socket['conn']

/** A connection from its first byte on. Thousands are held: it has no functions of its own. */
class OpenConnection implements CountedConnection {
	readonly address: string
	readonly origin: string
	readonly #conn: EngineSocket
	/** Once it has come to the main namespace. */
	#socket: SocketConnection | undefined
	#handler: ConnectionHandler | undefined
	/** Since the last tick. */
	packets = 0

	constructor(conn: EngineSocket, address: string, origin: string) {
		this.#conn = conn
		this.address = address
		this.origin = origin
	}

	isLoggedIn(): boolean {
		return this.#handler?.isLoggedIn() ?? false
	}

	hasSocket(): boolean {
		return this.#socket !== undefined
	}

	begun(socket: SocketConnection, handler: ConnectionHandler): void {
		this.#socket = socket
		this.#handler = handler
	}

	receive(event: string, value: unknown): void {
		this.packets++
		if (this.packets > maxPacketsPerTick || (this.#socket?.pendingBytes() ?? 0) > maxUnreadBytes) this.close()
		// Another event is no envelope, and gets the answer of what cannot be read.
		else this.#handler?.receive(event === envelopeEvent ? value : undefined)
	}

	close(): void {
		this.#conn.close()
	}

	/** The socket is gone; the connection mostly is with it. */
	ended(): void {
		this.#handler?.closed()
		this.#handler = undefined
		this.#socket = undefined
	}
}

/** Nothing here is binary, and parts of packets would be kept until the rest has come. */
function refuseBinary(this: EngineSocket, { type, data }: { type: string; data?: unknown }): void {
	if (type === 'message' && typeof data !== 'string') this.close()
}

/** The answer to the upgrade and the first packet of Engine.IO, which follows in the same turn of the process, leave in one write. */
function writeTogether(stream: IncomingMessage['socket']): void {
	stream.cork()
	process.nextTick(uncork, stream)
}
const uncork = (stream: IncomingMessage['socket']): void => stream.uncork()

export interface ImGatewaySetup {
	server: HttpServer | HttpsServer | Http2SecureServer
	connect(connection: Connection): ConnectionHandler
	createRateLimit: CreateRateLimit
	/** What a connection counts for. */
	addressOf(request: IncomingMessage): string
	/** The server as it is named in a request. */
	originOf(request: IncomingMessage): string
	clock: Clock
	/** Origins beside the server's own host, such as the public address behind a proxy. */
	allowedOrigins?: readonly string[]
	/** Whether pages of another origin may use messaging at the host a request is for. */
	admitsPage?(request: IncomingMessage, origin: string): Promise<boolean>
	limits?: ConnectionLimits
}

/** Attaches the sockets of messaging to the server. */
export function attachImGateway(setup: ImGatewaySetup) {
	const { server, createRateLimit, addressOf, originOf, clock } = setup
	const open = createOpenConnections(clock, setup.limits ?? connectionLimits)
	const rateLimit = createRateLimit('im-connections', connectionsPerAddress.times, connectionsPerAddress.perS)
	const connections = new Map<EngineSocket, OpenConnection>()
	let isStopping = false

	const admitsPage = async (request: IncomingMessage): Promise<boolean> =>
		(await setup.admitsPage?.(request, request.headers.origin ?? '')) ?? false

	/** The reason to refuse a connection, or nothing. */
	async function connectionRefusal(request: IncomingMessage): Promise<string | undefined> {
		if (isStopping) return 'server.stopping'
		if (!isAllowedOrigin(request.headers, setup.allowedOrigins ?? []) && !(await admitsPage(request)))
			return 'origin.unknown'
		const address = addressOf(request)
		const isAllowed = open.hasRoom(address) && (await rateLimit.consume(address)).ok
		return isAllowed ? undefined : 'connections.too-many'
	}

	const io = new Server(server, {
		path: imPaths.socket,
		transports: ['websocket'],
		serveClient: false,
		perMessageDeflate: false,
		maxHttpBufferSize: imLimits.maxEnvelopeBytes,
		// Other gateways listen on the same server; what is for none of them is ended by the server.
		destroyUpgrade: false,
		allowRequest(request, decide) {
			connectionRefusal(request).then(
				refusal => {
					if (refusal === undefined) writeTogether(request.socket)
					decide(refusal, refusal === undefined)
				},
				() => decide('server.broken', false),
			)
		},
		...imLimits.heartbeat,
	})

	io.engine.on('connection', (conn: EngineSocket) => {
		const connection = new OpenConnection(conn, addressOf(conn.request), originOf(conn.request))
		// Kept for ever otherwise: a few kilobytes each.
		;(conn as { request: unknown }).request = null
		connections.set(conn, connection)
		open.add(connection)
		conn.on('packet', refuseBinary)
		conn.on('close', forget)
	})
	io.on('connection', (socket: Socket) => {
		const own = connections.get(socket.conn)
		// A client has one socket; on a second one neither would know what is for it.
		if (!own || own.hasSocket()) {
			socket.conn.close()
			return
		}
		// Nobody asks for what came with the request, or keeps something with a socket.
		;(socket as { handshake: unknown }).handshake = undefined
		socket.data = undefined
		const connection = new SocketConnection(socket, own)
		own.begun(connection, setup.connect(connection))
		socket.onAny(receive)
		socket.on('disconnect', end)
		// The end of the socket tells it; a second listener for the same would be a list of listeners.
		socket.conn.off('close', forget)
		// Nobody is written to by the name of a room.
		void socket.nsp.adapter.delAll(socket.id)
	})

	// One function for all connections; they are called on the one they are for.
	function forget(this: EngineSocket): void {
		const own = connections.get(this)
		if (!own) return
		connections.delete(this)
		open.remove(own)
		own.ended()
	}
	function receive(this: Socket, event: string, value: unknown): void {
		connections.get(this.conn)?.receive(event, value)
	}
	function end(this: Socket): void {
		if (this.conn.readyState === 'closed') forget.call(this.conn)
		else {
			connections.get(this.conn)?.ended()
			this.conn.on('close', forget)
		}
	}

	function tick(): void {
		for (const connection of connections.values()) connection.packets = 0
		open.closeAnonymous()
	}
	const timer = setInterval(tick, tickMs)
	timer.unref()

	return {
		/** Takes no new connections from now on. */
		refuseNew(): void {
			isStopping = true
		},
		/** Ends the connections, once what messaging has sent is on its way. */
		async stop(): Promise<void> {
			isStopping = true
			clearInterval(timer)
			await delay(flushDelayMs)
			io.engine.close()
		},
	}
}
