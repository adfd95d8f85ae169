import type { Instant } from '@parley/core'
import type {
	GroupId,
	GroupSettings,
	GroupType,
	ImAppId,
	ImUserId,
	ListOption,
	ListPushName,
	LogEventName,
	MemberRole,
	optionOfPush,
} from '@parley/im'

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
	/** Names this life of the log ({@link epochOf}). */
	epoch: string
	/** Position of the newest event, 0 if the log is empty. */
	last: number
	/** Position of the oldest event that is still there; `last + 1` when none is. */
	min: number
	/** Changes with every change of its members or settings, never with a message. */
	version: number
}

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

/** Everything that decides a person's rights in a group, plus `announcement`, `introduction` and `imgUrl`. */
export interface GroupRow extends HeadRow {
	id: GroupId
	settings: GroupSettings & { mucType: GroupType; owner: ImUserId }
	memberCount: number
	/** From then on it accepts no commits and has no members; its settings and its log stay. */
	deletedAt: Instant | null
	createdAt: Instant
}

/** The epoch of a log, or of a person's list, that begins now: none of the same begins twice in one millisecond. */
export const epochOf = (now: Instant): string => now.toString(36)

export interface MemberRow {
	uid: ImUserId
	/** Null: that of their profile. */
	nickName: string | null
	role: MemberRole
	/** Until when they may not write; null: they may. */
	silencedUntil: Instant | null
	banned: boolean
	/** They are no longer a member: the row only keeps their silence, in case they return. Not in chat rooms. */
	hasLeft: boolean
	/** 0 all, 1 silently, 2 none. */
	receiveState: 0 | 1 | 2
	/** They see events after this position. */
	start: number
	/** They have read up to this position. */
	read: number
	joinedAt: Instant
	/** Another person added them to the group: they neither created it nor asked to join. */
	isPutIn: boolean
}

/** The groups a person is in. */
export interface GroupCounts {
	/** Made or joined by themselves. */
	chosen: number
	/** {@link MemberRow.isPutIn} */
	putInto: number
}

/** Returns whether a row belongs to a current member. */
export const isThere = ({ banned, hasLeft }: Pick<MemberRow, 'banned' | 'hasLeft'>): boolean => !banned && !hasLeft

/**
 * A member that replaces the row of the same person. Fields only members change stay: `receiveState` of current
 * members, and `read` does not move back.
 */
export interface NewMember extends Omit<MemberRow, 'start' | 'read'> {
	/** `here`: before the events of this commit. */
	start: number | 'here'
	read: number | 'here'
}

/** An event before it has its place. */
export interface NewEvent {
	name: LogEventName
	/** The author of the event. */
	uid: ImUserId
	/** Messages only: stored once per sender and conversation, as long as it is kept. */
	cmid?: string
	/** The rest of the event, as delivered. */
	body: Record<string, unknown>
}

export interface LoggedEvent extends NewEvent {
	hisId: number
	ts: Instant
}

/**
 * An entry of a personal list, or of `broadcast`, which everyone of the application shares. Its name determines the
 * list, as clients expect.
 */
export type NewListEntry = {
	[N in ListPushName]: {
		name: N
		option: (typeof optionOfPush)[N]
		uid: N extends 'broadcast' ? null : ImUserId
		body: Record<string, unknown>
	}
}[ListPushName]

/** `key`: position in the list, from 1 on without holes. */
export type StoredListEntry = NewListEntry & { key: number; ts: Instant }

export interface ListHeadRow {
	epoch: string
	last: number
	/** Oldest entry that is still there. */
	min: number
}

/** A person's profile, as given by themselves. */
export interface UserProfile {
	uid: ImUserId
	nickName: string
	imgUrl: string
	isGuest: boolean
}

export interface UserRow extends UserProfile {
	/** Tokens issued before this instant are worth nothing. */
	tokensNotBefore: Instant
	/** May not use messaging at all until then. */
	barredUntil: Instant | null
}

export interface FriendRow {
	uid: ImUserId
	friendUid: ImUserId
	/** False: the friendship has ended, and only the shield is left. */
	isFriend: boolean
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

/** The author of a write, and their id for it. */
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
	/** It was done before: a request with its answer, or a message with the same `cmid`, which is `event`. */
	| { status: 'repeated'; event?: LoggedEvent; epoch?: string; answer: Record<string, unknown> }
	/** Its data has changed since: read again, decide again. */
	| { status: 'changed' }
	/** The conversation or the application to handle does not exist, or the group was deleted. */
	| { status: 'missing' }

export interface EventRange {
	/** Not included. */
	after?: number
	/** Not included. */
	before?: number
	limit: number
	/** The end from which the limit counts; the result is always oldest first. */
	from: 'oldest' | 'newest'
}

export interface MessagingStore {
	/**
	 * Stores several writes in one transaction, in their order; a refused one stores nothing and does not affect the others.
	 * @throws when the database failed: then nothing of any is stored
	 */
	commit(commits: readonly Commit[]): Promise<CommitResult[]>
	/** The stored answer of a request, to be checked before the request is judged: it may no longer be allowed. */
	findAnswer(appId: ImAppId, request: RequestKey): Promise<Record<string, unknown> | undefined>

