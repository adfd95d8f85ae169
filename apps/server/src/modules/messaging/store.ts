import type { Instant } from '@parley/core'
import type {
	GroupId,
	GroupSettings,
	GroupType,
	ImAppId,
	ImUserId,
	ListOption,
	LogEventName,
	MemberRole,
	PushName,
} from '@parley/im'

/** A group's id, or {@link chatId} of two people. */
export type ConversationId = string

export const chatId = (a: ImUserId, b: ImUserId): ConversationId => (a < b ? `u:${a}:${b}` : `u:${b}:${a}`)

/** The head of a conversation: what is needed to append to its log, and to know whether one missed something. */
export interface HeadRow {
	id: ConversationId
	epoch: string
	/** Position of the newest event, 0 while there is none. */
	last: number
	/** Position of the oldest event that is still there; `last + 1` when none is. */
	min: number
	/** Changes with every change of its members or settings, never with a message. */
	version: number
}

/** Everything that decides what somebody may do in a group; `announcement`, `introduction` and `imgUrl` come along. */
export interface GroupRow extends HeadRow {
	id: GroupId
	settings: GroupSettings & { mucType: GroupType; owner: ImUserId }
	memberCount: number
	deletedAt: Instant | null
	createdAt: Instant
}

export interface MemberRow {
	uid: ImUserId
	/** Null: that of their profile. */
	nickName: string | null
	role: MemberRole
	/** Until when they may not write; null: they may. */
	silencedUntil: Instant | null
	banned: boolean
	/** 0 all, 1 silently, 2 none. */
	receiveState: 0 | 1 | 2
	/** They see events after this position. */
	start: number
	/** They have read up to this position. */
	read: number
	joinedAt: Instant
}

/** An event before it has its place. */
export interface NewEvent {
	name: LogEventName
	/** Who writes or does it. */
	uid: ImUserId
	/** Of messages alone: the same of one sender is stored once in a conversation, for ever. */
	cmid?: string
	/** Everything else of the event, as it is delivered. */
	body: Record<string, unknown>
}

export interface LoggedEvent extends NewEvent {
	hisId: number
	ts: Instant
}

/** An entry of a person's own list; `uid` null is everybody of the application (`broadcast`). */
export interface NewListEntry {
	uid: ImUserId | null
	option: ListOption
	name: PushName
	body: Record<string, unknown>
}

export interface StoredListEntry extends NewListEntry {
	/** Position in the list of this person and option, from 1 on. */
	key: number
	ts: Instant
}

export interface ListHeadRow {
	epoch: string
	last: number
	/** Oldest entry that is still there. */
	min: number
}

export interface UserRow {
	uid: ImUserId
	nickName: string
	imgUrl: string
	isGuest: boolean
	/** Tokens issued before this instant are worth nothing. */
	tokensNotBefore: Instant
	/** May not use messaging at all until then. */
	barredUntil: Instant | null
}

export interface FriendRow {
	uid: ImUserId
	friendUid: ImUserId
	remark: string
	shield: boolean
	since: Instant
}

export interface ApplicationRow {
	id: string
	kind: 'friend' | 'group'
	from: ImUserId
	/** A person, or a group. */
	to: string
	content: string
	status: 'waiting' | 'accepted' | 'rejected'
	handledBy: ImUserId | null
	ts: Instant
}

export interface AuditRow {
	actor: string
	action: string
	/** The group it was in, where it was in one. */
	gid: GroupId | null
	target: string
	before: Record<string, unknown>
	after: Record<string, unknown>
}

/**
 * One write: everything in it is stored, or nothing. The positions of events and list entries are given in the transaction
 * that stores them, so that what can be read has no holes, and its order is that of the positions.
 */
export interface Commit {
	appId: ImAppId
	now: Instant
	/** Who asks, and their name for it: what was stored under the same name is answered again, and nothing is done. */
	request?: { uid: ImUserId; id: string }
	conversation?: {
		id: ConversationId
		/** The version the decision was taken with: another one refuses the write as `changed`. Messages of chats have none. */
		version?: number
		/** Makes it where it is missing. */
		create?: { group?: GroupRow['settings'] }
		events: NewEvent[]
		settings?: Partial<GroupRow['settings']>
		/** Whole rows, put in place of those of the same person. */
		members?: MemberRow[]
		removedMembers?: ImUserId[]
		/** Content of these messages is emptied and `revoked` set. */
		revoked?: number[]
		deleted?: true
	}
	lists?: NewListEntry[]
	/** Refused as `changed` where the application is not waiting any more. */
	applications?: { put?: ApplicationRow[]; handle?: { id: string; status: 'accepted' | 'rejected'; by: ImUserId }[] }
	friends?: { put?: FriendRow[]; remove?: { uid: ImUserId; friendUid: ImUserId }[] }
	users?: UserRow[]
	audit?: AuditRow[]
	/** The answer of `request`, beside the positions of what was stored. */
	answer?: Record<string, unknown>
}

