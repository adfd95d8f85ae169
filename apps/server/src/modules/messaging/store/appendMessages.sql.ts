import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/db.ts'
import {
	type ColumnTypes,
	columnsOf,
	inBlocks,
	insertRows,
	isPostgres,
	type ManyRows,
	manyRows,
	rowsTable,
	statement,
} from '../../../platform/rows.sql.ts'
import type { Commit, CommitResult } from '../model/commit.ts'
import type { HeadRow } from '../model/conversation.ts'
import { rowKey } from './commitRows.ts'
import * as t from './tables.sql.ts'

/** Thrown if commits cannot be stored in this way; none of them is stored. */
export class NotAppended extends Error {}

/** Number of events by which each conversation grows; `version` null accepts any. */
const growth = { ...t.conversationKey, added: 'bigint', version: 'bigint' } as const
type Growth = { app_id: string; id: string; added: number; version: number | null }

/** Returns the events of a commit that only appends to an existing conversation; undefined if it does more. */
function appended({ appId, now, conversation, answer, ...more }: Commit) {
	if (!conversation || hasAny(more)) return undefined
	const { id, version = null, create, events, ...change } = conversation
	return create?.group || hasAny(change) || events.length === 0 ? undefined : { id, version, events }
}
const hasAny = (fields: object): boolean => Object.values(fields).some(value => value !== undefined)

/** Growth of the conversations, by their keys; undefined if a commit does more, or two expect different versions. */
function growthOf(commits: readonly Commit[]): Map<string, Growth> | undefined {
	const grown = new Map<string, Growth>()
	for (const commit of commits) {
		const append = appended(commit)
		if (!append) return undefined
		const { id, version, events } = append
		const key = rowKey(commit.appId, id)
		const before = grown.get(key)
		if (!before) grown.set(key, { app_id: commit.appId, id, added: events.length, version })
		else if (before.version === version) before.added += events.length
		else return undefined
	}
	return grown
}

/**
 * Most commits are messages, and most transactions contain nothing else. They need no read before the write: heads move
 * if they are as expected, and the index of `cmid` refuses repeated messages.
 * @returns undefined for commits that do more
 * @throws {NotAppended} or a unique violation if not all of them are stored: then none is, and the transaction has
 * ended
 */
export function createAppendMessages(db: Db) {
	const moveHeads = createMoveHeads(db)
	const insert = insertRows(db, 'im_events', t.eventColumns, 'fail')
	return (commits: readonly Commit[]) => {
		const grown = growthOf(commits)
		return (
			grown &&
			(async (transaction: Db): Promise<CommitResult[]> => {
				const moved = await moveHeads(sorted(grown), transaction)
				if (moved.length < grown.size) throw new NotAppended()
				const heads = new Map<string, HeadRow>()
				for (const { app_id, id, epoch, last, min, version } of moved) {
					const key = rowKey(app_id, id)
					heads.set(key, { id, epoch, last: last - (grown.get(key)?.added ?? 0), min, version })
				}
				const rows: t.StoredEvent[] = []
				const results = commits.map(commit => place(commit, heads, rows))
				await insert(rows, transaction)
				return results
			})
		)
	}
}

const sorted = (grown: Map<string, Growth>): Growth[] =>
	[...grown].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, growth]) => growth)

/** Appends a commit's events to the current end of its log. */
function place(
	{ appId, now, conversation, answer = {} }: Commit,
	heads: Map<string, HeadRow>,
	rows: t.StoredEvent[],
): CommitResult {
	const { id = '', events = [] } = conversation ?? {}
	const before = heads.get(rowKey(appId, id))
	if (!before) throw new NotAppended()
	const { epoch, min, version } = before
	const logged = events.map((event, index) => ({ ...event, hisId: before.last + 1 + index, ts: now }))
	for (const event of logged) rows.push(t.writeEvent({ ...event, appId, conversationId: id }))
	before.last += logged.length
	return {
		status: 'committed',
		head: { id, epoch, last: before.last, min, version },
		events: logged,
		lists: [],
		answer,
	}
}

/** The first event of a log is not such a row: it sets when the log begins. */
function createMoveHeads(db: Db) {
	const head = { ...t.conversationKey, epoch: 'text', last: 'bigint', min: 'bigint', version: 'bigint' } as const
	const columns = (table: string) => columnsOf(head as ColumnTypes, table)
	const isAsExpected = (stored: string): RawBuilder<unknown> => {
		const column = (name: string) => sql.ref(`${stored}.${name}`)
		return sql`${column('app_id')} = asked.app_id and ${column('id')} = asked.id
			and (asked.version is null or ${column('version')} = asked.version)
			and ${column('deleted_at')} is null and ${column('oldest_at')} is not null`
	}
	type Moved = Growth & HeadRow
	if (isPostgres(db)) {
		// Locked in the order of their keys, as by every commit.
		const move = statement<ManyRows, Moved>(
			db,
			({ rows }) => sql`
				update im_conversations as stored set last = stored.last + asked.added from (
					select asked.* from ${rowsTable(db, growth, rows)} as asked
					join im_conversations as found on ${isAsExpected('found')}
					order by found.app_id, found.id for update of found
				) as asked
				where stored.app_id = asked.app_id and stored.id = asked.id
				returning ${columns('stored')}`,
		)
		return (rows: readonly Growth[], within: Db): Promise<readonly Moved[]> => move(manyRows(growth, rows), within)
	}
	const asked = Object.keys(growth).map((name, n) => sql`${sql.ref(`column${n + 1}`)} as ${sql.ref(name)}`)
	return inBlocks<typeof growth, Moved>(
		db,
		growth,
		block => sql`
			update im_conversations set last = last + asked.added from (select ${sql.join(asked)} from (${block})) as asked
			where ${isAsExpected('im_conversations')}
			returning ${columns('im_conversations')}`,
	)
}
