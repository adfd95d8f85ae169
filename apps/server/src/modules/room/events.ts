import type { PresenceEvents } from '@parley/room'

/** Something for some sockets; after the last word they are closed. */
export type RoomNews = {
	[E in keyof PresenceEvents]: {
		event: E
		payload: Parameters<PresenceEvents[E]>
		to: readonly string[]
		last: boolean
	}
}[keyof PresenceEvents]
