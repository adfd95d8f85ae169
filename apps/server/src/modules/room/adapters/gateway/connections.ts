import { roomLimits } from '@parley/room'
import type { Clock } from '../../../../platform/clock.ts'
import type { GatewayEdge } from '../../../../platform/gatewayOptions.ts'
import { type EngineConnection as Connection, webSocketOf } from '../../../../platform/socketIoLimits.ts'

interface ConnectionState {
	address: string
	/** How many participants and media connections it is for. */
	uses: number
	idleSince: number
	/** Who entered a room by it last. */
	participant?: ConnectionParticipant
}

export interface ConnectionParticipant {
	meetingId: string
	participantId: string
}

/** The websockets that are open, and for how long one was for nobody. */
export function createConnections(clock: Clock, onEnd: GatewayEdge['onConnectionEnd'] = () => {}) {
	const open = new Map<Connection, ConnectionState>()

	return {
		add(connection: Connection, address: string): void {
			const openedAt = clock.now()
			const state: ConnectionState = { address, uses: 0, idleSince: openedAt }
			open.set(connection, state)
			connection.once('close', () => open.delete(connection))
			// It alone knows the code it was closed with.
			webSocketOf(connection).once('close', code => {
				const { meetingId, participantId } = state.participant ?? {}
				const ms = clock.now() - openedAt
				onEnd({ socket: 'room', ms, code, meetingId, participantId })
			})
		},
		/** Somebody is in a room by it, until the function it returns is called. */
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
		/** Says who the websocket is of. */
		name(connection: Connection, participant: ConnectionParticipant): void {
			const state = open.get(connection)
			if (state) state.participant = participant
		},
		/** Whether somebody is in a room by it. */
		isUsed: (connection: Connection): boolean => (open.get(connection)?.uses ?? 0) > 0,
		/** How many of an address are for nobody at this moment. */
		countIdle: (address: string): number =>
			[...open.values()].filter(state => state.uses === 0 && state.address === address).length,
		/** Closes those that are for nobody, whether they joined no namespace or did not enter, were refused or left (ROOM-08). */
		closeIdle(): void {
			for (const [connection, { uses, idleSince }] of open) {
				if (uses === 0 && clock.now() - idleSince >= roomLimits.handshakeTimeoutMs) connection.close()
			}
		},
		/** Closes all once what was sent is on its way. */
		closeAll(): void {
			for (const connection of open.keys()) connection.close()
		},
	}
}
export type Connections = ReturnType<typeof createConnections>
