import { type RawBuilder, sql } from 'kysely'
import { isUniqueViolation } from '../../../platform/database.ts'
import type { Db } from '../../../platform/db.ts'
import {
	AlreadyThere,
	type ColumnTypes,
	columnsOf,
	insertRows,
	isPostgres,
	type ManyRows,
	manyRows,
	rowsTable,
	statement,
} from '../../../platform/rows.sql.ts'
import type { Commit, CommitResult } from '../model/commit.ts'
import { chatPeople } from '../model/conversation.ts'
import { createAppendMessages, NotAppended } from './appendMessages.sql.ts'
import { applyCommit, changesVersion } from './applyCommit.ts'
import {
	type CommitSources,
	rowKey,
	type StagedCommits,
	type StagedRows,
	stageCommits,
	waitingKey,
} from './commitRows.ts'
import * as t from './tables.sql.ts'

/** Number of attempts for a transaction that conflicts with another node. */
const maxAttempts = 6

/**
 * Stores all commits of a list in one transaction, in a number of statements that does not depend on their number:
 * reads and locks the rows concerned, applies the commits, and writes the changes.
 *
 * Nodes cannot deadlock: conversations, list heads, applications, friends and people are locked in this order, each by
 * their key. If a row was missing and another node inserted it meanwhile, the transaction starts again.
 */
export function createSqlCommit(db: Db): (commits: readonly Commit[]) => Promise<CommitResult[]> {
	const load = createLoad(db)
	const write = createWrite(db)
	const append = createAppendMessages(db)
	return async commits => {
		if (commits.length === 0) return []
		const appending = append(commits)
		try {
			if (appending) return await db.transaction().execute(appending)
		} catch (error) {
			if (!(error instanceof NotAppended || isInterference(error))) throw error
		}
		for (let attempt = 1; ; attempt++) {
			try {
				return await db.transaction().execute(async transaction => {
					const sources = await load(transaction, commits)
					const staged = stageCommits(sources)
					const results = commits.map(commit => applyCommit(staged, commit))
					await write(transaction, staged, sources)
					return results
				})
			} catch (error) {
				if (attempt === maxAttempts || !isInterference(error)) throw error
			}
		}
	}
}

const deadlock = '40P01'
const serializationFailure = '40001'
const isInterference = (error: unknown): boolean =>
	error instanceof AlreadyThere ||
	isUniqueViolation(error) ||
	[deadlock, serializationFailure].includes((error as { code?: string }).code ?? '')

/** Reads the rows that commits are about, and in PostgreSQL locks those that they may change. */
function createLoad(db: Db) {
	const read = createReads(db)
	return async (transaction: Db, commits: readonly Commit[]): Promise<CommitSources> => {
		const asked = keysOf(commits)
		const conversations = (await read.conversations(asked.conversations, transaction)).map(t.readConversation)
		const messages = (await read.messages(asked.cmids, transaction)).map(t.readEvent)
		const revoked = (await read.events(asked.events, transaction)).map(t.readEvent)
		const members = (await read.members(asked.members, transaction)).map(t.readMember)
		const listHeads = (await read.listHeads(asked.lists, transaction)).map(t.readListHead)
		const applications = await read.applications(asked.applications, transaction)
		const waiting = await read.waiting(asked.waiting, transaction)
		const friends = await read.friends(asked.friends, transaction)
		const users = await read.users(asked.users, transaction)
		// Last: a commit that waited for a lock sees the answer of the same request.
		const requests = (await read.requests(asked.requests, transaction)).map(t.readRequest)
		return {
			conversations: mapBy(conversations, row => rowKey(row.appId, row.id)),
			events: mapBy([...messages, ...revoked], row => rowKey(row.appId, row.conversationId, row.hisId)),
			cmids: new Map(messages.map(row => [rowKey(row.appId, row.conversationId, row.uid, row.cmid ?? ''), row.hisId])),
			members: mapBy(members, row => rowKey(row.appId, row.conversationId, row.uid)),
			listHeads: mapBy(listHeads, row => rowKey(row.appId, row.uid ?? '', row.option)),
			requests: mapBy(requests, row => rowKey(row.appId, row.uid, row.id)),
			applications: new Map(
				applications.map(row => [rowKey(row.app_id, row.id), withApp(row, t.readApplication(row))]),
			),
			waiting: new Map(waiting.map(row => [row.waiting, row.id])),
			friends: new Map(
				friends.map(row => [rowKey(row.app_id, row.uid, row.friend_uid), withApp(row, t.readFriend(row))]),
			),
			users: new Map(users.map(row => [rowKey(row.app_id, row.uid), withApp(row, t.readUser(row))])),
		}
	}
}

