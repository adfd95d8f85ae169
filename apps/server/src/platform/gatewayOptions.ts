import type { Server as HttpServer, IncomingMessage } from 'node:http'
import type { Http2SecureServer } from 'node:http2'
import type { Server as HttpsServer } from 'node:https'
import type { ServerOptions } from 'socket.io'
import { isAllowedOrigin } from './allowedOrigin.ts'
import type { PassOn } from './passOn.ts'
import type { CreateRateLimit } from './rateLimit.ts'

/** Server-side context a socket gateway is attached to. */
export interface GatewayEdge {
	server: HttpServer | HttpsServer | Http2SecureServer
	createRateLimit: CreateRateLimit
	/** Returns the address limits count a connection by. */
	addressOf(request: IncomingMessage): string
	/** Returns the requested scheme, host and port; undefined if no site has this host name. */
	ownOriginOf(request: IncomingMessage): Promise<string | undefined>
	/**
	 * Passes WebSockets on to the node of the meeting they name, and returns whether it did; undefined where only one node can
	 * run.
	 */
	passUpgradeOn?: PassOn['upgrade']
	/** Called once for each open connection when it ends. */
	onConnectionEnd?(end: ConnectionEnd): void
	/** Origins besides the server's own host, such as the public address behind a proxy. */
	allowedOrigins?: readonly string[]
}

/** Facts logged about a connection when it ends: ids, our own names and numbers only. */
export interface ConnectionEnd {
	socket: 'room' | 'messaging'
	ms: number
	/** Close code of the WebSocket: 1000 and 1001 if one side closed it, 1006 if it broke. */
	code: number
	personId?: string | undefined
	meetingId?: string | undefined
	participantId?: string | undefined
}

export interface ConnectionRules {
	/** Connections per address within `perS` seconds. */
	rate: { name: string; times: number; perS: number }
	isStopping(): boolean
	hasCapacity(address: string): boolean
	/** Returns whether a page from an origin outside the allowed ones may connect. */
	admitsPage?(request: IncomingMessage): Promise<boolean>
}

/** Decides who may connect to a gateway: returns the reason to refuse a connection, or nothing. */
export function createConnectionRefusal(edge: GatewayEdge, rules: ConnectionRules) {
	const { name, times, perS } = rules.rate
	const rateLimit = edge.createRateLimit(name, times, perS)

	return async (request: IncomingMessage): Promise<string | undefined> => {
		if (rules.isStopping()) return 'server.stopping'
		const own = await edge.ownOriginOf(request)
		if (own === undefined) return 'host.unknown'
		const isOwnPage = isAllowedOrigin(request.headers.origin, own, edge.allowedOrigins ?? [])
		if (!isOwnPage && !(await rules.admitsPage?.(request))) return 'origin.unknown'
		const address = edge.addressOf(request)
		return rules.hasCapacity(address) && (await rateLimit.consume(address)).ok ? undefined : 'connections.too-many'
	}
}

/** Socket.IO options shared by all gateways, several of which listen on one server. */
export function gatewayOptions(edge: GatewayEdge, rules: ConnectionRules): Partial<ServerOptions> {
	const refusalOf = createConnectionRefusal(edge, rules)
	return {
		transports: ['websocket'],
		serveClient: false,
		// Other gateways listen on the same server; the server ends upgrades that none of them handles.
		destroyUpgrade: false,
		allowRequest(request, decide) {
			refusalOf(request).then(
				refusal => decide(refusal, refusal === undefined),
				() => decide('server.broken', false),
			)
		},
	}
}
