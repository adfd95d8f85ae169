import type { ListenOptions, RoomAnswer } from '../rooms/rooms.ts'
import type { IMContext } from './context.ts'
import { createGroup } from './group.ts'

export type Room = ReturnType<typeof createRoom>

/** A chat room: everything of a group, and listening to it. */
export function createRoom(context: IMContext, gid: string) {
	return {
		...createGroup(context, gid),
		/**
		 * From here on its events come. Five rooms are listened to at most: the one that was begun first is dropped, with the
		 * event `room` (POLL-01, POLL-02). Resolves with the room and one's role in it.
		 */
		listen: async (options?: ListenOptions): Promise<RoomAnswer> => (await context.rooms()).listen(gid, options),
		/** POLL-03 */
		stop: async (): Promise<void> => (await context.rooms()).stop(gid),
	}
}
