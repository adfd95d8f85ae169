import type { Instant } from '@parley/core'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db.ts'
import { epochOf } from './store.ts'

const logs = ['im_conversations', 'im_list_heads']

/**
 * Statements that begin another life of every log and list, after a backup of them was restored: its positions will be
 * given once more, so that those a client knows mean nothing. Without them a client that knows more than the backup waits
 * for what never comes.
 * @param tables those of the database: one of before messaging has none of them
 */
export const renewingEpochs = (tables: readonly string[], now: Instant): string[] =>
	logs.filter(name => tables.includes(name)).map(name => `update ${name} set epoch = '${epochOf(now)}'`)

/** Executes {@link renewingEpochs}. */
export async function renewEpochs(db: Db, now: Instant): Promise<void> {
	const tables = (await db.introspection.getTables()).map(({ name }) => name)
	for (const statement of renewingEpochs(tables, now)) await sql.raw(statement).execute(db)
}
