import type { ImAppId, ImUserId, ListOption, LogEventName, PushName } from '@parley/im'
import type { ColumnTypes } from '../../../platform/rows.sql.ts'
import type { AuditRow } from '../model/commit.ts'
import type { StoredListEntry } from '../model/list.ts'
import type { ApplicationRow, FriendRow, UserProfile, UserRow } from '../model/person.ts'
import {
	type ConversationMemberRow,
	type ConversationRow,
	type EventRow,
	type HeadOfListRow,
	type RequestRow,
	waitingKey,
} from './commitRows.ts'
import { searchedText } from './noticeSearch.ts'

/** Storage of messaging's rows: columns of each table, and the mappings between them and the store's types. */

type Stored<C extends ColumnTypes> = { [K in keyof C]: C[K] extends 'text' ? string : number }
type Nullable<Row, K extends keyof Row> = Omit<Row, K> & { [N in K]: Row[N] | null }
type OfApp = { appId: ImAppId }
type Json = Record<string, unknown>

const json = (text: string): Json => JSON.parse(text)
const isTrue = (stored: number): boolean => stored === 1
const flag = (value: boolean): number => (value ? 1 : 0)

export const conversationKey = { app_id: 'text', id: 'text' } as const
export const headColumns = { ...conversationKey, last: 'bigint', min: 'bigint', oldest_at: 'bigint' } as const
export const conversationColumns = {
	...headColumns,
	kind: 'text',
	epoch: 'text',
	version: 'bigint',
	member_count: 'bigint',
	settings: 'text',
	created_at: 'bigint',
	deleted_at: 'bigint',
} as const
export type StoredConversation = Nullable<Stored<typeof conversationColumns>, 'settings' | 'deleted_at' | 'oldest_at'>
export const readConversation = (row: StoredConversation): ConversationRow => ({
	appId: row.app_id as ImAppId,
	id: row.id,
	kind: row.kind as ConversationRow['kind'],
	epoch: row.epoch,
	last: row.last,
	min: row.min,
	version: row.version,
	settings: row.settings === null ? null : JSON.parse(row.settings),
	memberCount: row.member_count,
	deletedAt: row.deleted_at,
	createdAt: row.created_at,
	oldestAt: row.oldest_at,
})
export const writeConversation = (row: ConversationRow): StoredConversation => ({
	app_id: row.appId,
	id: row.id,
	kind: row.kind,
	epoch: row.epoch,
	last: row.last,
	min: row.min,
	version: row.version,
	settings: row.settings === null ? null : JSON.stringify(row.settings),
	member_count: row.memberCount,
	deleted_at: row.deletedAt,
	created_at: row.createdAt,
	oldest_at: row.oldestAt,
})

export const eventKey = { app_id: 'text', conversation_id: 'text', position: 'bigint' } as const
export const cmidKey = { app_id: 'text', conversation_id: 'text', uid: 'text', cmid: 'text' } as const
export const eventColumns = {
	...eventKey,
	ts: 'bigint',
	uid: 'text',
	name: 'text',
	cmid: 'text',
	body: 'text',
} as const
export type StoredEvent = Nullable<Stored<typeof eventColumns>, 'cmid'>
export const readEvent = (row: StoredEvent): EventRow => ({
	appId: row.app_id as ImAppId,
	conversationId: row.conversation_id,
	hisId: row.position,
	ts: row.ts,
	uid: row.uid as ImUserId,
	name: row.name as LogEventName,
	...(row.cmid === null ? {} : { cmid: row.cmid }),
	body: json(row.body),
})
export const writeEvent = (row: EventRow): StoredEvent => ({
	app_id: row.appId,
	conversation_id: row.conversationId,
	position: row.hisId,
	ts: row.ts,
	uid: row.uid,
	name: row.name,
	cmid: row.cmid ?? null,
	body: JSON.stringify(row.body),
})

/** The reasons why a person with a row is not a member. */
export const absences = { none: 0, banned: 1, left: 2 } as const

