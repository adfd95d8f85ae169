import {
	isLogEvent,
	type ListPushName,
	type LogEventName,
	optionOfPush,
	type PushData,
	type PushName,
	type SyncOption,
} from '@parley/im'
import type { IMError } from '../core/errors.ts'
import type { MessageStatusEvent } from '../outbox/outbox.ts'
import type { RoomEvent } from '../rooms/rooms.ts'
import type { BatchEvents } from '../sequencer/batches.ts'
import type { Discontinuity } from '../sequencer/sequencer.ts'
import type { StateEvent } from '../session/states.ts'

/** Pushes that are about the connection, and calls of people. */
type DirectPush = Exclude<PushName, LogEventName | ListPushName | 'heads'>
export const isDirectPush = (name: string): name is DirectPush =>
	!isLogEvent(name) && !(name in optionOfPush) && name !== 'heads'

/**
 * What an application is told of. Events of a log (`messagesReceived`, `messageRevoked`, `groupUpdated` …) come in the order
 * of their conversation and once each; entries of one's own lists (`friendApplication`, `notice` …) in the order of their list.
 */
export type IMEvents = BatchEvents & { [N in ListPushName | DirectPush]: PushData<N> } & {
	/** A transition of the session (IMC-02). */
	state: StateEvent
	/** What was missed has been read, after each login (SYNC-04). */
	synced: Record<string, never>
	/** The session ended, and the login information is forgotten. `code` 0: by logout. */
	ended: { code: number; reason: string }
	/** One's own message goes from `waiting` to `sent`, also one that was written before a reload. */
	messageStatus: MessageStatusEvent
	/** A room one listens to starts, stops, or fails. */
	room: RoomEvent
	/** Events that were not given: what is shown is to be loaded anew. */
	discontinuity: Discontinuity & { option?: SyncOption }
	/** Nobody waits for these by a promise: a connection that failed, a room that cannot be read. */
	error: IMError
}

export type IMEventName = keyof IMEvents
