import { type Kysely, sql } from 'kysely'

/** Data past its retention is found without reading the rest; rooms of deleted meetings are removed. */
export async function up(db: Kysely<unknown>) {
	await sql`create index meetings_over on meetings (site_id, end_at) where is_room = 0 and status = 9`.execute(db)
	await sql`create index meetings_recurring on meetings (site_id) where is_room = 1`.execute(db)
	await sql`delete from room_endings where meeting_id not in (select meeting_id from meetings)`.execute(db)
}
