import type { Instant } from '@parley/core'
import type { GroupId, ImAppId, ImUserId, ListOption } from '@parley/im'
import type { AuditRow, Commit, CommitResult, RequestKey } from '../model/commit.ts'
import type { ConversationId, HeadRow, ListedConversation } from '../model/conversation.ts'
import type { LoggedEvent } from '../model/event.ts'
import type { GroupCounts, GroupRow, MemberRow } from '../model/group.ts'
import type { ListHeadRow, StoredListEntry } from '../model/list.ts'
import type { ApplicationRow, FriendRow, UserProfile, UserRow } from '../model/person.ts'

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
	 * @throws if the database fails: then none of them is stored
	 */
	commit(commits: readonly Commit[]): Promise<CommitResult[]>
	/** Returns the stored answer of a request; read before the request is judged, since it may no longer be allowed. */
	findAnswer(appId: ImAppId, request: RequestKey): Promise<Record<string, unknown> | undefined>

	heads(appId: ImAppId, ids: readonly ConversationId[]): Promise<HeadRow[]>
	readEvents(appId: ImAppId, id: ConversationId, range: EventRange): Promise<LoggedEvent[]>
	findEvent(appId: ImAppId, id: ConversationId, hisId: number): Promise<LoggedEvent | undefined>
	/** Finds a message by its sender's id for it, to be checked before a repetition is refused. */
	findMessage(appId: ImAppId, id: ConversationId, uid: ImUserId, cmid: string): Promise<LoggedEvent | undefined>

	findGroup(appId: ImAppId, id: GroupId): Promise<GroupRow | undefined>
	/** Group and member as they are at one moment, so that a decision fits the version. */
	findGroupAndMember(
		appId: ImAppId,
		id: GroupId,
		uid: ImUserId,
	): Promise<{ group: GroupRow; member: MemberRow | undefined } | undefined>
	/** Includes banned and former members. */
	findMembers(appId: ImAppId, id: GroupId, uids: readonly ImUserId[]): Promise<MemberRow[]>
	/** Returns owner, managers, then others, in order of arrival; or banned people. */
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
	/** Finds a friend row, even if only a shield is left. */
	findFriend(appId: ImAppId, uid: ImUserId, friendUid: ImUserId): Promise<FriendRow | undefined>
	findApplication(appId: ImAppId, id: string): Promise<ApplicationRow | undefined>
	/** Returns the newest one between two people, whichever of them applied. */
	findFriendApplication(appId: ImAppId, a: ImUserId, b: ImUserId): Promise<ApplicationRow | undefined>
	findGroupApplication(appId: ImAppId, id: GroupId, uid: ImUserId): Promise<ApplicationRow | undefined>
	/** Lists those to or from a person, newest first. */
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
	/** Guests whose profile was last stored before this time. */
	guests: Instant
}
