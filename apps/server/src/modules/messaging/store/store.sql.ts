import type { Instant } from '@parley/core'
import type { ImAppId, ImUserId, ListOption } from '@parley/im'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/db.ts'
import { gathered } from '../../../platform/gathered.ts'
import {
	columnsOf,
	indexedBy,
	isPostgres,
	type ManyRows,
	manyRows,
	rowsTable,
	statement,
} from '../../../platform/rows.sql.ts'
import type { ListedConversation } from '../model/conversation.ts'
import type { GroupRow, MemberRow } from '../model/group.ts'
import type { ListHeadRow } from '../model/list.ts'
import type { UserRow } from '../model/person.ts'
import { headOf, loggedEvent } from './applyCommit.ts'
import { createSqlCommit } from './commit.sql.ts'
import type { ConversationRow } from './commitRows.ts'
import { searchedWords } from './noticeSearch.ts'
import { createApplyRetention } from './retention.sql.ts'
import { storableText } from './storableText.ts'
import type { MessagingStore } from './store.ts'
import * as t from './tables.sql.ts'

/** For SQLite and PostgreSQL. Messages are stored as written (docs/decisions/messages-are-stored-as-they-are.md). */
export const createSqlMessagingStore = (db: Db): MessagingStore => ({
	commit: createSqlCommit(db),
	...eventReads(db),
	...memberReads(db),
	...conversationReads(db),
	...memberWrites(db),
	...listReads(db),
	...userReads(db),
	...friendReads(db),
	...auditReads(db),
	applyRetention: createApplyRetention(db),
})

type Methods<K extends keyof MessagingStore> = Pick<MessagingStore, K>
const lastPosition = Number.MAX_SAFE_INTEGER

interface OfConversation {
	appId: ImAppId
	id: string
}
interface OfPerson {
	appId: ImAppId
	uid: ImUserId
}

/** Maximum number of people per statement, all of them different. */
const manyPeople = (people: readonly OfPerson[]): ManyRows =>
	manyRows(
		t.userKey,
		people.map(({ appId, uid }) => ({ app_id: appId, uid })),
	)
const nameOfPerson = ({ appId, uid }: OfPerson): string => `${appId} ${uid}`
/** Returns the rows of each of these people, in the same order. */
function rowsOfEach<Row extends Asker>(people: readonly OfPerson[], rows: Row[]): Row[][] {
	const byPerson = Map.groupBy(rows, row => `${row.asker_app} ${row.asker}`)
	return people.map(person => byPerson.get(nameOfPerson(person)) ?? [])
}
const asker = sql`asked.app_id as asker_app, asked.uid as asker`
interface Asker {
	asker_app: string
	asker: string
}

function eventReads(db: Db): Methods<'heads' | 'readEvents' | 'findEvent' | 'findMessage' | 'findAnswer'> {
	const heads = statement<ManyRows, t.StoredConversation>(
		db,
		({ rows }) => sql`
			select ${columnsOf(t.conversationColumns, 'c')} from ${rowsTable(db, t.conversationKey, rows)} as asked
			join im_conversations as c on c.app_id = asked.app_id and c.id = asked.id`,
	)
	type Range = OfConversation & { first: number; last: number; limit: number }
	const range = (direction: 'asc' | 'desc') =>
		statement<Range, t.StoredEvent>(
			db,
			({ appId, id, first, last, limit }) => sql`
				select ${columnsOf(t.eventColumns)} from im_events
				where app_id = ${appId} and conversation_id = ${id} and position >= ${first} and position <= ${last}
				order by position ${sql.raw(direction)} limit ${limit}`,
		)
	const oldest = range('asc')
	const newest = range('desc')
	const message = statement<OfConversation & OfPerson & { cmid: string }, t.StoredEvent>(
		db,
		({ appId, id, uid, cmid }) => sql`
			select ${columnsOf(t.eventColumns)} from im_events
			where app_id = ${appId} and conversation_id = ${id} and uid = ${uid} and cmid = ${cmid}`,
	)
	const answer = statement<OfPerson & { id: string }, t.StoredRequest>(
		db,
		({ appId, uid, id }) =>
			sql`select ${columnsOf(t.requestColumns)} from im_requests where app_id = ${appId} and uid = ${uid} and id = ${id}`,
	)
	const eventOf = (row: t.StoredEvent) => loggedEvent(t.readEvent(row))
	return {
		async heads(appId, ids) {
			const asked = [...new Set(ids)].map(id => ({ app_id: appId, id }))
			const rows = asked.length === 0 ? [] : await heads(manyRows(t.conversationKey, asked))
			return rows.map(headOf)
		},
		async readEvents(appId, id, { after = 0, before = lastPosition, limit, from }) {
			const values = { appId, id, first: after + 1, last: before - 1, limit: Math.max(limit, 0) }
			if (from === 'oldest') return (await oldest(values)).map(eventOf)
			return (await newest(values)).map(eventOf).reverse()
		},
		async findEvent(appId, id, hisId) {
			const [row] = await oldest({ appId, id, first: hisId, last: hisId, limit: 1 })
			return row && eventOf(row)
		},
		async findMessage(appId, id, uid, cmid) {
			const [row] = await message({ appId, id, uid, cmid })
			return row && eventOf(row)
		},
		async findAnswer(appId, { uid, id }) {
			const [row] = await answer({ appId, uid, id })
			return row && t.readRequest(row).answer
		},
	}
}

