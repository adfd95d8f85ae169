import type { ListenOptions, RoomAnswer } from '../rooms/rooms.ts'
import type { IMContext } from './context.ts'
import { createGroup } from './group.ts'

export type Room = ReturnType<typeof createRoom>

/** A chat room: a group that can be listened to. */
export function createRoom(context: IMContext, gid: string) {
	return {
		...createGroup(context, gid),
		/**
		 * Starts receiving its events. A client listens to at most five rooms: beyond that the oldest is dropped, with the
		 * event `room` (POLL-01, POLL-02). Resolves with the room and the user's role in it.
		 */
		listen: async (options?: ListenOptions): Promise<RoomAnswer> => (await context.rooms()).listen(gid, options),
		/** POLL-03 */
		stop: async (): Promise<void> => (await context.rooms()).stop(gid),
	}
}
