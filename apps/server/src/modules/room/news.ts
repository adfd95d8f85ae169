import type { PresenceEvents } from '@parley/room'
import type { RoomNews } from './events.ts'

export type Tell = <E extends keyof PresenceEvents>(
	to: readonly string[],
	event: E,
	payload: Parameters<PresenceEvents[E]>,
	last?: boolean,
) => void

/** What the room says and to whom; delivering it is somebody else's. */
export function newsDesk(): { tell: Tell; onNews(listener: (news: RoomNews) => void): () => void } {
	const listeners = new Set<(news: RoomNews) => void>()
	return {
		tell(to, event, payload, last = false) {
			// The pair was checked by the signature; a generic pair does not narrow to a member of the union.
			const news = { event, payload, to, last } as RoomNews
			if (to.length > 0) for (const listener of listeners) listener(news)
		},
		onNews(listener) {
			listeners.add(listener)
			return () => void listeners.delete(listener)
		},
	}
}
