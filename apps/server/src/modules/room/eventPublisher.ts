import type { PresenceEvents } from '@parley/room'
import type { RoomEvent } from './events.ts'

export type SendEvent = <E extends keyof PresenceEvents>(
	to: readonly string[],
	event: E,
	payload: Parameters<PresenceEvents[E]>,
	last?: boolean,
) => void

/** Publishes events of rooms to listeners; the gateway delivers them. */
export function createEventPublisher(): {
	send: SendEvent
	onRoomEvent(listener: (roomEvent: RoomEvent) => void): () => void
} {
	const listeners = new Set<(roomEvent: RoomEvent) => void>()
	return {
		send(to, event, payload, last = false) {
			// The pair was checked by the signature; a generic pair does not narrow to a member of the union.
			const roomEvent = { event, payload, connections: to, closesConnection: last } as RoomEvent
			if (to.length > 0) for (const listener of listeners) listener(roomEvent)
		},
		onRoomEvent(listener) {
			listeners.add(listener)
			return () => void listeners.delete(listener)
		},
	}
}