function memberOf(row: t.StoredMember): MemberRow {
	const { appId, conversationId, ...member } = t.readMember(row)
	return member
}

function groupOf(row: t.StoredConversation): GroupRow | undefined {
	const conversation: ConversationRow = t.readConversation(row)
	const { settings, memberCount, deletedAt, createdAt } = conversation
	return settings
		? { ...headOf(conversation), id: conversation.id as GroupRow['id'], settings, memberCount, deletedAt, createdAt }
		: undefined
}

/** Columns of a member next to those of a conversation, which has some of the same name; null if absent. */
const besideConversation = (m: string): RawBuilder<unknown> =>
	sql.join(Object.keys(t.memberColumns).map(name => sql`${sql.ref(`${m}.${name}`)} as ${sql.ref(`m_${name}`)}`))
type BesideConversation = { [K in keyof t.StoredMember as `m_${K}`]: t.StoredMember[K] | null }
function memberBeside(row: BesideConversation): MemberRow | undefined {
	if (row.m_uid === null) return undefined
	const stored = Object.fromEntries(Object.entries(row).map(([name, value]) => [name.slice('m_'.length), value]))
	return memberOf(stored as unknown as t.StoredMember)
}

function memberReads(
	db: Db,
): Methods<'findGroup' | 'findGroupAndMember' | 'findMembers' | 'listMembers' | 'listManagers' | 'memberIds'> {
	const group = statement<OfConversation, t.StoredConversation>(
		db,
		({ appId, id }) =>
			sql`select ${columnsOf(t.conversationColumns)} from im_conversations where app_id = ${appId} and id = ${id}`,
	)
	const groupAndMember = statement<OfConversation & OfPerson, t.StoredConversation & BesideConversation>(
		db,
		({ appId, id, uid }) => sql`
			select ${columnsOf(t.conversationColumns, 'c')}, ${besideConversation('m')} from im_conversations as c
			left join im_members as m on m.app_id = c.app_id and m.conversation_id = c.id and m.uid = ${uid}
			where c.app_id = ${appId} and c.id = ${id}`,
	)
	const members = statement<ManyRows, t.StoredMember>(
		db,
		({ rows }) => sql`
			select ${columnsOf(t.memberColumns, 'm')} from ${rowsTable(db, t.memberKey, rows)} as asked
			join im_members as m on m.app_id = asked.app_id and m.conversation_id = asked.conversation_id and m.uid = asked.uid`,
	)
	const byRank = sql`order by case role when 1 then 0 when 2 then 1 else 2 end, joined_at, uid`
	const page = statement<OfConversation & { absence: number; offset: number; limit: number }, t.StoredMember>(
		db,
		({ appId, id, absence, offset, limit }) => sql`
			select ${columnsOf(t.memberColumns)} from im_members where app_id = ${appId} and conversation_id = ${id} and absence = ${absence}
			${byRank} limit ${limit} offset ${offset}`,
	)
	const total = statement<OfConversation & { absence: number }, { total: number }>(
		db,
		({ appId, id, absence }) => sql`
			select count(*) as total from im_members
			where app_id = ${appId} and conversation_id = ${id} and absence = ${absence}`,
	)
	const managers = statement<OfConversation, t.StoredMember>(
		db,
		({ appId, id }) => sql`
			select ${columnsOf(t.memberColumns)} from im_members where app_id = ${appId} and conversation_id = ${id} and absence = 0 and role > 0 ${byRank}`,
	)
	const ids = statement<OfConversation, { uid: ImUserId }>(
		db,
		({ appId, id }) => sql`
			select uid from im_members where app_id = ${appId} and conversation_id = ${id} and absence = 0 order by uid`,
	)
	return {
		async findGroup(appId, id) {
			const [row] = await group({ appId, id })
			return row && groupOf(row)
		},
		async findGroupAndMember(appId, id, uid) {
			const [row] = await groupAndMember({ appId, id, uid })
			const found = row && groupOf(row)
			return found && { group: found, member: memberBeside(row) }
		},
		async findMembers(appId, id, uids) {
			const asked = [...new Set(uids)].map(uid => ({ app_id: appId, conversation_id: id, uid }))
			return asked.length === 0 ? [] : (await members(manyRows(t.memberKey, asked))).map(memberOf)
		},
		async listMembers(appId, id, { offset, limit, banned }) {
			const of = { appId, id, absence: banned ? t.absences.banned : t.absences.none }
			const [rows, [counted]] = await Promise.all([page({ ...of, offset, limit }), total(of)])
			return { members: rows.map(memberOf), total: counted?.total ?? 0 }
		},
		listManagers: async (appId, id) => (await managers({ appId, id })).map(memberOf),
		memberIds: async (appId, id) => (await ids({ appId, id })).map(({ uid }) => uid),
	}
}

