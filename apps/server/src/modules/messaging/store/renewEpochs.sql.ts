import type { Instant } from '@parley/core'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db.ts'
import { epochOf } from '../model/conversation.ts'

const logs = ['im_conversations', 'im_list_heads']

/**
 * Statements that start a new epoch of every log and list, after a backup of them was restored: its positions will be
 * assigned again, so those a client knows are void. Otherwise a client that knows more than the backup would wait
 * forever.
 * @param tables of the database: one from before messaging has none of them
 */
export const renewingEpochs = (tables: readonly string[], now: Instant): string[] =>
	logs.filter(name => tables.includes(name)).map(name => `update ${name} set epoch = '${epochOf(now)}'`)

/** Executes {@link renewingEpochs}. */
export async function renewEpochs(db: Db, now: Instant): Promise<void> {
	const tables = (await db.introspection.getTables()).map(({ name }) => name)
	for (const statement of renewingEpochs(tables, now)) await sql.raw(statement).execute(db)
}
