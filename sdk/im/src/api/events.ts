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

/** Pushes about the connection, and invitations to calls. */
type DirectPush = Exclude<PushName, LogEventName | ListPushName | 'heads'>
export const isDirectPush = (name: string): name is DirectPush =>
	!isLogEvent(name) && !(name in optionOfPush) && name !== 'heads'

/**
 * Events for applications. Log events (`messagesReceived`, `messageRevoked`, `groupUpdated` …) arrive in the order of
 * their conversation, once each; entries of personal lists (`friendApplication`, `notice` …) in the order of their
 * list.
 */
export type IMEvents = BatchEvents & { [N in ListPushName | DirectPush]: PushData<N> } & {
	/** A transition of the session (IMC-02). */
	state: StateEvent
	/** Missed events have been read; emitted after each login (SYNC-04). */
	synced: Record<string, never>
	/** The session ended, and the login information was discarded. `code` 0: by logout. */
	ended: { code: number; reason: string }
	/** The user's own message goes from `waiting` to `sent`, even one written before a reload. */
	messageStatus: MessageStatusEvent
	/** Listening to a room starts, stops, or fails. */
	room: RoomEvent
	/** Events were skipped: reload the displayed data. */
	discontinuity: Discontinuity & { option?: SyncOption }
	/** Errors that reject no promise: a failed connection, a room that cannot be read. */
	error: IMError
}

export type IMEventName = keyof IMEvents
