import type { Instant } from '@parley/core'
import type { ImAppId, ImUserId, ListOption } from '@parley/im'
import type { AuditRow, RequestKey } from '../model/commit.ts'
import type { ConversationId, HeadRow } from '../model/conversation.ts'
import type { LoggedEvent } from '../model/event.ts'
import type { GroupRow, MemberRow } from '../model/group.ts'
import type { ListHeadRow, StoredListEntry } from '../model/list.ts'
import type { ApplicationRow, FriendRow, UserRow } from '../model/person.ts'

/** The rows that commits read and write, in whatever store. */
export type OfApp<Row> = Row & { appId: ImAppId }

export type ConversationRow = OfApp<HeadRow> & {
	kind: 'chat' | 'group' | 'room'
	/** Null in chats, and for commits that put nothing but events: most do not need it. */
	settings: GroupRow['settings'] | null
	memberCount: number
	deletedAt: Instant | null
	createdAt: Instant
	/** Time of the oldest remaining event; null if the log is empty. */
	oldestAt: Instant | null
}
export type EventRow = OfApp<LoggedEvent> & { conversationId: ConversationId }
export type ConversationMemberRow = OfApp<MemberRow> & { conversationId: ConversationId }
export type HeadOfListRow = OfApp<ListHeadRow> & {
	/** Null: everyone's. */
	uid: ImUserId | null
	option: ListOption
	oldestAt: Instant | null
}
export type RequestRow = OfApp<RequestKey> & { answer: Record<string, unknown>; ts: Instant }

/** Key of a row; its parts contain no line break. */
export const rowKey = (...parts: (string | number)[]): string => parts.join('\n')

/**
 * The key of a waiting application: two people have at most one, whoever of them applied, and so do a person and a
 * group.
 */
export const waitingKey = (appId: ImAppId, { kind, from, to }: Pick<ApplicationRow, 'kind' | 'from' | 'to'>): string =>
	rowKey(appId, kind, ...(kind === 'friend' ? [from, to].sort() : [from, to]))

/** Rows by {@link rowKey}, as far as the current commits need them. */
export interface RowSource<Row> {
	get(key: string): Row | undefined
}

/** The state commits start from. */
export interface CommitSources {
	/** By application and id. */
	conversations: RowSource<ConversationRow>
	/** By application, conversation and position. */
	events: RowSource<EventRow>
	/** Positions of messages by application, conversation, sender and cmid. */
	cmids: RowSource<number>
	/** By application, conversation and person. */
	members: RowSource<ConversationMemberRow>
	/** By application, person (empty: everyone) and option. */
	listHeads: RowSource<HeadOfListRow>
	/** By application, person and id. */
	requests: RowSource<RequestRow>
	/** By application and id. */
	applications: RowSource<OfApp<ApplicationRow>>
	/** Ids of applications that wait, by {@link waitingKey}. */
	waiting: RowSource<string>
	/** By application, person and friend. */
	friends: RowSource<OfApp<FriendRow>>
	/** By application and id. */
	users: RowSource<OfApp<UserRow>>
}

/** An overlay of rows that were put or removed but not written yet. */
export interface StagedRows<Row> extends RowSource<Row> {
	put(key: string, row: Row): void
	remove(key: string): void
	/** Undefined: removed. */
	readonly changes: ReadonlyMap<string, Row | undefined>
}

function stageOver<Row>(source: RowSource<Row>): StagedRows<Row> {
	const changes = new Map<string, Row | undefined>()
	return {
		get: key => (changes.has(key) ? changes.get(key) : source.get(key)),
		put: (key, row) => void changes.set(key, row),
		remove: key => void changes.set(key, undefined),
		changes,
	}
}

/** All changes of the commits, to be written at once. */
export type StagedCommits = ReturnType<typeof stageCommits>

export const stageCommits = (sources: CommitSources) => ({
	conversations: stageOver(sources.conversations),
	events: stageOver(sources.events),
	cmids: stageOver(sources.cmids),
	members: stageOver(sources.members),
	/** Keys of conversations that lose all their members. */
	emptied: new Set<string>(),
	listHeads: stageOver(sources.listHeads),
	entries: [] as OfApp<StoredListEntry>[],
	requests: stageOver(sources.requests),
	applications: stageOver(sources.applications),
	waiting: stageOver(sources.waiting),
	friends: stageOver(sources.friends),
	users: stageOver(sources.users),
	audit: [] as OfApp<AuditRow & { ts: Instant }>[],
})
