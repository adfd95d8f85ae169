import type { Instant } from '@parley/core'
import type { GroupId, ImAppId, ImUserId } from '@parley/im'
import type { ConversationId, HeadRow } from './conversation.ts'
import type { LoggedEvent, NewEvent } from './event.ts'
import type { GroupRow, NewMember } from './group.ts'
import type { NewListEntry, StoredListEntry } from './list.ts'
import type { ApplicationRow, FriendRow, UserRow } from './person.ts'

/** Author of a write, and their id for it. */
export interface RequestKey {
	uid: ImUserId
	id: string
}

/** The actor in an audit if no person, or no known one, acted. */
export const serverAsActor = ''

export interface AuditRow {
	/** A uid, or {@link serverAsActor}. */
	actor: string
	action: string
	/** The group it happened in, if any. */
	gid: GroupId | null
	target: string
	before: Record<string, unknown>
	after: Record<string, unknown>
}

/**
 * One write: everything in it is stored, or nothing. Events and list entries get their positions in the transaction
 * that stores them, so that readers see no gaps, and their order is that of the positions.
 *
 * It is refused as `repeated`, else as `missing`, else as `changed`: a repeated request gets the same answer, whatever
 * has changed since.
 */
export interface Commit {
	appId: ImAppId
	now: Instant
	/** If this key is already stored, its answer is returned and nothing else happens. */
	request?: RequestKey
	conversation?: {
		id: ConversationId
		/**
		 * The version the decision was based on: a different one refuses the write as `changed`. Messages of chats have
		 * none.
		 */
		version?: number
		/**
		 * Creates the chat if it is missing; an existing group refuses the write as `changed`. `epoch` if the same commit
		 * announces it: decision and storage do not happen at the same instant.
		 */
		create?: { group?: GroupRow['settings']; epoch?: string }
		events: NewEvent[]
		settings?: Partial<GroupRow['settings']>
		members?: NewMember[]
		removedMembers?: ImUserId[]
		/** Removes the content of these messages and sets `revoked`. */
		revoked?: number[]
		/** Removes all members too. */
		deleted?: true
	}
	lists?: NewListEntry[]
	/**
	 * Refused as `changed` if a handled one is no longer waiting, or a new one would wait next to another of the same
	 * kind between the same two; for friends, whichever of the two applied.
	 */
	applications?: { put?: ApplicationRow[]; handle?: { id: string; status: 'accepted' | 'rejected'; by: ImUserId }[] }
	/** Whole rows; `change` is refused as `changed` if the row is missing. */
	/**
	 * `remove` leaves a shield, without the friendship; `change` concerns an existing row, friend or not, and a row that
	 * is neither friend nor shield is deleted.
	 */
	friends?: { put?: FriendRow[]; change?: FriendRow[]; remove?: { uid: ImUserId; friendUid: ImUserId }[] }
	/** Whole rows; `tokensNotBefore` does not move back. */
	users?: UserRow[]
	audit?: AuditRow[]
	/** Stored for repetitions of `request`. */
	answer?: Record<string, unknown>
}

export type CommitResult =
	| {
			status: 'committed'
			/** The conversation's head, with its new version. */
			head?: HeadRow
			events: LoggedEvent[]
			lists: StoredListEntry[]
			answer: Record<string, unknown>
	  }
	/** Repeated: a request with its stored answer, or a message whose `cmid` is that of `event`. */
	| { status: 'repeated'; event?: LoggedEvent; epoch?: string; answer: Record<string, unknown> }
	/** Its data has changed: read and decide again. */
	| { status: 'changed' }
	/** The conversation or the application to handle does not exist, or the group was deleted. */
	| { status: 'missing' }

export type Committed = Extract<CommitResult, { status: 'committed' }>