const mapBy = <Row>(rows: Row[], keyOf: (row: Row) => string) => new Map(rows.map(row => [keyOf(row), row]))
type AppId = Commit['appId']
const withApp = <Row>(stored: { app_id: string }, row: Row) => ({ ...row, appId: stored.app_id as AppId })

type Key<C extends ColumnTypes> = { [K in keyof C]: C[K] extends 'text' ? string : number }
const conversationAsked = { ...t.conversationKey, whole: 'bigint' } as const

/** Keys of the rows the commits concern; may contain duplicates. */
function keysOf(commits: readonly Commit[]) {
	const keys = {
		conversations: new Map<string, Key<typeof conversationAsked>>(),
		cmids: [] as Key<typeof t.cmidKey>[],
		events: [] as Key<typeof t.eventKey>[],
		members: [] as Key<typeof t.memberKey>[],
		lists: [] as Key<typeof t.listKey>[],
		requests: [] as Key<typeof t.requestKey>[],
		applications: [] as Key<typeof t.applicationKey>[],
		waiting: [] as Key<typeof t.waitingColumn>[],
		friends: [] as Key<typeof t.friendKey>[],
		users: [] as Key<typeof t.userKey>[],
	}
	for (const { appId: app_id, request, conversation, lists = [], applications = {}, friends, users = [] } of commits) {
		if (conversation) addConversation(keys, app_id, conversation)
		if (request) keys.requests.push({ app_id, uid: request.uid, id: request.id })
		for (const { uid, option } of lists) keys.lists.push({ app_id, uid: uid ?? '', list: option })
		for (const { id } of applications.handle ?? []) keys.applications.push({ app_id, id })
		for (const row of applications.put ?? []) {
			keys.applications.push({ app_id, id: row.id })
			keys.waiting.push({ waiting: waitingKey(app_id, row) })
		}
		for (const { uid, friendUid } of [...(friends?.change ?? []), ...(friends?.remove ?? [])])
			keys.friends.push({ app_id, uid, friend_uid: friendUid })
		for (const { uid } of users) keys.users.push({ app_id, uid })
	}
	return { ...keys, conversations: [...keys.conversations.values()], lists: distinct(keys.lists) }
}

function addConversation(
	keys: Pick<ReturnType<typeof keysOf>, 'cmids' | 'events' | 'members'> & {
		conversations: Map<string, Key<typeof conversationAsked>>
	},
	app_id: AppId,
	change: NonNullable<Commit['conversation']>,
): void {
	const { id, events, revoked = [], members = [], removedMembers = [] } = change
	const key = rowKey(app_id, id)
	const isWhole = changesVersion(change) || keys.conversations.get(key)?.whole === 1
	keys.conversations.set(key, { app_id, id, whole: isWhole ? 1 : 0 })
	const conversation_id = id
	for (const { uid, cmid } of events) if (cmid !== undefined) keys.cmids.push({ app_id, conversation_id, uid, cmid })
	for (const position of revoked) keys.events.push({ app_id, conversation_id, position })
	for (const uid of [...members.map(member => member.uid), ...removedMembers])
		keys.members.push({ app_id, conversation_id, uid })
}

const distinct = <K extends object>(keys: K[]): K[] => [
	...new Map(keys.map(key => [rowKey(...Object.values(key)), key])).values(),
]

