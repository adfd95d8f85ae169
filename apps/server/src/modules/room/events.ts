import type { PresenceEvents } from '@parley/room'

/** Something for some sockets; after the last word they are closed. */
export type RoomEvent = {
	[E in keyof PresenceEvents]: {
		event: E
		payload: Parameters<PresenceEvents[E]>
		connections: readonly string[]
		closesConnection: boolean
	}
}[keyof PresenceEvents]