export const memberKey = { app_id: 'text', conversation_id: 'text', uid: 'text' } as const
export const memberColumns = {
	...memberKey,
	is_chat: 'bigint',
	nick_name: 'text',
	role: 'bigint',
	silenced_until: 'bigint',
	absence: 'bigint',
	receive_state: 'bigint',
	start_position: 'bigint',
	read_position: 'bigint',
	joined_at: 'bigint',
	put_in: 'bigint',
} as const
export type StoredMember = Nullable<Stored<typeof memberColumns>, 'nick_name' | 'silenced_until'>
export const readMember = (row: StoredMember): ConversationMemberRow => ({
	appId: row.app_id as ImAppId,
	conversationId: row.conversation_id,
	uid: row.uid as ImUserId,
	nickName: row.nick_name,
	role: row.role as ConversationMemberRow['role'],
	silencedUntil: row.silenced_until,
	banned: row.absence === absences.banned,
	hasLeft: row.absence === absences.left,
	receiveState: row.receive_state as ConversationMemberRow['receiveState'],
	start: row.start_position,
	read: row.read_position,
	joinedAt: row.joined_at,
	isPutIn: isTrue(row.put_in),
})
export const writeMember = (row: ConversationMemberRow, isChat: boolean): StoredMember => ({
	app_id: row.appId,
	conversation_id: row.conversationId,
	uid: row.uid,
	is_chat: flag(isChat),
	nick_name: row.nickName,
	role: row.role,
	silenced_until: row.silencedUntil,
	absence: row.banned ? absences.banned : row.hasLeft ? absences.left : absences.none,
	receive_state: row.receiveState,
	start_position: row.start,
	read_position: row.read,
	joined_at: row.joinedAt,
	put_in: flag(row.isPutIn),
})

export const listKey = { app_id: 'text', uid: 'text', list: 'text' } as const
export const listHeadColumns = {
	...listKey,
	epoch: 'text',
	last: 'bigint',
	min: 'bigint',
	oldest_at: 'bigint',
} as const
export type StoredListHead = Nullable<Stored<typeof listHeadColumns>, 'oldest_at'>
export const readListHead = (row: StoredListHead): HeadOfListRow => ({
	appId: row.app_id as ImAppId,
	uid: row.uid === '' ? null : (row.uid as ImUserId),
	option: row.list as ListOption,
	epoch: row.epoch,
	last: row.last,
	min: row.min,
	oldestAt: row.oldest_at,
})
export const writeListHead = (row: HeadOfListRow): StoredListHead => ({
	app_id: row.appId,
	uid: row.uid ?? '',
	list: row.option,
	epoch: row.epoch,
	last: row.last,
	min: row.min,
	oldest_at: row.oldestAt,
})

export const entryColumns = {
	...listKey,
	position: 'bigint',
	ts: 'bigint',
	name: 'text',
	body: 'text',
	searched: 'text',
} as const
export type StoredEntry = Nullable<Stored<typeof entryColumns>, 'searched'>
export const readEntry = (row: Omit<StoredEntry, 'searched'>): StoredListEntry =>
	({
		uid: row.uid === '' ? null : (row.uid as ImUserId),
		option: row.list as ListOption,
		key: row.position,
		ts: row.ts,
		name: row.name as PushName,
		body: json(row.body),
	}) as StoredListEntry
export const writeEntry = (row: StoredListEntry & OfApp): StoredEntry => ({
	app_id: row.appId,
	uid: row.uid ?? '',
	list: row.option,
	position: row.key,
	ts: row.ts,
	name: row.name,
	body: JSON.stringify(row.body),
	searched: row.option === 'notice' || row.option === 'broadcast' ? searchedText(row.body) : null,
})

export const requestKey = { app_id: 'text', uid: 'text', id: 'text' } as const
export const requestColumns = { ...requestKey, answer: 'text', ts: 'bigint' } as const
export type StoredRequest = Stored<typeof requestColumns>
export const readRequest = (row: StoredRequest): RequestRow => ({
	appId: row.app_id as ImAppId,
	uid: row.uid as ImUserId,
	id: row.id,
	answer: json(row.answer),
	ts: row.ts,
})
export const writeRequest = (row: RequestRow): StoredRequest => ({
	app_id: row.appId,
	uid: row.uid,
	id: row.id,
	answer: JSON.stringify(row.answer),
	ts: row.ts,
})