function createReads(db: Db) {
	/** PostgreSQL locks rows in the order in which they are returned; SQLite has one writer at a time. */
	const locked = (keyColumns: ColumnTypes) => {
		const order = sql.join(Object.keys(keyColumns).map(name => sql.ref(`stored.${name}`)))
		return isPostgres(db) ? sql`order by ${order} for update of stored` : sql``
	}
	/** Reads rows by many keys at once. `on`: the columns of `asked` that are the key. */
	const byKeys = <C extends ColumnTypes, Row>(
		table: string,
		asked: C,
		selected: RawBuilder<unknown>,
		{ on = asked, isLocked = false }: { on?: ColumnTypes; isLocked?: boolean } = {},
	) => {
		const joined = Object.keys(on).map(name => sql`stored.${sql.ref(name)} = asked.${sql.ref(name)}`)
		const select = statement<ManyRows, Row>(
			db,
			({ rows }) => sql`
				select ${selected} from ${rowsTable(db, asked, rows)} as asked
				join ${sql.table(table)} as stored on ${sql.join(joined, sql` and `)}
				${isLocked ? locked(on) : sql``}`,
		)
		return async (keys: readonly Key<C>[], transaction: Db): Promise<Row[]> =>
			keys.length === 0 ? [] : await select(manyRows(asked, keys), transaction)
	}
	const all = (columns: ColumnTypes) => columnsOf(columns, 'stored')
	const { settings, ...withoutSettings } = t.conversationColumns
	const settingsIfAsked = sql`case when asked.whole = 1 then stored.settings end as settings`
	const isLocked = true
	return {
		conversations: byKeys<typeof conversationAsked, t.StoredConversation>(
			'im_conversations',
			conversationAsked,
			sql`${all(withoutSettings)}, ${settingsIfAsked}`,
			{ on: t.conversationKey, isLocked },
		),
		messages: byKeys<typeof t.cmidKey, t.StoredEvent>('im_events', t.cmidKey, all(t.eventColumns)),
		events: byKeys<typeof t.eventKey, t.StoredEvent>('im_events', t.eventKey, all(t.eventColumns)),
		members: byKeys<typeof t.memberKey, t.StoredMember>('im_members', t.memberKey, all(t.memberColumns)),
		listHeads: byKeys<typeof t.listKey, t.StoredListHead>('im_list_heads', t.listKey, all(t.listHeadColumns), {
			isLocked,
		}),
		applications: byKeys<typeof t.applicationKey, t.StoredApplication>(
			'im_applications',
			t.applicationKey,
			all(t.applicationColumns),
			{ isLocked },
		),
		waiting: byKeys<typeof t.waitingColumn, { waiting: string; id: string }>(
			'im_applications',
			t.waitingColumn,
			all({ ...t.waitingColumn, id: 'text' }),
		),
		friends: byKeys<typeof t.friendKey, t.StoredFriend>('im_friends', t.friendKey, all(t.friendColumns), { isLocked }),
		users: byKeys<typeof t.userKey, t.StoredUser>('im_users', t.userKey, all(t.userColumns), { isLocked }),
		requests: byKeys<typeof t.requestKey, t.StoredRequest>('im_requests', t.requestKey, all(t.requestColumns)),
	}
}

/** Writes what commits changed, each table in the order of its keys. */
function createWrite(db: Db) {
	const writeConversations = createWriteConversations(db)
	const events = insertRows(db, 'im_events', t.eventColumns, 'fail')
	const bodies = updateRows(db, 'im_events', { ...t.eventKey, body: 'text' }, t.eventKey)
	const members = insertRows(db, 'im_members', t.memberColumns, { replace: ['app_id', 'conversation_id', 'uid'] })
	const removeMembers = deleteRows(db, 'im_members', t.memberKey)
	const membersOf = { app_id: 'text', conversation_id: 'text' } as const
	const removeAllMembers = deleteRows(db, 'im_members', membersOf)
	const listHeads = insertRows(db, 'im_list_heads', t.listHeadColumns, 'keep')
	const moveListHeads = updateRows(db, 'im_list_heads', t.listHeadColumns, t.listKey)
	const entries = insertRows(db, 'im_list_entries', t.entryColumns, 'fail')
	const requests = insertRows(db, 'im_requests', t.requestColumns, 'keep')
	const applications = insertRows(db, 'im_applications', t.applicationColumns, { replace: ['app_id', 'id'] })
	const friends = insertRows(db, 'im_friends', t.friendColumns, { replace: ['app_id', 'uid', 'friend_uid'] })
	const removeFriends = deleteRows(db, 'im_friends', t.friendKey)
	const users = insertRows(db, 'im_users', t.userColumns, { replace: ['app_id', 'uid'] })
	const audit = insertRows(db, 'im_audit', t.auditColumns, 'fail')

	return async (transaction: Db, staged: StagedCommits, sources: CommitSources): Promise<void> => {
		await writeConversations(transaction, staged, sources)
		const changedEvents = split(staged.events, sources.events)
		await events(changedEvents.inserted.map(t.writeEvent), transaction)
		await bodies(changedEvents.updated.map(t.writeEvent), transaction)
		const emptied = [...staged.emptied].map(key => staged.conversations.get(key)).filter(row => row !== undefined)
		const isKept = ({ appId, conversationId }: { appId: string; conversationId: string }) =>
			!staged.emptied.has(rowKey(appId, conversationId))
		const memberRows = put(staged.members).filter(isKept)
		const isChat = (id: string) => chatPeople(id) !== undefined
		await members(
			memberRows.map(row => t.writeMember(row, isChat(row.conversationId))),
			transaction,
		)
		await removeMembers(
			removed(staged.members).map(([app_id, conversation_id, uid]) => ({ app_id, conversation_id, uid })),
			transaction,
		)
		await removeAllMembers(
			emptied.map(({ appId, id }) => ({ app_id: appId, conversation_id: id })),
			transaction,
		)
		const heads = split(staged.listHeads, sources.listHeads)
		await listHeads(heads.inserted.map(t.writeListHead), transaction)
		await moveListHeads(heads.updated.map(t.writeListHead), transaction)
		await entries(staged.entries.map(t.writeEntry), transaction)
		const [waiting, handled] = partition(put(staged.applications).map(t.writeApplication), row => row.waiting !== null)
		// First, so that two people never have two waiting applications.
		await applications(handled, transaction)
		await applications(waiting, transaction)
		await friends(put(staged.friends).map(t.writeFriend), transaction)
		await removeFriends(
			removed(staged.friends).map(([app_id, uid, friend_uid]) => ({ app_id, uid, friend_uid })),
			transaction,
		)
		await users(put(staged.users).map(t.writeUser), transaction)
		await requests(put(staged.requests).map(t.writeRequest), transaction)
		await audit(staged.audit.map(t.writeAudit), transaction)
	}
}

