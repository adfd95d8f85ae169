import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { imLimits, imPaths } from '@parley/im'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Clock } from '../../../../platform/clock.ts'
import { createConnectionRefusal, type GatewayEdge } from '../../../../platform/gatewayOptions.ts'
import { createWebSocketLimits } from '../../../../platform/webSocketLimits.ts'
import type { Connection, ConnectionHandler } from '../../ports/connection.ts'
import { type ConnectionLimits, connectionLimits, createOpenConnections } from './openConnections.ts'
import { SocketConnection } from './socketConnection.ts'

const tickMs = 1_000
/** After a restart, each of the people behind an address connects a few times. */
const connectionsPerAddress = { times: 3_000, perS: 60 }
/** A client sends a few packets a second, and reads the answers. */
const frameLimits = { framesPerSecond: 1_000, unreadBytes: 2 * 1024 * 1024 }
/** Time to wait for the answer to a WebSocket close. */
const closeTimeoutMs = 5_000
/** Time to send the last envelopes. */
const flushDelayMs = 200

export interface ImGatewaySetup extends GatewayEdge {
	connect(connection: Connection): ConnectionHandler
	/** Prefix of links to the server when no public address is set. */
	originOf(request: IncomingMessage): string
	clock: Clock
	/** Returns whether pages of another origin may use messaging at the host a request is for. */
	admitsPage?(request: IncomingMessage, origin: string): Promise<boolean>
	limits?: ConnectionLimits
}

/** Attaches the sockets of messaging to the server: Socket.IO without its library (docs/decisions/sockets-of-messaging.md). */
export function attachImGateway(setup: ImGatewaySetup) {
	const { server, addressOf, originOf, clock, onConnectionEnd } = setup
	const open = createOpenConnections(clock, setup.limits ?? connectionLimits)
	const limits = createWebSocketLimits(frameLimits)
	const connections = new Map<WebSocket, SocketConnection>()
	const webSockets = new WebSocketServer({
		noServer: true,
		clientTracking: false,
		perMessageDeflate: false,
		maxPayload: imLimits.maxEnvelopeBytes,
		closeTimeout: closeTimeoutMs,
	} as ConstructorParameters<typeof WebSocketServer>[0])
	let isStopping = false

	const refusalOf = createConnectionRefusal(setup, {
		rate: { name: 'im-connections', ...connectionsPerAddress },
		isStopping: () => isStopping,
		hasCapacity: address => open.hasCapacity(address),
		admitsPage: async request => (await setup.admitsPage?.(request, request.headers.origin ?? '')) ?? false,
	})

	/** Returns the reason to refuse a connection, if any. */
	const connectionRefusal = async (request: IncomingMessage): Promise<string | undefined> =>
		protocolRefusal(request.url?.split('?')[1]) ?? (await refusalOf(request))

	async function upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): Promise<void> {
		if (!request.url?.startsWith(`${imPaths.socket}/`)) return
		if (await setup.passUpgradeOn?.(request, stream, head)) return
		// Until another listener handles errors of the stream.
		stream.on('error', destroy)
		connectionRefusal(request).then(
			refusal => {
				stream.off('error', destroy)
				if (refusal === undefined) accept(request, stream, head)
				else refuse(stream, refusal)
			},
			() => refuse(stream, 'server.broken'),
		)
	}

	function accept(request: IncomingMessage, stream: Duplex, head: Buffer): void {
		// The answer to the upgrade and the first packet leave in one write.
		stream.cork()
		webSockets.handleUpgrade(request, stream, head, webSocket => {
			const connection = new SocketConnection({
				webSocket,
				stream,
				address: addressOf(request),
				origin: originOf(request),
				openedAt: clock.now(),
				begin: setup.connect,
			})
			connections.set(webSocket, connection)
			open.add(connection)
			limits.watch(connection)
			webSocket.on('message', receive)
			webSocket.on('close', forget)
			// Any error closes it.
			webSocket.on('error', ignore)
		})
		stream.uncork()
	}

	// Shared by all connections; `this` is the one concerned.
	function receive(this: WebSocket, data: WebSocket.RawData, isBinary: boolean): void {
		connections.get(this)?.receive(data, isBinary)
	}
	function forget(this: WebSocket, code: number): void {
		const connection = connections.get(this)
		if (!connection) return
		connections.delete(this)
		open.remove(connection)
		connection.ended()
		const ms = clock.now() - connection.openedAt
		onConnectionEnd?.({ socket: 'messaging', ms, code, personId: connection.personId() })
	}

	function tick(): void {
		limits.check()
		for (const connection of connections.values()) connection.beat()
		open.closeAnonymous()
	}
	const timer = setInterval(tick, tickMs)
	timer.unref()
	;(server as Server).on('upgrade', (request, stream, head) => void upgrade(request, stream, head))

	return {
		/** Stops accepting connections. */
		refuseNew(): void {
			isStopping = true
		},
		/** Ends the connections once the envelopes sent by messaging are on their way. */
		async stop(): Promise<void> {
			isStopping = true
			clearInterval(timer)
			await delay(flushDelayMs)
			for (const connection of connections.values()) connection.close()
		},
	}
}

/** The query of nearly all clients: when thousands reconnect at once, it is not parsed for each. */
const usualQuery = 'EIO=4&transport=websocket'

/** Refuses what this server does not support: other transports and versions, and upgrades from another transport. */
function protocolRefusal(text: string | undefined): string | undefined {
	if (text === usualQuery) return undefined
	const query = new URLSearchParams(text)
	if (query.get('transport') !== 'websocket') return 'Transport unknown'
	if (query.get('EIO') !== '4') return 'Unsupported protocol version'
	return query.has('sid') ? 'Session ID unknown' : undefined
}

function destroy(this: Duplex): void {
	this.destroy()
}
const ignore = (): void => {}

function refuse(stream: Duplex, reason: string): void {
	stream.on('error', destroy).once('finish', destroy)
	const length = Buffer.byteLength(reason)
	stream.end(
		`HTTP/1.1 400 ${STATUS_CODES[400]}\r\nConnection: close\r\nContent-Type: text/plain\r\nContent-Length: ${length}\r\n\r\n${reason}`,
	)
}
