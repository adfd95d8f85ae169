import { type Kysely, sql } from 'kysely'

/** What is over for long is found without reading what is not; rooms of meetings that are gone are forgotten. */
export async function up(db: Kysely<unknown>) {
	await sql`create index meetings_over on meetings (site_id, end_at) where is_room = 0 and status = 9`.execute(db)
	await sql`create index meetings_recurring on meetings (site_id) where is_room = 1`.execute(db)
	await sql`delete from room_endings where meeting_id not in (select meeting_id from meetings)`.execute(db)
}