function createWriteConversations(db: Db) {
	const insert = insertRows(db, 'im_conversations', t.conversationColumns, 'keep')
	const update = updateRows(db, 'im_conversations', t.conversationColumns, t.conversationKey)
	const moveHeads = updateRows(db, 'im_conversations', t.headColumns, t.conversationKey)
	return async (transaction: Db, { conversations }: StagedCommits, sources: CommitSources): Promise<void> => {
		const { inserted, updated } = split(conversations, sources.conversations)
		const before = (row: { appId: string; id: string }) => sources.conversations.get(rowKey(row.appId, row.id))
		const isWhole = (row: (typeof updated)[number]) => row.version !== before(row)?.version
		await insert(inserted.map(t.writeConversation), transaction)
		await update(updated.filter(isWhole).map(t.writeConversation), transaction)
		const moved = updated.filter(row => !isWhole(row) && row.last !== before(row)?.last)
		await moveHeads(moved.map(t.writeConversation), transaction)
	}
}

const sorted = <Row>({ changes }: StagedRows<Row>) => [...changes].sort(([a], [b]) => (a < b ? -1 : 1))
const put = <Row>(staged: StagedRows<Row>): Row[] =>
	sorted(staged).flatMap(([, row]) => (row === undefined ? [] : [row]))
const removed = <Row>(staged: StagedRows<Row>) =>
	sorted(staged).flatMap(([key, row]) => (row === undefined ? [key.split('\n') as [string, string, string]] : []))
const partition = <Row>(rows: Row[], matches: (row: Row) => boolean): [Row[], Row[]] => [
	rows.filter(matches),
	rows.filter(row => !matches(row)),
]
function split<Row>(staged: StagedRows<Row>, source: { get(key: string): Row | undefined }) {
	const rows = sorted(staged).flatMap(([key, row]) => (row === undefined ? [] : [{ row, isNew: !source.get(key) }]))
	return {
		inserted: rows.filter(({ isNew }) => isNew).map(({ row }) => row),
		updated: rows.filter(({ isNew }) => !isNew).map(({ row }) => row),
	}
}

function updateRows<C extends ColumnTypes>(db: Db, table: string, columns: C, key: ColumnTypes) {
	const set = Object.keys(columns).filter(name => !(name in key))
	const assignments = sql.join(set.map(name => sql`${sql.ref(name)} = r.${sql.ref(name)}`))
	const same = Object.keys(key).map(name => sql`${sql.table(table)}.${sql.ref(name)} = r.${sql.ref(name)}`)
	const update = statement<ManyRows, never>(
		db,
		({ rows }) => sql`
			update ${sql.table(table)} set ${assignments} from ${rowsTable(db, columns, rows)} as r
			where ${sql.join(same, sql` and `)}`,
	)
	return async (rows: readonly { [K in keyof C]: string | number | null }[], transaction: Db): Promise<void> => {
		if (rows.length > 0) await update(manyRows(columns, rows), transaction)
	}
}

function deleteRows<C extends ColumnTypes>(db: Db, table: string, key: C) {
	const names = sql.join(Object.keys(key).map(name => sql.ref(name)))
	const remove = statement<ManyRows, never>(
		db,
		({ rows }) => sql`
			delete from ${sql.table(table)} where (${names}) in (select ${names} from ${rowsTable(db, key, rows)} as r)`,
	)
	return async (rows: readonly Key<C>[], transaction: Db): Promise<void> => {
		if (rows.length > 0) await remove(manyRows(key, rows), transaction)
	}
}
