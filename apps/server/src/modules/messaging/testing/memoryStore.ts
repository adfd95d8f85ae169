import type { Instant } from '@parley/core'
import type { ImAppId, ImUserId, ListOption } from '@parley/im'
import type { AuditRow } from '../model/commit.ts'
import { stampOf } from '../model/conversation.ts'
import type { LoggedEvent } from '../model/event.ts'
import { type GroupRow, isThere, type MemberRow } from '../model/group.ts'
import type { StoredListEntry } from '../model/list.ts'
import type { ApplicationRow, UserRow } from '../model/person.ts'
import { applyCommit, headOf, loggedEvent } from '../store/applyCommit.ts'
import {
	type CommitSources,
	type ConversationMemberRow,
	type ConversationRow,
	rowKey,
	type StagedCommits,
	type StagedRows,
	stageCommits,
} from '../store/commitRows.ts'
import { searchedText, searchedWords } from '../store/noticeSearch.ts'
import { storableText } from '../store/storableText.ts'
import type { MessagingStore } from '../store/store.ts'

/**
 * The process may end between two steps of a commit; before `committed` nothing of it is stored, from then on
 * everything.
 */
export type CommitStep = 'begun' | 'applied' | 'staged' | 'committed'

export interface MemoryStoreOptions {
	/** Called after each step, `applied` once for each commit of the list; if it throws, the commit ends there. */
	onStep?: (step: CommitStep) => void
}

/** Data that survives the servers that use it. */
type Tables = {
	[K in keyof CommitSources]: CommitSources[K] extends { get(key: string): infer R }
		? Map<string, NonNullable<R>>
		: never
} & {
	/** Time at which each profile was last stored. */
	seenAt: Map<string, Instant>
	entries: (StoredListEntry & { appId: ImAppId })[]
	audit: (AuditRow & { appId: ImAppId; ts: Instant })[]
}

export interface MemoryStore extends MessagingStore {
	/** Returns all stored data as text; equal texts mean that nothing changed. */
	contents(): string
}

/** Keeps everything in memory, synchronously and deterministically: for tests, and for simulations of several servers. */
export function createMemoryStore({ onStep = () => {} }: MemoryStoreOptions = {}): MemoryStore {
	const tables: Tables = {
		conversations: new Map(),
		events: new Map(),
		cmids: new Map(),
		members: new Map(),
		listHeads: new Map(),
		requests: new Map(),
		applications: new Map(),
		waiting: new Map(),
		users: new Map(),
		friends: new Map(),
		seenAt: new Map(),
		entries: [],
		audit: [],
	}
	return {
		contents: () => JSON.stringify(Object.values(tables).map(table => (Array.isArray(table) ? table : [...table]))),
		async commit(commits) {
			onStep('begun')
			const staged = stageCommits(tables)
			const results = commits.map(commit => {
				const result = applyCommit(staged, frozenCopy(commit))
				onStep('applied')
				return result
			})
			onStep('staged')
			write(tables, staged)
			onStep('committed')
			return results
		},
		async findAnswer(appId, { uid, id }) {
			return tables.requests.get(rowKey(appId, uid, id))?.answer
		},
		...eventReads(tables),
		...groupReads(tables),
		...conversationReads(tables),
		...listReads(tables),
		...peopleReads(tables),
		async applyRetention(keptSince) {
			return (
				removeEvents(tables, keptSince.roomEvents) +
				removeEntries(tables, keptSince.listEntries) +
				removeIf(tables.requests, ({ ts }) => ts < keptSince.requests) +
				keepIf(tables.audit, ({ ts }) => ts >= keptSince.audit) +
				removeGuests(tables, keptSince.guests)
			)
		},
	}
}

/** Copies as a database would, and freezes, so that stored data cannot be modified. */
const frozenCopy = <T>(value: T): T => deepFreeze(JSON.parse(JSON.stringify(value)))

function deepFreeze<T>(value: T): T {
	if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
		Object.freeze(value)
		Object.values(value).forEach(deepFreeze)
	}
	return value
}

function write(tables: Tables, staged: StagedCommits): void {
	const { emptied, entries, audit, ...rows } = staged
	for (const name of Object.keys(rows) as (keyof typeof rows)[]) writeRows<unknown>(tables[name], rows[name])
	removeIf(tables.members, ({ appId, conversationId }) => emptied.has(rowKey(appId, conversationId)))
	tables.entries.push(...entries)
	tables.audit.push(...audit)
}