export type CommitResult =
	| {
			status: 'committed'
			/** Of the conversation, with the version after it. */
			head?: HeadRow
			events: LoggedEvent[]
			lists: StoredListEntry[]
			answer: Record<string, unknown>
	  }
	/** It was done before: a message with its `cmid`, or a request with its id. */
	| { status: 'repeated'; event?: LoggedEvent; epoch?: string; answer: Record<string, unknown> }
	/** What it was decided on is not so any more: read again, decide again. */
	| { status: 'changed' }
	| { status: 'missing' }

export interface EventRange {
	/** Not included. */
	after?: number
	/** Not included. */
	before?: number
	limit: number
	/** From which end the limit counts; the result is always oldest first. */
	from: 'oldest' | 'newest'
}

export interface MessagingStore {
	/**
	 * Stores several writes in one transaction, in their order; a refused one stores nothing and does not affect the others.
	 * @throws when the database failed: then nothing of any is stored
	 */
	commit(commits: readonly Commit[]): Promise<CommitResult[]>

	heads(appId: ImAppId, ids: readonly ConversationId[]): Promise<HeadRow[]>
	readEvents(appId: ImAppId, id: ConversationId, range: EventRange): Promise<LoggedEvent[]>
	findEvent(appId: ImAppId, id: ConversationId, hisId: number): Promise<LoggedEvent | undefined>

	findGroup(appId: ImAppId, id: GroupId): Promise<GroupRow | undefined>
	/** Group and member as they are at one moment, so that a decision fits the version. */
	findStanding(
		appId: ImAppId,
		id: GroupId,
		uid: ImUserId,
	): Promise<{ group: GroupRow; member: MemberRow | undefined } | undefined>
	listMembers(
		appId: ImAppId,
		id: GroupId,
		page: { offset: number; limit: number; banned: boolean },
	): Promise<{ members: MemberRow[]; total: number }>
	/** Owner and managers. */
	listManagers(appId: ImAppId, id: GroupId): Promise<MemberRow[]>
	/** Ids of all members who are not banned, for whom events of the group are. */
	memberIds(appId: ImAppId, id: GroupId): Promise<ImUserId[]>
	/** The groups a person is in, chat rooms excepted. */
	listGroups(appId: ImAppId, uid: ImUserId): Promise<{ group: GroupRow; member: MemberRow }[]>
	/** Heads of a person's chats or groups with events they have not seen, in one read each. */
	listConversations(
		appId: ImAppId,
		uid: ImUserId,
		kind: 'chat' | 'group',
	): Promise<{ head: HeadRow; start: number; read: number }[]>
	/** A change of any of these conversations changes it; it costs no list. */
	conversationsStamp(appId: ImAppId, uid: ImUserId, kind: 'chat' | 'group'): Promise<string>
	/** What belongs to one person alone and is seen by nobody else. */
	setReceiveState(appId: ImAppId, id: GroupId, uid: ImUserId, state: 0 | 1 | 2): Promise<void>
	/** Never moves back. */
	setRead(appId: ImAppId, id: ConversationId, uid: ImUserId, hisId: number): Promise<number>

	listHeads(appId: ImAppId, uid: ImUserId): Promise<Map<ListOption, ListHeadRow>>
	readList(
		appId: ImAppId,
		uid: ImUserId,
		option: ListOption,
		range: { after: number; limit: number },
	): Promise<StoredListEntry[]>
	/** Newest first, `notice` and `broadcast` alone. */
	searchNotices(
		appId: ImAppId,
		uid: ImUserId,
		query: { keywords: string; before: number | undefined; limit: number },
	): Promise<StoredListEntry[]>

	findUsers(appId: ImAppId, uids: readonly ImUserId[]): Promise<UserRow[]>
	putUser(appId: ImAppId, row: UserRow): Promise<void>
	listFriends(appId: ImAppId, uid: ImUserId): Promise<FriendRow[]>
	findFriend(appId: ImAppId, uid: ImUserId, friendUid: ImUserId): Promise<FriendRow | undefined>
	findApplication(appId: ImAppId, id: string): Promise<ApplicationRow | undefined>
	/** The newest between two people, whoever applied. */
	findFriendApplication(appId: ImAppId, a: ImUserId, b: ImUserId): Promise<ApplicationRow | undefined>
	findGroupApplication(appId: ImAppId, id: GroupId, uid: ImUserId): Promise<ApplicationRow | undefined>
	/** To or from a person, newest first. */
	listFriendApplications(
		appId: ImAppId,
		uid: ImUserId,
		page: { offset: number; limit: number },
	): Promise<ApplicationRow[]>
	readAudit(appId: ImAppId, id: GroupId, limit: number): Promise<(AuditRow & { ts: Instant })[]>

	/** Removes events of chat rooms older than this and raises `min`; removes stored answers that expired. */
	removeExpired(now: Instant, olderThan: { roomEvents: Instant; requests: Instant }): Promise<number>
}
