import type { MemberRole } from '@parley/im'
import type { Emitter } from '../core/emitter.ts'
import type { Outbox } from '../outbox/outbox.ts'
import type { RoomEndReason, Rooms } from '../rooms/rooms.ts'
import type { Call } from '../session/requests.ts'
import type { IMEvents } from './events.ts'
import type { LoadPart } from './parts.ts'

/** How the one who is logged in appears in a group (IMCALL-18). */
export interface Sender {
	userId: string
	nickName: string | undefined
	imgUrl: string | undefined
	role: MemberRole
}

/** What the parts of the API are made of. */
export interface IMContext {
	/** Fails with `notLoggedIn` when nobody is. */
	call: Call
	/** @throws {IMError} when nobody is logged in */
	outbox(): Outbox
	/** @throws {IMError} the same */
	rooms(): Promise<Rooms>
	/** Of a room that is listened to; of another it does nothing. */
	stopRoom(gid: string, reason: RoomEndReason): void
	part: LoadPart
	newId(): string
	sender(gid: string): Sender
	setRole(gid: string, role: MemberRole): void
	emitter: Emitter<IMEvents>
}
