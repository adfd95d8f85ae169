import { setImmediate as letOthers } from 'node:timers/promises'
import { type Instant, participantUserPrefix } from '@parley/core'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db.ts'
import { isPostgres, statement } from '../../../platform/rows.sql.ts'
import type { MessagingStore } from './store.ts'
import type { StoredConversation, StoredListHead } from './tables.sql.ts'

/** Rows of one transaction: a few milliseconds of the write lock. */
export const sliceRows = 300

/** Removes in transactions of {@link sliceRows}, and lets waiting queries run between two of them. */
export function createApplyRetention(db: Db): MessagingStore['applyRetention'] {
	const removeEvents = createRemoveEvents(db, sql`kind = 'room'`)
	const removePrivateMessages = createRemoveEvents(db, sql`substr(id, 1, 4) = ${sql.lit(`u:${participantUserPrefix}`)}`)
	const removeEntries = createRemoveEntries(db)
	const removeRequests = createRemoveRows(db, { table: 'im_requests', key: sql`app_id, uid, id`, age: sql`ts` })
	const removeAudit = createRemoveRows(db, { table: 'im_audit', key: sql`number`, age: sql`ts` })
	const removeGuests = createRemoveRows(db, {
		table: 'im_users',
		key: sql`app_id, uid`,
		age: sql`seen_at`,
		only: olderThan => sql`is_guest = 1 and coalesce(barred_until, 0) < ${olderThan} and not exists (
			select 1 from im_members as m where m.app_id = im_users.app_id and m.uid = im_users.uid)`,
	})
	return async ({ roomEvents, listEntries, requests, audit, guests }) => {
		let removed = 0
		for (const [remove, olderThan] of [
			[removeEvents, roomEvents],
			// Those of a meeting are kept for as long as its messages to everyone.
			[removePrivateMessages, roomEvents],
			[removeEntries, listEntries],
			[removeRequests, requests],
			[removeAudit, audit],
			[removeGuests, guests],
		] as const) {
			for (;;) {
				const { rows, isDone } = await remove(olderThan)
				removed += rows
				if (isDone) break
				await letOthers()
			}
		}
		return removed
	}
}

type Sql = ReturnType<typeof sql>
type RemoveSlice = (olderThan: Instant) => Promise<{ rows: number; isDone: boolean }>

/**
 * The start of the retained log: the first of these rows that is not older, or undefined if none is known to be kept.
 */
function firstKept(rows: readonly { position: number; ts: Instant }[], olderThan: Instant) {
	const slice = rows.slice(0, sliceRows)
	const kept = slice.findIndex(({ ts }) => ts >= olderThan)
	const next = kept === -1 ? rows[sliceRows] : slice[kept]
	return { removed: kept === -1 ? slice.length : kept, next }
}

const forUpdate = (db: Db) => (isPostgres(db) ? sql`for update` : sql``)

/** @param which conversations; a constant condition that an index has */
function createRemoveEvents(db: Db, which: Sql): RemoveSlice {
	type Oldest = Pick<StoredConversation, 'app_id' | 'id' | 'last'>
	const oldest = statement<{ olderThan: Instant }, Oldest>(
		db,
		({ olderThan }) => sql`
			select app_id, id, last from im_conversations where ${which} and oldest_at < ${olderThan}
			order by oldest_at limit 1 ${forUpdate(db)}`,
	)
	type OfConversation = { app_id: string; id: string }
	const events = statement<OfConversation, { position: number; ts: Instant }>(
		db,
		({ app_id, id }) => sql`
			select position, ts from im_events where app_id = ${app_id} and conversation_id = ${id}
			order by position limit ${sql.lit(sliceRows + 1)}`,
	)
	const remove = statement<OfConversation & { min: number }, never>(
		db,
		({ app_id, id, min }) => sql`
			delete from im_events where app_id = ${app_id} and conversation_id = ${id} and position < ${min}`,
	)
	const raise = statement<OfConversation & { min: number; oldestAt: Instant | null }, never>(
		db,
		({ app_id, id, min, oldestAt }) => sql`
			update im_conversations set min = ${min}, oldest_at = ${oldestAt} where app_id = ${app_id} and id = ${id}`,
	)
	return olderThan =>
		db.transaction().execute(async transaction => {
			const [head] = await oldest({ olderThan }, transaction)
			if (!head) return { rows: 0, isDone: true }
			const { app_id, id } = head
			const { removed, next } = firstKept(await events({ app_id, id }, transaction), olderThan)
			const min = next?.position ?? head.last + 1
			await remove({ app_id, id, min }, transaction)
			await raise({ app_id, id, min, oldestAt: next?.ts ?? null }, transaction)
			return { rows: removed, isDone: false }
		})
}

