import type { MemberRole } from '@parley/im'
import type { Emitter } from '../core/emitter.ts'
import type { Outbox } from '../outbox/outbox.ts'
import type { Rooms } from '../rooms/rooms.ts'
import type { CallContext } from './callContext.ts'
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
export interface IMContext extends CallContext {
	/** @throws {IMError} if no user is logged in */
	outbox(): Outbox
	/** @throws {IMError} the same */
	rooms(): Promise<Rooms>
	part: LoadPart
	newId(): string
	sender(gid: string): Sender
	emitter: Emitter<IMEvents>
}