function writeRows<Row>(table: Map<string, Row>, { changes }: Pick<StagedRows<Row>, 'changes'>): void {
	for (const [key, row] of changes) {
		if (row === undefined) table.delete(key)
		else table.set(key, row)
	}
}

type Methods<K extends keyof MessagingStore> = Pick<MessagingStore, K>

function eventReads({
	conversations,
	events,
	cmids,
}: Tables): Methods<'heads' | 'readEvents' | 'findEvent' | 'findMessage'> {
	const eventAt = (appId: ImAppId, id: string, hisId: number): LoggedEvent | undefined => {
		const row = events.get(rowKey(appId, id, hisId))
		return row && loggedEvent(row)
	}
	return {
		async heads(appId, ids) {
			return [...new Set(ids)].flatMap(id => {
				const row = conversations.get(rowKey(appId, id))
				return row ? [headOf(row)] : []
			})
		},
		async readEvents(appId, id, { after = 0, before = Number.POSITIVE_INFINITY, limit, from }) {
			const conversation = conversations.get(rowKey(appId, id))
			if (!conversation || limit <= 0) return []
			let first = Math.max(after + 1, conversation.min)
			let last = Math.min(before - 1, conversation.last)
			if (from === 'oldest') last = Math.min(last, first + limit - 1)
			else first = Math.max(first, last - limit + 1)
			const found: LoggedEvent[] = []
			for (let hisId = first; hisId <= last; hisId++) {
				const event = eventAt(appId, id, hisId)
				if (event) found.push(event)
			}
			return found
		},
		findEvent: async (appId, id, hisId) => eventAt(appId, id, hisId),
		async findMessage(appId, id, uid, cmid) {
			const hisId = cmids.get(rowKey(appId, id, uid, cmid))
			return hisId === undefined ? undefined : eventAt(appId, id, hisId)
		},
	}
}

const groupOf = (row: ConversationRow | undefined): GroupRow | undefined =>
	row?.settings
		? {
				...headOf(row),
				id: row.id as GroupRow['id'],
				settings: row.settings,
				memberCount: row.memberCount,
				deletedAt: row.deletedAt,
				createdAt: row.createdAt,
			}
		: undefined

function memberOf({ appId, conversationId, ...member }: ConversationMemberRow): MemberRow {
	return member
}

/** Owner, managers, then others, in order of arrival. */
const byRank = (a: MemberRow, b: MemberRow): number =>
	rank(a) - rank(b) || a.joinedAt - b.joinedAt || (a.uid < b.uid ? -1 : 1)
const rank = ({ role }: MemberRow): number => (role === 1 ? 0 : role === 2 ? 1 : 2)

function groupReads({
	conversations,
	members,
}: Tables): Methods<
	| 'findGroup'
	| 'findGroupAndMember'
	| 'findMembers'
	| 'listMembers'
	| 'listManagers'
	| 'memberIds'
	| 'setReceiveState'
	| 'setRead'
> {
	const membersOf = (appId: ImAppId, id: string): MemberRow[] =>
		[...members.values()]
			.filter(row => row.appId === appId && row.conversationId === id)
			.map(memberOf)
			.sort(byRank)
	const find = (appId: ImAppId, id: string, uid: ImUserId) => {
		const row = members.get(rowKey(appId, id, uid))
		return row && memberOf(row)
	}
	return {
		findGroup: async (appId, id) => groupOf(conversations.get(rowKey(appId, id))),
		async findGroupAndMember(appId, id, uid) {
			const group = groupOf(conversations.get(rowKey(appId, id)))
			return group && { group, member: find(appId, id, uid) }
		},
		findMembers: async (appId, id, uids) => [...new Set(uids)].flatMap(uid => find(appId, id, uid) ?? []),
		async listMembers(appId, id, { offset, limit, banned }) {
			const all = membersOf(appId, id).filter(banned ? member => member.banned : isThere)
			return { members: all.slice(offset, offset + limit), total: all.length }
		},
		listManagers: async (appId, id) => membersOf(appId, id).filter(member => isThere(member) && member.role > 0),
		memberIds: async (appId, id) =>
			membersOf(appId, id)
				.filter(isThere)
				.map(({ uid }) => uid)
				.sort(),
		async setReceiveState(appId, id, uid, receiveState) {
			const key = rowKey(appId, id, uid)
			const row = members.get(key)
			if (row) members.set(key, { ...row, receiveState })
		},
		async setRead(appId, id, uid, hisId) {
			const key = rowKey(appId, id, uid)
			const row = members.get(key)
			if (!row) return 0
			const last = conversations.get(rowKey(appId, id))?.last ?? 0
			const read = Math.max(row.read, Math.min(hisId, last))
			members.set(key, { ...row, read })
			return read
		},
	}
}

