import type { Instant } from '@parley/core'
import type { ImUserId } from '@parley/im'

/** A group's id, or {@link chatId} of two people. */
export type ConversationId = string

export const chatId = (a: ImUserId, b: ImUserId): ConversationId => (a < b ? `u:${a}:${b}` : `u:${b}:${a}`)

/** The people of a chat, one if a person writes to themselves; undefined if the id is a group's. */
export function chatPeople(id: ConversationId): ImUserId[] | undefined {
	const [kind, a, b] = id.split(':')
	return kind === 'u' && a !== undefined && b !== undefined ? ([...new Set([a, b])] as ImUserId[]) : undefined
}

/** The head of a conversation: the data needed to append to its log and to detect missed events. */
export interface HeadRow {
	id: ConversationId
	/** Epoch of the log ({@link epochOf}). */
	epoch: string
	/** Position of the newest event, 0 if the log is empty. */
	last: number
	/** Position of the oldest remaining event; `last + 1` if none remains. */
	min: number
	/** Changes with every change of its members or settings, never with a message. */
	version: number
}

/** Returns the epoch of a log or list that begins now; the same one never begins twice within a millisecond. */
export const epochOf = (now: Instant): string => now.toString(36)

/** A conversation of a person: they see events after `start`, and have read up to `read`. */
export interface ListedConversation {
	head: HeadRow
	start: number
	read: number
	joinedAt: Instant
}

/** The result of {@link MessagingStore.conversationsStamp} for conversations that were just listed. */
export function stampOf(listed: readonly ListedConversation[]): string {
	let events = 0
	let joined = 0n
	let newest = ''
	for (const { head, joinedAt } of listed) {
		events += head.last
		joined += BigInt(joinedAt)
		if (head.epoch > newest) newest = head.epoch
	}
	return `${listed.length}-${events}-${joined}-${newest}`
}
