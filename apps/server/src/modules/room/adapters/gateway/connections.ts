import { roomLimits } from '@parley/room'
import type { Clock } from '../../../../platform/clock.ts'
import type { GatewayEdge } from '../../../../platform/gatewayOptions.ts'
import { type EngineConnection as Connection, webSocketOf } from '../../../../platform/socketIoLimits.ts'

interface ConnectionState {
	address: string
	/** Number of participants and media connections that use it. */
	uses: number
	idleSince: number
	/** The page has joined the presence namespace, and will enter when the person joins. */
	isPrepared: boolean
	/** The last participant who entered a room over it. */
	participant?: ConnectionParticipant
	/** Admits the connection to the engine that the page has prepared. */
	admitPrepared?: AdmitPrepared
}

/** Resolves to the id of the connection that the token of a grant has admitted; to undefined where it was refused. */
export type AdmitPrepared = (token: string) => Promise<string | undefined>

export interface ConnectionParticipant {
	meetingId: string
	participantId: string
}

/** Time after which a prepared connection gives way to others of its address: before, its page may be entering. */
const enteringMs = 3_000

/** Tracks open WebSockets, and how long each has been unused. */
export function createConnections(clock: Clock, onEnd: GatewayEdge['onConnectionEnd'] = () => {}) {
	const open = new Map<Connection, ConnectionState>()
	const idleMsAllowed = ({ isPrepared }: ConnectionState) =>
		isPrepared ? roomLimits.preparedTimeoutMs : roomLimits.handshakeTimeoutMs
	const idleOf = (address: string) => [...open].filter(([, state]) => state.uses === 0 && state.address === address)

	return {
		add(connection: Connection, address: string): void {
			const openedAt = clock.now()
			const state: ConnectionState = { address, uses: 0, idleSince: openedAt, isPrepared: false }
			open.set(connection, state)
			connection.once('close', () => open.delete(connection))
			// Only the WebSocket knows its close code.
			webSocketOf(connection).once('close', code => {
				const { meetingId, participantId } = state.participant ?? {}
				const ms = clock.now() - openedAt
				onEnd({ socket: 'room', ms, code, meetingId, participantId })
			})
		},
		/** Notes that the page of an unused connection is about to join. */
		prepare(connection: Connection): void {
			const state = open.get(connection)
			if (state?.uses === 0) state.isPrepared = true
		},
		/** Notes that the page has prepared a connection to the engine; without `admit`, that it has ended. */
		setPrepared(connection: Connection, admit: AdmitPrepared | undefined): void {
			const state = open.get(connection)
			if (state && admit) state.admitPrepared = admit
			else delete state?.admitPrepared
		},
		/** Admits the connection to the engine that the page has prepared, if any. */
		async admitPrepared(connection: Connection, token: string): Promise<string | undefined> {
			return await open.get(connection)?.admitPrepared?.(token)
		},
		/** Notes that a page was refused: it is not about to join any more. */
		refuse(connection: Connection): void {
			const state = open.get(connection)
			if (!state) return
			state.isPrepared = false
			state.idleSince = clock.now()
		},
		/** Marks the connection as used by a participant until the returned function is called. */
		use(connection: Connection): () => void {
			const state = open.get(connection)
			if (!state) return () => {}
			let isUsed = true
			state.uses++
			state.isPrepared = false
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
		/** Returns whether an address may have another unused connection; the oldest prepared one gives way (ROOM-09). */
		ensureCapacity(address: string, maxIdle: number): boolean {
			const idle = idleOf(address)
			if (idle.length < maxIdle) return true
			const oldest = idle.find(([, { isPrepared, idleSince }]) => isPrepared && clock.now() - idleSince >= enteringMs)
			oldest?.[0].close()
			return oldest !== undefined
		},
		/** Closes unused connections: those that joined no namespace, did not enter in time, were refused or left (ROOM-08). */
		closeIdle(): void {
			for (const [connection, state] of open) {
				if (state.uses === 0 && clock.now() - state.idleSince >= idleMsAllowed(state)) connection.close()
			}
		},
		/** Closes all once sent data has been handed over. */
		closeAll(): void {
			for (const connection of open.keys()) connection.close()
		},
	}
}
export type Connections = ReturnType<typeof createConnections>
