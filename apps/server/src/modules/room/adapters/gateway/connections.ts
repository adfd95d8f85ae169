import { roomLimits } from '@parley/room'
import type { Clock } from '../../../../platform/clock.ts'
import type { GatewayEdge } from '../../../../platform/gatewayOptions.ts'
import { type EngineConnection as Connection, webSocketOf } from '../../../../platform/socketIoLimits.ts'

interface ConnectionState {
	address: string
	/** Number of participants and media connections that use it. */
	uses: number
	idleSince: number
	/** The last participant who entered a room over it. */
	participant?: ConnectionParticipant
}

export interface ConnectionParticipant {
	meetingId: string
	participantId: string
}

/** Tracks open WebSockets, and how long each has been unused. */
export function createConnections(clock: Clock, onEnd: GatewayEdge['onConnectionEnd'] = () => {}) {
	const open = new Map<Connection, ConnectionState>()

	return {
		add(connection: Connection, address: string): void {
			const openedAt = clock.now()
			const state: ConnectionState = { address, uses: 0, idleSince: openedAt }
			open.set(connection, state)
			connection.once('close', () => open.delete(connection))
			// Only the WebSocket knows its close code.
			webSocketOf(connection).once('close', code => {
				const { meetingId, participantId } = state.participant ?? {}
				const ms = clock.now() - openedAt
				onEnd({ socket: 'room', ms, code, meetingId, participantId })
			})
		},
		/** Marks the connection as used by a participant until the returned function is called. */
		use(connection: Connection): () => void {
			const state = open.get(connection)
			if (!state) return () => {}
			let isUsed = true
			state.uses++
			return () => {
				if (!isUsed) return
				isUsed = false
				state.uses--
				state.idleSince = clock.now()
			}
		},
		/** Notes the participant of the WebSocket. */
		name(connection: Connection, participant: ConnectionParticipant): void {
			const state = open.get(connection)
			if (state) state.participant = participant
		},
		/** Returns whether a participant uses it to be in a room. */
		isUsed: (connection: Connection): boolean => (open.get(connection)?.uses ?? 0) > 0,
		/** Number of currently unused connections of an address. */
		countIdle: (address: string): number =>
			[...open.values()].filter(state => state.uses === 0 && state.address === address).length,
		/** Closes unused connections: those that joined no namespace, did not enter, were refused or left (ROOM-08). */
		closeIdle(): void {
			for (const [connection, { uses, idleSince }] of open) {
				if (uses === 0 && clock.now() - idleSince >= roomLimits.handshakeTimeoutMs) connection.close()
			}
		},
		/** Closes all once sent data has been handed over. */
		closeAll(): void {
			for (const connection of open.keys()) connection.close()
		},
	}
}
export type Connections = ReturnType<typeof createConnections>
