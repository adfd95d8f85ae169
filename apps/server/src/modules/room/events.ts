import type { PresenceEvents } from '@parley/room'

/** An event for some connections; `closesConnection` disconnects them afterwards. */
export type RoomEvent = {
	[E in keyof PresenceEvents]: {
		event: E
		payload: Parameters<PresenceEvents[E]>
		connections: readonly string[]
		closesConnection: boolean
	}
}[keyof PresenceEvents]
