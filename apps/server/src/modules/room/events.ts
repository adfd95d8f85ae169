import type { PresenceNews } from '@parley/room'

/** Something for some sockets; after the last word they are closed. */
export type RoomNews = {
	[E in keyof PresenceNews]: {
		event: E
		payload: Parameters<PresenceNews[E]>
		to: readonly string[]
		last: boolean
	}
}[keyof PresenceNews]