type Kind = 'chat' | 'group' | 'room'

function conversationReads(
	db: Db,
): Methods<'listGroups' | 'countGroups' | 'listConversations' | 'conversationsStamp' | 'writesElsewhere'> {
	const joined = sql`im_members as m ${indexedBy(db, 'im_members_person')}
		join im_conversations as c on c.app_id = m.app_id and c.id = m.conversation_id`
	const ofPerson = ({ appId, uid, kind }: OfPerson & { kind: Kind }) => sql`
		from ${joined} where m.app_id = ${appId} and m.uid = ${uid} and m.absence = 0 and c.kind = ${kind}
		and m.is_chat = case when ${kind} = 'chat' then 1 else 0 end`
	const ordered = sql`order by m.joined_at, m.conversation_id`
	const conversations = statement<OfPerson & { kind: Kind }, t.StoredConversation & BesideConversation>(
		db,
		values =>
			sql`select ${columnsOf(t.conversationColumns, 'c')}, ${besideConversation('m')} ${ofPerson(values)} ${ordered}`,
	)
	type Seen = t.StoredConversation & { start_position: number; read_position: number; joined_at: number }
	const heads = statement<OfPerson & { kind: Kind }, Seen>(
		db,
		values => sql`
			select c.id, c.epoch, c.last, c.min, c.version, m.start_position, m.read_position, m.joined_at ${ofPerson(values)} ${ordered}`,
	)
	const headsOfMany = statement<ManyRows & { kind: Kind }, Seen & Asker>(
		db,
		({ rows, kind }) => sql`
			select ${asker}, c.id, c.epoch, c.last, c.min, c.version, m.start_position, m.read_position, m.joined_at
			from ${rowsTable(db, t.userKey, rows)} as asked
			join im_members as m ${indexedBy(db, 'im_members_person')} on m.app_id = asked.app_id and m.uid = asked.uid
			and m.absence = 0 and m.is_chat = case when ${kind} = 'chat' then 1 else 0 end
			join im_conversations as c on c.app_id = m.app_id and c.id = m.conversation_id and c.kind || '' = ${kind} ${ordered}`,
	)
	const listedOf = (row: Seen): ListedConversation => ({
		head: headOf(row),
		start: row.start_position,
		read: row.read_position,
		joinedAt: row.joined_at,
	})
	const listedIn = (kind: 'chat' | 'group') =>
		gathered<OfPerson, ListedConversation[]>({
			nameOf: nameOfPerson,
			readOne: async person => (await heads({ ...person, kind })).map(listedOf),
			readMany: async people =>
				rowsOfEach(people, await headsOfMany({ ...manyPeople(people), kind })).map(rows => rows.map(listedOf)),
		})
	const listed = { chat: listedIn('chat'), group: listedIn('group') }
	const stamp = statement<OfPerson & { kind: Kind }, { stamp: string }>(
		db,
		values => sql`
			select cast(count(*) as text) || '-' || cast(coalesce(sum(c.last), 0) as text) || '-' ||
			cast(coalesce(sum(m.joined_at), 0) as text) || '-' || coalesce(max(c.epoch), '') as stamp ${ofPerson(values)}`,
	)
	const dataVersion = isPostgres(db)
		? undefined
		: statement<object, { data_version: number }>(db, () => sql`pragma data_version`)
	const counts = statement<ManyRows, { uid: ImUserId; groups: number; put_into: number }>(
		db,
		({ rows }) => sql`
			select m.uid, count(*) as groups, cast(sum(m.put_in) as bigint) as put_into from ${rowsTable(db, t.userKey, rows)} as asked
			join im_members as m on m.app_id = asked.app_id and m.uid = asked.uid and m.is_chat = 0 and m.absence = 0
			join im_conversations as c on c.app_id = m.app_id and c.id = m.conversation_id and c.kind = 'group'
			group by m.uid`,
	)
	return {
		async listGroups(appId, uid, kind = 'group') {
			const rows = await conversations({ appId, uid, kind })
			return rows.flatMap(row => {
				const [group, member] = [groupOf(row), memberBeside(row)]
				return group && member ? [{ group, member }] : []
			})
		},
		async countGroups(appId, uids) {
			const asked = [...new Set(uids)].map(uid => ({ app_id: appId, uid }))
			const rows = asked.length === 0 ? [] : await counts(manyRows(t.userKey, asked))
			return new Map([
				...uids.map(uid => [uid, { chosen: 0, putInto: 0 }] as const),
				...rows.map(({ uid, groups, put_into }) => [uid, { chosen: groups - put_into, putInto: put_into }] as const),
			])
		},
		listConversations: (appId, uid, kind) => listed[kind]({ appId, uid }),
		async conversationsStamp(appId, uid, kind) {
			const [row] = await stamp({ appId, uid, kind })
			return row?.stamp ?? ''
		},
		writesElsewhere: async () => (await dataVersion?.({}))?.[0]?.data_version,
	}
}