function conversationReads({
	conversations,
	members,
}: Tables): Methods<'listGroups' | 'countGroups' | 'listConversations' | 'conversationsStamp' | 'writesElsewhere'> {
	const conversationsOf = (appId: ImAppId, uid: ImUserId, kind: 'chat' | 'group' | 'room') =>
		[...members.values()]
			.filter(row => row.appId === appId && row.uid === uid && isThere(row))
			.sort((a, b) => a.joinedAt - b.joinedAt || (a.conversationId < b.conversationId ? -1 : 1))
			.flatMap(member => {
				const conversation = conversations.get(rowKey(appId, member.conversationId))
				return conversation?.kind === kind ? [{ conversation, member }] : []
			})
	const listedOf = (...of: Parameters<typeof conversationsOf>) =>
		conversationsOf(...of).map(({ conversation, member: { start, read, joinedAt } }) => ({
			head: headOf(conversation),
			start,
			read,
			joinedAt,
		}))
	return {
		listGroups: async (appId, uid, kind = 'group') =>
			conversationsOf(appId, uid, kind).flatMap(({ conversation, member }) => {
				const group = groupOf(conversation)
				return group ? [{ group, member: memberOf(member) }] : []
			}),
		countGroups: async (appId, uids) =>
			new Map(
				uids.map(uid => {
					const groups = conversationsOf(appId, uid, 'group')
					const putInto = groups.filter(({ member }) => member.isPutIn).length
					return [uid, { chosen: groups.length - putInto, putInto }]
				}),
			),
		listConversations: async (appId, uid, kind) => listedOf(appId, uid, kind),
		conversationsStamp: async (appId, uid, kind) => stampOf(listedOf(appId, uid, kind)),
		writesElsewhere: async () => undefined,
	}
}

function listReads({ listHeads, entries }: Tables): Methods<'listHeads' | 'readList' | 'searchNotices'> {
	const isIn = (appId: ImAppId, uid: ImUserId, option: ListOption) => (entry: Tables['entries'][number]) =>
		entry.appId === appId && entry.option === option && (entry.uid === uid || entry.uid === null)
	const entryOf = ({ appId, ...entry }: Tables['entries'][number]): StoredListEntry => entry
	return {
		listHeads: async (appId, uid) =>
			new Map(
				[...listHeads.values()]
					.filter(head => head.appId === appId && (head.uid === uid || head.uid === null))
					.map(({ option, epoch, last, min }) => [option, { epoch, last, min }]),
			),
		readList: async (appId, uid, option, { after, limit }) =>
			entries
				.filter(isIn(appId, uid, option))
				.filter(({ key }) => key > after)
				.slice(0, limit)
				.map(entryOf),
		async searchNotices(appId, uid, { keywords, before = Number.POSITIVE_INFINITY, limit }) {
			const words = searchedWords(keywords)
			const found = entries
				.filter(entry => isIn(appId, uid, 'notice')(entry) || isIn(appId, uid, 'broadcast')(entry))
				.filter(({ ts, body }) => ts < before && words.every(word => searchedText(body).includes(word)))
				.sort((a, b) => b.ts - a.ts || (a.option < b.option ? 1 : a.option > b.option ? -1 : b.key - a.key))
			const end = found[limit - 1]?.ts
			return found.filter(({ ts }) => end === undefined || ts >= end).map(entryOf)
		},
	}
}

function peopleReads({
	users,
	seenAt,
	friends,
	applications,
	audit,
}: Tables): Methods<
	| 'findUsers'
	| 'putProfile'
	| 'listFriends'
	| 'findFriend'
	| 'findApplication'
	| 'findFriendApplication'
	| 'findGroupApplication'
	| 'listFriendApplications'
	| 'readAudit'