export const applicationKey = { app_id: 'text', id: 'text' } as const
export const waitingColumn = { waiting: 'text' } as const
export const applicationColumns = {
	...applicationKey,
	kind: 'text',
	from_uid: 'text',
	to_id: 'text',
	content: 'text',
	status: 'text',
	handled_by: 'text',
	ts: 'bigint',
	...waitingColumn,
} as const
export type StoredApplication = Nullable<Stored<typeof applicationColumns>, 'handled_by' | 'waiting'>
export const readApplication = (row: StoredApplication): ApplicationRow => ({
	id: row.id,
	kind: row.kind as ApplicationRow['kind'],
	from: row.from_uid as ImUserId,
	to: row.to_id,
	content: row.content,
	status: row.status as ApplicationRow['status'],
	handledBy: row.handled_by as ImUserId | null,
	ts: row.ts,
})
export const writeApplication = (row: ApplicationRow & OfApp): StoredApplication => ({
	app_id: row.appId,
	id: row.id,
	kind: row.kind,
	from_uid: row.from,
	to_id: row.to,
	content: row.content,
	status: row.status,
	handled_by: row.handledBy,
	ts: row.ts,
	waiting: row.status === 'waiting' ? waitingKey(row.appId, row) : null,
})

export const friendKey = { app_id: 'text', uid: 'text', friend_uid: 'text' } as const
export const friendColumns = {
	...friendKey,
	is_friend: 'bigint',
	remark: 'text',
	shield: 'bigint',
	since: 'bigint',
} as const
export type StoredFriend = Stored<typeof friendColumns>
export const readFriend = (row: StoredFriend): FriendRow => ({
	uid: row.uid as ImUserId,
	friendUid: row.friend_uid as ImUserId,
	isFriend: isTrue(row.is_friend),
	remark: row.remark,
	shield: isTrue(row.shield),
	since: row.since,
})
export const writeFriend = (row: FriendRow & OfApp): StoredFriend => ({
	app_id: row.appId,
	uid: row.uid,
	friend_uid: row.friendUid,
	is_friend: flag(row.isFriend),
	remark: row.remark,
	shield: flag(row.shield),
	since: row.since,
})

export const userKey = { app_id: 'text', uid: 'text' } as const
const profileColumns = { ...userKey, nick_name: 'text', img_url: 'text', is_guest: 'bigint' } as const
export const userColumns = { ...profileColumns, tokens_not_before: 'bigint', barred_until: 'bigint' } as const
export type StoredUser = Nullable<Stored<typeof userColumns>, 'barred_until'>
export const readUser = (row: StoredUser): UserRow => ({
	uid: row.uid as ImUserId,
	nickName: row.nick_name,
	imgUrl: row.img_url,
	isGuest: isTrue(row.is_guest),
	tokensNotBefore: row.tokens_not_before,
	barredUntil: row.barred_until,
})
export const writeProfile = (row: UserProfile & OfApp): Stored<typeof profileColumns> => ({
	app_id: row.appId,
	uid: row.uid,
	nick_name: row.nickName,
	img_url: row.imgUrl,
	is_guest: flag(row.isGuest),
})
export const writeUser = (row: UserRow & OfApp): StoredUser => ({
	...writeProfile(row),
	tokens_not_before: row.tokensNotBefore,
	barred_until: row.barredUntil,
})

export const auditColumns = {
	app_id: 'text',
	gid: 'text',
	ts: 'bigint',
	actor: 'text',
	action: 'text',
	target: 'text',
	before: 'text',
	after: 'text',
} as const
export type StoredAudit = Nullable<Stored<typeof auditColumns>, 'gid'>
export const readAudit = (row: StoredAudit): AuditRow & { ts: number } => ({
	gid: row.gid as AuditRow['gid'],
	ts: row.ts,
	actor: row.actor,
	action: row.action,
	target: row.target,
	before: json(row.before),
	after: json(row.after),
})
export const writeAudit = (row: AuditRow & OfApp & { ts: number }): StoredAudit => ({
	app_id: row.appId,
	gid: row.gid,
	ts: row.ts,
	actor: row.actor,
	action: row.action,
	target: row.target,
	before: JSON.stringify(row.before),
	after: JSON.stringify(row.after),
})
