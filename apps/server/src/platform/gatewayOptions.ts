import type { Server as HttpServer, IncomingMessage } from 'node:http'
import type { Http2SecureServer } from 'node:http2'
import type { Server as HttpsServer } from 'node:https'
import type { ServerOptions } from 'socket.io'
import { isAllowedOrigin } from './allowedOrigin.ts'
import type { CreateRateLimit } from './rateLimit.ts'

/** What every gateway of sockets is attached to. */
export interface GatewayEdge {
	server: HttpServer | HttpsServer | Http2SecureServer
	createRateLimit: CreateRateLimit
	/** What a connection counts for. */
	addressOf(request: IncomingMessage): string
	/** Scheme, host and port that were asked for; undefined where no site has this host name. */
	ownOriginOf(request: IncomingMessage): Promise<string | undefined>
	/** Called once for each connection that was open, at its end. */
	onConnectionEnd?(end: ConnectionEnd): void
	/** Origins beside the server's own host, such as the public address behind a proxy. */
	allowedOrigins?: readonly string[]
}

/** What is told of a connection when it ends: nothing but ids, names of ours and numbers. */
export interface ConnectionEnd {
	socket: 'room' | 'messaging'
	ms: number
	/** Of the WebSocket: 1000 and 1001 where one side closed it, 1006 where it broke. */
	code: number
	personId?: string | undefined
	meetingId?: string | undefined
	participantId?: string | undefined
}

export interface ConnectionRules {
	/** Connections of one address within so many seconds. */
	rate: { name: string; times: number; perS: number }
	isStopping(): boolean
	hasRoom(address: string): boolean
	/** Whether a page of an origin that is not among the allowed ones may connect. */
	admitsPage?(request: IncomingMessage): Promise<boolean>
}

/** Who may connect to a gateway: the reason to refuse a connection, or nothing. */
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
		return rules.hasRoom(address) && (await rateLimit.consume(address)).ok ? undefined : 'connections.too-many'
	}
}

/** The options of Socket.IO that gateways share: several of them listen on one server. */
export function gatewayOptions(edge: GatewayEdge, rules: ConnectionRules): Partial<ServerOptions> {
	const refusalOf = createConnectionRefusal(edge, rules)
	return {
		transports: ['websocket'],
		serveClient: false,
		// Other gateways listen on the same server; what is for none of them is ended by the server.
		destroyUpgrade: false,
		allowRequest(request, decide) {
			refusalOf(request).then(
				refusal => decide(refusal, refusal === undefined),
				() => decide('server.broken', false),
			)
		},
	}
}
