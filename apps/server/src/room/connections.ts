import { roomLimits } from '@parley/room'
import type { Clock } from '../platform/clock.ts'
import type { AnySocket } from './socketCalls.ts'

/** A websocket, with both namespaces on it. */
type Connection = AnySocket['conn']

interface ConnectionState {
	address: string
	/** How many participants and media connections it is for. */
	uses: number
	idleSince: number
}

/** The websockets that are open, and for how long one was for nobody. */
export function createConnections(clock: Clock) {
	const open = new Map<Connection, ConnectionState>()

	return {
		add(connection: Connection, address: string): void {
			open.set(connection, { address, uses: 0, idleSince: clock.now() })
			connection.once('close', () => open.delete(connection))
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