function memberWrites(db: Db): Methods<'setReceiveState' | 'setRead'> {
	const receiveState = statement<OfConversation & OfPerson & { state: number }, never>(
		db,
		({ appId, id, uid, state }) => sql`
			update im_members set receive_state = ${state}
			where app_id = ${appId} and conversation_id = ${id} and uid = ${uid}`,
	)
	const read = statement<OfConversation & OfPerson & { hisId: number }, { read_position: number }>(
		db,
		({ appId, id, uid, hisId }) => sql`
			update im_members set read_position = case
				when read_position > least_of.position then read_position else least_of.position end
			from (
				select case when last < ${hisId} then last else ${hisId} end as position
				from im_conversations where app_id = ${appId} and id = ${id}
			) as least_of
			where app_id = ${appId} and conversation_id = ${id} and uid = ${uid}
			returning read_position`,
	)
	return {
		setReceiveState: async (appId, id, uid, state) => void (await receiveState({ appId, id, uid, state })),
		async setRead(appId, id, uid, hisId) {
			const [row] = await read({ appId, id, uid, hisId })
			return row?.read_position ?? 0
		},
	}
}

function listReads(db: Db): Methods<'listHeads' | 'readList' | 'searchNotices'> {
	const heads = statement<OfPerson, t.StoredListHead>(
		db,
		({ appId, uid }) =>
			sql`select ${columnsOf(t.listHeadColumns)} from im_list_heads where app_id = ${appId} and uid in (${uid}, '')`,
	)
	const headsOfMany = statement<ManyRows, t.StoredListHead & Asker>(
		db,
		({ rows }) => sql`
			select ${asker}, ${columnsOf(t.listHeadColumns, 'h')} from ${rowsTable(db, t.userKey, rows)} as asked
			join im_list_heads as h on h.app_id = asked.app_id and h.uid = asked.uid`,
	)
	const byOption = (rows: readonly t.StoredListHead[]): Map<ListOption, ListHeadRow> =>
		new Map(
			rows.map(row => {
				const { option, epoch, last, min } = t.readListHead(row)
				return [option, { epoch, last, min }]
			}),
		)
	const findHeads = gathered<OfPerson, Map<ListOption, ListHeadRow>>({
		nameOf: nameOfPerson,
		readOne: async person => byOption(await heads(person)),
		async readMany(people) {
			const everybody = [...new Set(people.map(({ appId }) => appId))].map(appId => ({ appId, uid: '' as ImUserId }))
			const asked = [...people, ...everybody]
			const rows = rowsOfEach(asked, await headsOfMany(manyPeople(asked)))
			const ofEverybody = new Map(everybody.map(({ appId }, index) => [appId, rows[people.length + index] ?? []]))
			return people.map(({ appId }, index) => byOption([...(rows[index] ?? []), ...(ofEverybody.get(appId) ?? [])]))
		},
	})
	const page = statement<{ appId: ImAppId; uid: string; list: string; after: number; limit: number }, t.StoredEntry>(
		db,
		({ appId, uid, list, after, limit }) => sql`
			select ${columnsOf(t.entryColumns)} from im_list_entries
			where app_id = ${appId} and uid = ${uid} and list = ${list} and position > ${after}
			order by position limit ${limit}`,
	)
	const notices = async (appId: ImAppId, uid: ImUserId, words: string[], time: RawBuilder<unknown>, limit: number) => {
		const matches = words.map(word => sql`and searched like ${likePattern(word)} escape '\\'`)
		const query = sql<t.StoredEntry>`
			select ${columnsOf(t.entryColumns)} from im_list_entries
			where app_id = ${appId} and uid in (${uid}, '') and list in ('notice', 'broadcast') and ${time}
			${sql.join(matches, sql` `)}
			order by ts desc, list desc, position desc limit ${limit}`
		return (await query.execute(db)).rows.map(t.readEntry)
	}
	return {
		listHeads: (appId, uid) => findHeads({ appId, uid }),
		readList: async (appId, uid, option, { after, limit }) =>
			(await page({ appId, uid: option === 'broadcast' ? '' : uid, list: option, after, limit })).map(t.readEntry),
		async searchNotices(appId, uid, { keywords, before = Number.MAX_SAFE_INTEGER, limit }) {
			const words = searchedWords(keywords)
			const found = await notices(appId, uid, words, sql`ts < ${before}`, limit)
			const end = found[limit - 1]?.ts
			if (end === undefined) return found
			const ofEnd = await notices(appId, uid, words, sql`ts = ${end}`, lastPosition)
			return [...found.filter(({ ts }) => ts > end), ...ofEnd]
		},
	}
}

