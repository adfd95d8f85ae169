import type { Kysely } from 'kysely'

/** When a server last found that the cause of an alarm lasts, and which one: each server counts for itself. */
export async function up(db: Kysely<unknown>) {
	await db.schema.alterTable('alarms').addColumn('renewed_at', 'bigint').execute()
	await db.schema.alterTable('alarms').addColumn('renewed_by', 'text').execute()
}