	heads(appId: ImAppId, ids: readonly ConversationId[]): Promise<HeadRow[]>
	readEvents(appId: ImAppId, id: ConversationId, range: EventRange): Promise<LoggedEvent[]>
	findEvent(appId: ImAppId, id: ConversationId, hisId: number): Promise<LoggedEvent | undefined>
	/** Finds a message by its sender's id for it, to be checked before a repetition is refused. */
	findMessage(appId: ImAppId, id: ConversationId, uid: ImUserId, cmid: string): Promise<LoggedEvent | undefined>

	findGroup(appId: ImAppId, id: GroupId): Promise<GroupRow | undefined>
	/** Group and member as they are at one moment, so that a decision fits the version. */
	findStanding(
		appId: ImAppId,
		id: GroupId,
		uid: ImUserId,
	): Promise<{ group: GroupRow; member: MemberRow | undefined } | undefined>
	/** Includes banned and former members. */
	findMembers(appId: ImAppId, id: GroupId, uids: readonly ImUserId[]): Promise<MemberRow[]>
	/** Owner, managers, then others, in order of arrival; or banned people. */
	listMembers(
		appId: ImAppId,
		id: GroupId,
		page: { offset: number; limit: number; banned: boolean },
	): Promise<{ members: MemberRow[]; total: number }>
	/** Owner and managers. */
	listManagers(appId: ImAppId, id: GroupId): Promise<MemberRow[]>
	/** Ids of all members, the recipients of the group's events. */
	memberIds(appId: ImAppId, id: GroupId): Promise<ImUserId[]>
	/**
	 * The groups a person is in and not banned from, chat rooms excepted, oldest membership first; or the chat rooms that
	 * keep a row of them.
	 */
	listGroups(appId: ImAppId, uid: ImUserId, kind?: 'group' | 'room'): Promise<{ group: GroupRow; member: MemberRow }[]>
	/** Counts the groups {@link listGroups} returns for each person; 0 if none. */
	countGroups(appId: ImAppId, uids: readonly ImUserId[]): Promise<Map<ImUserId, GroupCounts>>
	/** A person's chats, or the groups of {@link listGroups}, in one read. */
	listConversations(appId: ImAppId, uid: ImUserId, kind: 'chat' | 'group'): Promise<ListedConversation[]>
	/**
	 * Changes after every event of these conversations, after every change of their set, and with their epochs; computing
	 * it reads no list.
	 */
	conversationsStamp(appId: ImAppId, uid: ImUserId, kind: 'chat' | 'group'): Promise<string>
	/** Changes after every write of another process; missing if that cannot be detected. */
	writesElsewhere(): Promise<number | undefined>
	/** Personal fields that no one else sees. */
	setReceiveState(appId: ImAppId, id: GroupId, uid: ImUserId, state: 0 | 1 | 2): Promise<void>
	/** Never moves back, nor beyond the head. Returns the new position, 0 for non-members. */
	setRead(appId: ImAppId, id: ConversationId, uid: ImUserId, hisId: number): Promise<number>

	/** Heads of a person's lists and of `broadcast`; lists that never had an entry are missing. */
	listHeads(appId: ImAppId, uid: ImUserId): Promise<Map<ListOption, ListHeadRow>>
	readList(
		appId: ImAppId,
		uid: ImUserId,
		option: ListOption,
		range: { after: number; limit: number },
	): Promise<StoredListEntry[]>
	/**
	 * `notice` and `broadcast` only, newest first, with all of the keywords in `title` or `content`, ignoring case.
	 * Returns more than `limit` if entries of one instant would be split, so that `before` of the next page is the last
	 * one's `ts`.
	 */
	searchNotices(
		appId: ImAppId,
		uid: ImUserId,
		query: { keywords: string; before: Instant | undefined; limit: number },
	): Promise<StoredListEntry[]>

	findUsers(appId: ImAppId, uids: readonly ImUserId[]): Promise<UserRow[]>
	/** Keeps the operator's decisions about this person. `now`: they are here, and a guest is kept from then on. */
	putProfile(appId: ImAppId, profile: UserProfile, now: Instant): Promise<void>
	listFriends(appId: ImAppId, uid: ImUserId): Promise<FriendRow[]>
	/** Also if only a shield is left. */
	findFriend(appId: ImAppId, uid: ImUserId, friendUid: ImUserId): Promise<FriendRow | undefined>
	findApplication(appId: ImAppId, id: string): Promise<ApplicationRow | undefined>
	/** The newest between two people, whichever of them applied. */
	findFriendApplication(appId: ImAppId, a: ImUserId, b: ImUserId): Promise<ApplicationRow | undefined>
	findGroupApplication(appId: ImAppId, id: GroupId, uid: ImUserId): Promise<ApplicationRow | undefined>
	/** To or from a person, newest first. */
	listFriendApplications(
		appId: ImAppId,
		uid: ImUserId,
		page: { offset: number; limit: number },
	): Promise<ApplicationRow[]>
	/** Newest first. */
	readAudit(appId: ImAppId, id: GroupId, limit: number): Promise<(AuditRow & { ts: Instant })[]>

	/**
	 * Removes old data: events of chat rooms and entries of lists from the oldest on, raising their `min`; stored
	 * answers; audit; guests, unless a conversation still refers to them or they are barred. In slices, so that no other
	 * write waits long. Returns the number of rows removed.
	 */
	applyRetention(keptSince: KeptSince): Promise<number>
}

/** Start of the retention period of each. */
export interface KeptSince {
	roomEvents: Instant
	listEntries: Instant
	requests: Instant
	audit: Instant
	/** By when their profile was put last. */
	guests: Instant
}
