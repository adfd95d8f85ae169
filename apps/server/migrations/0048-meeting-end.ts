import { type Kysely, sql } from 'kysely'

/**
 * Stores when a one-off meeting ended. Of earlier ones the last change is its end, because a meeting that is over cannot be
 * edited.
 */
export async function up(db: Kysely<unknown>) {
	await db.schema.alterTable('meetings').addColumn('ended_at', 'bigint').execute()
	await sql`update meetings set ended_at = updated_at where status = 9 and is_room = 0 and started_at is not null`.execute(
		db,
	)
}
