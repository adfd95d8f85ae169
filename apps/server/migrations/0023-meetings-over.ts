import { type Kysely, sql } from 'kysely'

/** Includes all filter columns; otherwise SQLite uses the index of meetings to end, which covers every site. */
export async function up(db: Kysely<unknown>) {
	await db.schema.dropIndex('meetings_over').execute()
	await sql`
		create index meetings_over on meetings (site_id, is_room, status, end_at) where is_room = 0 and status = 9`.execute(
		db,
	)
}