> {
	const withoutApp = <Row extends { appId: ImAppId }>({ appId, ...row }: Row): Omit<Row, 'appId'> => row
	/** Newest first. */
	const applicationsWhere = (appId: ImAppId, matches: (row: ApplicationRow) => boolean): ApplicationRow[] =>
		[...applications.values()]
			.filter(row => row.appId === appId && matches(row))
			.sort((a, b) => b.ts - a.ts || (a.id < b.id ? 1 : -1))
			.map(withoutApp)
	const user = (appId: ImAppId, uid: ImUserId): UserRow[] => {
		const row = users.get(rowKey(appId, uid))
		return row ? [withoutApp(row)] : []
	}
	return {
		findUsers: async (appId, uids) => [...new Set(uids)].flatMap(uid => user(appId, uid)),
		async putProfile(appId, { uid, nickName, imgUrl, isGuest }, now) {
			seenAt.set(rowKey(appId, uid), now)
			const found = users.get(rowKey(appId, uid))
			const { tokensNotBefore = 0, barredUntil = null } = found ?? {}
			const profile = { uid, nickName: storableText(nickName), imgUrl: storableText(imgUrl), isGuest }
			users.set(rowKey(appId, uid), { ...profile, tokensNotBefore, barredUntil, appId })
		},
		listFriends: async (appId, uid) =>
			[...friends.values()]
				.filter(row => row.appId === appId && row.uid === uid && row.isFriend)
				.sort((a, b) => (a.friendUid < b.friendUid ? -1 : 1))
				.map(withoutApp),
		async findFriend(appId, uid, friendUid) {
			const row = friends.get(rowKey(appId, uid, friendUid))
			return row && withoutApp(row)
		},
		async findApplication(appId, id) {
			const row = applications.get(rowKey(appId, id))
			return row && withoutApp(row)
		},
		findFriendApplication: async (appId, a, b) =>
			applicationsWhere(
				appId,
				({ kind, from, to }) => kind === 'friend' && ((from === a && to === b) || (from === b && to === a)),
			)[0],
		findGroupApplication: async (appId, id, uid) =>
			applicationsWhere(appId, ({ kind, from, to }) => kind === 'group' && from === uid && to === id)[0],
		listFriendApplications: async (appId, uid, { offset, limit }) =>
			applicationsWhere(appId, ({ kind, from, to }) => kind === 'friend' && (from === uid || to === uid)).slice(
				offset,
				offset + limit,
			),
		readAudit: async (appId, id, limit) =>
			audit
				.filter(row => row.appId === appId && row.gid === id)
				.reverse()
				.slice(0, limit)
				.map(withoutApp),
	}
}

function removeEvents({ conversations, events, cmids }: Tables, olderThan: Instant): number {
	let removed = 0
	for (const [key, row] of conversations) {
		if (row.kind !== 'room') continue
		let { min } = row
		for (; min <= row.last; min++) {
			const event = events.get(rowKey(row.appId, row.id, min))
			if (!event || event.ts >= olderThan) break
			events.delete(rowKey(row.appId, row.id, min))
			if (event.cmid !== undefined) cmids.delete(rowKey(row.appId, row.id, event.uid, event.cmid))
			removed++
		}
		const oldestAt = events.get(rowKey(row.appId, row.id, min))?.ts ?? null
		if (min !== row.min) conversations.set(key, { ...row, min, oldestAt })
	}
	return removed
}

function removeEntries({ listHeads, entries }: Tables, olderThan: Instant): number {
	let removed = 0
	for (const [key, head] of listHeads) {
		const ofList = entries.filter(
			({ appId, uid, option }) => appId === head.appId && uid === head.uid && option === head.option,
		)
		const firstKept = ofList.findIndex(({ ts }) => ts >= olderThan)
		const min = ofList[firstKept]?.key ?? head.last + 1
		if (min === head.min) continue
		listHeads.set(key, { ...head, min, oldestAt: ofList[firstKept]?.ts ?? null })
		removed += keepIf(entries, entry => !ofList.includes(entry) || entry.key >= min)
	}
	return removed
}

function removeGuests({ users, members, seenAt }: Tables, olderThan: Instant): number {
	const inConversations = new Set([...members.values()].map(({ appId, uid }) => rowKey(appId, uid)))
	return removeIf(users, ({ appId, uid, isGuest, barredUntil }) => {
		const key = rowKey(appId, uid)
		const isOld = (seenAt.get(key) ?? 0) < olderThan && (barredUntil ?? 0) < olderThan
		return isGuest && isOld && !inConversations.has(key)
	})
}

function removeIf<Row>(table: Map<string, Row>, matches: (row: Row) => boolean): number {
	const keys = [...table].filter(([, row]) => matches(row)).map(([key]) => key)
	for (const key of keys) table.delete(key)
	return keys.length
}

/** Returns how many it removed. */
function keepIf<Row>(rows: Row[], matches: (row: Row) => boolean): number {
	const kept = rows.filter(matches)
	const removed = rows.length - kept.length
	rows.splice(0, rows.length, ...kept)
	return removed
}
