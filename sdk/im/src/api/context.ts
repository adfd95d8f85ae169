import type { MemberRole } from '@parley/im'
import type { Emitter } from '../core/emitter.ts'
import type { Outbox } from '../outbox/outbox.ts'
import type { RoomEndReason, Rooms } from '../rooms/rooms.ts'
import type { Call } from '../session/requests.ts'
import type { IMEvents } from './events.ts'
import type { LoadPart } from './parts.ts'

/** The logged-in user's appearance in a group (IMCALL-18). */
export interface Sender {
	userId: string
	nickName: string | undefined
	imgUrl: string | undefined
	role: MemberRole
}

/** Shared dependencies of the parts of the API. */
export interface IMContext {
	/** Fails with `notLoggedIn` if no user is logged in. */
	call: Call
	/** @throws {IMError} if no user is logged in */
	outbox(): Outbox
	/** @throws {IMError} the same */
	rooms(): Promise<Rooms>
	/** Stops listening to a room; does nothing for other rooms. */
	stopRoom(gid: string, reason: RoomEndReason): void
	part: LoadPart
	newId(): string
	sender(gid: string): Sender
	setRole(gid: string, role: MemberRole): void
	emitter: Emitter<IMEvents>
}
