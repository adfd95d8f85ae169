import type { Server as HttpServer } from 'node:http'
import type { Http2SecureServer } from 'node:http2'
import type { Server as HttpsServer } from 'node:https'
import { roomLimits, roomPaths } from '@parley/room'
import { Server } from 'socket.io'
import type { RoomService } from '../modules/room/index.ts'
import type { CreateRateLimit } from '../platform/rateLimit.ts'
import { isAllowedOrigin } from './allowedOrigin.ts'
import type { Signalling } from './embedded/embeddedEngine.ts'
import { attachMedia } from './mediaGateway.ts'
import { attachPresence } from './presenceGateway.ts'
import type { GatewayLog } from './socketCalls.ts'

const tickMs = 1_000
/** With the reconnect grace on top, a lost participant is removed after about half a minute. */
const heartbeat = { pingInterval: 8_000, pingTimeout: 6_000 }

export interface RoomGatewaySetup {
	server: HttpServer | HttpsServer | Http2SecureServer
	service: RoomService
	/** Of the embedded engine; other engines have signalling of their own. */
	signalling?: Signalling
	createRateLimit: CreateRateLimit
	log: GatewayLog
	/** Origins beside the server's own host, such as the public address behind a proxy. */
	allowedOrigins?: readonly string[]
}

/** Attaches the sockets of rooms to the server; `close` drops the connections without ending sessions, so that clients reconnect. */
export function attachRoomGateway(setup: RoomGatewaySetup): { close(): void } {
	const { server, service, signalling, createRateLimit, log, allowedOrigins = [] } = setup
	const io = new Server(server, {
		path: roomPaths.socket,
		transports: ['websocket'],
		serveClient: false,
		maxHttpBufferSize: roomLimits.maxMessageBytes,
		allowRequest: ({ headers }, decide) => decide(null, isAllowedOrigin(headers, allowedOrigins)),
		...heartbeat,
	})
	io.use((_socket, next) => next(new Error('namespace.missing')))
	attachPresence(io.of(roomPaths.presence), { service, createRateLimit, log })
	if (signalling) attachMedia(io.of(roomPaths.media), { signalling, createRateLimit, log })

	const timer = setInterval(() => {
		service.tick().catch(error => log.error({ err: error }, 'room tick failed'))
	}, tickMs)
	timer.unref()
	return {
		close() {
			clearInterval(timer)
			// Closes the transports, not the sessions: clients reconnect when the server is back.
			io.engine.close()
		},
	}
}
