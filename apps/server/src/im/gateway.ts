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
import { type ConnectionLimits, connectionLimits, createOpenConnections } from './openConnections.ts'
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
interface OpenConnection {
	connection: SocketConnection
	handler: ConnectionHandler
	/** Since the last tick. */
	packets: number
}

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
	const connections = new Map<Socket['conn'], OpenConnection>()
	let isStopping = false

	const isKnownOrigin = async (request: IncomingMessage): Promise<boolean> =>
		isAllowedOrigin(request.headers, setup.allowedOrigins ?? []) ||
		((await setup.admitsPage?.(request, request.headers.origin ?? '')) ?? false)

	/** The reason to refuse a connection, or nothing. */
	async function connectionRefusal(request: IncomingMessage): Promise<string | undefined> {
		if (isStopping) return 'server.stopping'
		if (!(await isKnownOrigin(request))) return 'origin.unknown'
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
				refusal => decide(refusal, refusal === undefined),
				() => decide('server.broken', false),
			)
		},
		...imLimits.heartbeat,
	})

	const ends = new WeakMap<Socket['conn'], { address: string; origin: string }>()
	io.engine.on('connection', (conn: Socket['conn']) => {
		const address = addressOf(conn.request)
		ends.set(conn, { address, origin: originOf(conn.request) })
		// Kept for ever otherwise: a few kilobytes each.
		;(conn as { request: unknown }).request = null
		const isLoggedIn = () => connections.get(conn)?.handler.isLoggedIn() ?? false
		conn.once('close', open.add({ isLoggedIn, close: () => conn.close() }, address))
		// Nothing here is binary, and parts of packets would be kept until the rest has come.
		conn.on('packet', ({ type, data }: { type: string; data?: unknown }) => {
			if (type === 'message' && typeof data !== 'string') conn.close()
		})
	})
	io.on('connection', (socket: Socket) => {
		const { conn } = socket
		const connection = new SocketConnection(socket, ends.get(conn) ?? { address: '', origin: '' })
		const handler = setup.connect(connection)
		const state: OpenConnection = { connection, handler, packets: 0 }
		connections.set(conn, state)
		socket.onAny((event: string, value: unknown) => {
			state.packets++
			if (state.packets > maxPacketsPerTick || connection.pendingBytes() > maxUnreadBytes) conn.close()
			// Another event is no envelope, and gets the answer of what cannot be read.
			else handler.receive(event === envelopeEvent ? value : undefined)
		})
		socket.on('disconnect', () => {
			connections.delete(conn)
			handler.closed()
		})
	})

	function tick(): void {
		for (const state of connections.values()) state.packets = 0
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