const likePattern = (word: string): string => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`

function userReads(db: Db): Methods<'findUsers' | 'putProfile'> {
	const users = statement<ManyRows, t.StoredUser>(
		db,
		({ rows }) => sql`
			select ${columnsOf(t.userColumns, 'u')} from ${rowsTable(db, t.userKey, rows)} as asked
			join im_users as u on u.app_id = asked.app_id and u.uid = asked.uid`,
	)
	const user = statement<OfPerson, t.StoredUser>(
		db,
		({ appId, uid }) => sql`select ${columnsOf(t.userColumns)} from im_users where app_id = ${appId} and uid = ${uid}`,
	)
	const findUser = gathered<OfPerson, UserRow | undefined>({
		nameOf: nameOfPerson,
		readOne: async person => (await user(person)).map(t.readUser)[0],
		async readMany(people) {
			const rows = await users(manyPeople(people))
			const byName = new Map(rows.map(row => [`${row.app_id} ${row.uid}`, t.readUser(row)]))
			return people.map(person => byName.get(nameOfPerson(person)))
		},
	})
	const profile = statement<ReturnType<typeof t.writeProfile> & { now: Instant }, never>(
		db,
		row => sql`
			insert into im_users (app_id, uid, nick_name, img_url, is_guest, tokens_not_before, barred_until, seen_at)
			values (${row.app_id}, ${row.uid}, ${row.nick_name}, ${row.img_url}, ${row.is_guest}, 0, null, ${row.now})
			on conflict (app_id, uid) do update set
				nick_name = excluded.nick_name, img_url = excluded.img_url, is_guest = excluded.is_guest, seen_at = excluded.seen_at`,
	)
	return {
		async findUsers(appId, uids) {
			const [first] = uids
			if (first !== undefined && uids.length === 1) {
				const found = await findUser({ appId, uid: first })
				return found ? [found] : []
			}
			const asked = [...new Set(uids)].map(uid => ({ appId, uid }))
			return asked.length === 0 ? [] : (await users(manyPeople(asked))).map(t.readUser)
		},
		async putProfile(appId, { uid, nickName, imgUrl, isGuest }, now) {
			const clean = { uid, nickName: storableText(nickName), imgUrl: storableText(imgUrl), isGuest }
			await profile({ ...t.writeProfile({ ...clean, appId }), now })
		},
	}
}

function friendReads(
	db: Db,
): Methods<
	| 'listFriends'
	| 'findFriend'
	| 'findApplication'
	| 'findFriendApplication'
	| 'findGroupApplication'
	| 'listFriendApplications'
> {
	const friends = statement<OfPerson, t.StoredFriend>(
		db,
		({ appId, uid }) =>
			sql`select ${columnsOf(t.friendColumns)} from im_friends where app_id = ${appId} and uid = ${uid} and is_friend = 1 order by friend_uid`,
	)
	const friend = statement<OfPerson & { friendUid: ImUserId }, t.StoredFriend>(
		db,
		({ appId, uid, friendUid }) => sql`
			select ${columnsOf(t.friendColumns)} from im_friends where app_id = ${appId} and uid = ${uid} and friend_uid = ${friendUid}`,
	)
	const application = statement<{ appId: ImAppId; id: string }, t.StoredApplication>(
		db,
		({ appId, id }) =>
			sql`select ${columnsOf(t.applicationColumns)} from im_applications where app_id = ${appId} and id = ${id}`,
	)
	const newestFirst = sql`order by ts desc, id desc`
	type Between = { appId: ImAppId; kind: string; from: string; to: string }
	const from = ({ appId, kind, from, to }: Between) => sql`
		select ${columnsOf(t.applicationColumns)} from im_applications where app_id = ${appId} and kind = ${kind} and from_uid = ${from} and to_id = ${to}`
	const oneWay = statement<Between, t.StoredApplication>(db, values => sql`${from(values)} ${newestFirst} limit 1`)
	const eitherWay = statement<Between, t.StoredApplication>(
		db,
		values => sql`
			${from(values)} union all ${from({ appId: values.appId, kind: values.kind, from: values.to, to: values.from })}
			${newestFirst} limit 1`,
	)
	const ofPerson = statement<OfPerson & { offset: number; limit: number }, t.StoredApplication>(
		db,
		({ appId, uid, offset, limit }) => sql`
			select ${columnsOf(t.applicationColumns)} from im_applications ${indexedBy(db, 'im_applications_from')}
			where app_id = ${appId} and kind = 'friend' and from_uid = ${uid}
			union select ${columnsOf(t.applicationColumns)} from im_applications where app_id = ${appId} and kind = 'friend' and to_id = ${uid}
			${newestFirst} limit ${limit} offset ${offset}`,
	)
	const first = (rows: t.StoredApplication[]) => rows.map(t.readApplication)[0]
	return {
		listFriends: async (appId, uid) => (await friends({ appId, uid })).map(t.readFriend),
		findFriend: async (appId, uid, friendUid) => (await friend({ appId, uid, friendUid })).map(t.readFriend)[0],
		findApplication: async (appId, id) => first(await application({ appId, id })),
		findFriendApplication: async (appId, a, b) => first(await eitherWay({ appId, kind: 'friend', from: a, to: b })),
		findGroupApplication: async (appId, id, uid) => first(await oneWay({ appId, kind: 'group', from: uid, to: id })),
		listFriendApplications: async (appId, uid, { offset, limit }) =>
			(await ofPerson({ appId, uid, offset, limit })).map(t.readApplication),
	}
}

function auditReads(db: Db): Methods<'readAudit'> {
	const audit = statement<OfConversation & { limit: number }, t.StoredAudit>(
		db,
		({ appId, id, limit }) => sql`
			select ${columnsOf(t.auditColumns)} from im_audit where app_id = ${appId} and gid = ${id} order by number desc limit ${limit}`,
	)
	return { readAudit: async (appId, id, limit) => (await audit({ appId, id, limit })).map(t.readAudit) }
}
