import type { MemberRole } from '@parley/im'
import type { RoomEndReason } from '../rooms/rooms.ts'
import type { Call } from '../session/requests.ts'

/** Dependencies of the calls of the API, which are a part that is loaded. */
export interface CallContext {
	/** Fails with `notLoggedIn` if no user is logged in. */
	call: Call
	/** Stops listening to a room; does nothing for other rooms. */
	stopRoom(gid: string, reason: RoomEndReason): void
	setRole(gid: string, role: MemberRole): void
}
