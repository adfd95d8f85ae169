import { setTimeout as delay } from 'node:timers/promises'
import { roomLimits, roomPaths } from '@parley/room'
import { Server } from 'socket.io'
import type { Clock } from '../../../../platform/clock.ts'
import { type GatewayEdge, gatewayOptions } from '../../../../platform/gatewayOptions.ts'
import { passUpgradesOn } from '../../../../platform/passUpgradesOn.ts'
import { limitSocketIo } from '../../../../platform/socketIoLimits.ts'
import type { RoomService } from '../../index.ts'
import type { Signalling } from '../../signalling.ts'
import { createConnections } from './connections.ts'
import { attachMedia } from './mediaGateway.ts'
import { attachPresence } from './presenceGateway.ts'
import type { AnySocket, GatewayLog } from './socketCalls.ts'

const tickMs = 1_000
/** Many people share an address; after a restart each of them connects a few times. */
const connectionsPerAddress = { times: 300, ofEachBrowser: 30, perS: 60 }
/** Connections of one address that have not entered a room yet. */
const maxIdlePerAddress = 60
/**
 * Half of the frames are calls, which are also counted. Data sent to a participant is small: an offer is the largest.
 */
const frameLimits = { framesPerSecond: 250, unreadBytes: 1024 * 1024 }
/** Time to send the last messages. */
const flushDelayMs = 200
/** Plus the reconnect grace, a lost participant is removed after about half a minute. */
const heartbeat = { pingInterval: 8_000, pingTimeout: 6_000 }

export interface RoomGatewaySetup extends GatewayEdge {
	service: RoomService
	/** Number of browsers assumed behind one address, such as an office's. */
	browsersPerAddress: number
	/** Signalling of the embedded engine; other engines have their own. */
	signalling?: Signalling
	clock: Clock
	log: GatewayLog
}

/** Attaches the sockets of rooms to the server. */
export function attachRoomGateway(setup: RoomGatewaySetup): {
	/** Notifies every page and drops its connection; participants keep their places, and the pages reconnect (ROOM-26). */
	stop(): Promise<void>
} {
	const { server, service, signalling, createRateLimit, addressOf, passUpgradeOn, clock, log } = setup
	const connections = createConnections(clock, setup.onConnectionEnd)
	const { times, ofEachBrowser, perS } = connectionsPerAddress
	let isStopping = false

	const io = new Server(server, {
		path: roomPaths.socket,
		...gatewayOptions(setup, {
			rate: { name: 'room-connections', times: Math.max(times, ofEachBrowser * setup.browsersPerAddress), perS },
			isStopping: () => isStopping,
			hasCapacity: address => connections.ensureCapacity(address, maxIdlePerAddress),
		}),
		maxHttpBufferSize: roomLimits.maxMessageBytes,
		...heartbeat,
	})
	if (passUpgradeOn) passUpgradesOn(io.engine, passUpgradeOn)
	io.engine.on('connection', (connection: AnySocket['conn']) => {
		connections.add(connection, addressOf(connection.request))
	})
	const stopLimits = limitSocketIo(io, {
		...frameLimits,
		namespaces: [roomPaths.presence, roomPaths.media],
		isKnown: connections.isUsed,
	})
	const presence = io.of(roomPaths.presence)
	attachPresence(presence, { service, connections, createRateLimit, log })
	if (signalling) attachMedia(io.of(roomPaths.media), { signalling, connections, createRateLimit, log })

	const timer = setInterval(() => {
		connections.closeIdle()
		service.tick().catch(error => log.error({ err: error }, 'room tick failed'))
	}, tickMs)
	timer.unref()
	return {
		async stop() {
			isStopping = true
			clearInterval(timer)
			stopLimits()
			presence.emit('server.stopping')
			// Closes only the transports: participants stay, and pages reconnect with their resume tokens.
			connections.closeAll()
			await delay(flushDelayMs)
			io.engine.close()
		},
	}
}