function createRemoveEntries(db: Db): RemoveSlice {
	const oldest = statement<{ olderThan: Instant }, Pick<StoredListHead, 'app_id' | 'uid' | 'list' | 'last'>>(
		db,
		({ olderThan }) => sql`
			select app_id, uid, list, last from im_list_heads where oldest_at < ${olderThan} order by oldest_at limit 1 ${forUpdate(db)}`,
	)
	type OfList = { app_id: string; uid: string; list: string }
	const entries = statement<OfList, { position: number; ts: Instant }>(
		db,
		({ app_id, uid, list }) => sql`
			select position, ts from im_list_entries where app_id = ${app_id} and uid = ${uid} and list = ${list}
			order by position limit ${sql.lit(sliceRows + 1)}`,
	)
	const remove = statement<OfList & { min: number }, never>(
		db,
		({ app_id, uid, list, min }) => sql`
			delete from im_list_entries
			where app_id = ${app_id} and uid = ${uid} and list = ${list} and position < ${min}`,
	)
	const raise = statement<OfList & { min: number; oldestAt: Instant | null }, never>(
		db,
		({ app_id, uid, list, min, oldestAt }) => sql`
			update im_list_heads set min = ${min}, oldest_at = ${oldestAt}
			where app_id = ${app_id} and uid = ${uid} and list = ${list}`,
	)
	return olderThan =>
		db.transaction().execute(async transaction => {
			const [head] = await oldest({ olderThan }, transaction)
			if (!head) return { rows: 0, isDone: true }
			const { app_id, uid, list } = head
			const { removed, next } = firstKept(await entries({ app_id, uid, list }, transaction), olderThan)
			const min = next?.position ?? head.last + 1
			await remove({ app_id, uid, list, min }, transaction)
			await raise({ app_id, uid, list, min, oldestAt: next?.ts ?? null }, transaction)
			return { rows: removed, isDone: false }
		})
}

interface AgingRows {
	table: 'im_requests' | 'im_audit' | 'im_users'
	key: Sql
	/** The column with the row's creation time. */
	age: Sql
	/** The rows to delete; all older ones if missing. */
	only?: (olderThan: Instant) => Sql
}

function createRemoveRows(db: Db, { table, key, age, only = () => sql`1 = 1` }: AgingRows): RemoveSlice {
	const remove = statement<{ olderThan: Instant }, { one: number }>(db, ({ olderThan }) => {
		const oldest = (columns: Sql) => sql`
			select ${columns} from ${sql.table(table)} where ${age} < ${olderThan} and ${only(olderThan)}
			order by ${age} limit ${sql.lit(sliceRows)}`
		const isOldest = isPostgres(db) ? sql`ctid = any(array(${oldest(sql`ctid`)}))` : sql`(${key}) in (${oldest(key)})`
		return sql`delete from ${sql.table(table)} where ${isOldest} returning 1 as one`
	})
	return async olderThan => {
		const rows = (await remove({ olderThan })).length
		return { rows, isDone: rows < sliceRows }
	}
}
