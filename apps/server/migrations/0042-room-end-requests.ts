import type { Kysely } from 'kysely'

/** Meetings that an administrator ends with `parley room end`; the running server does it (ROOM-170). */
export async function up(db: Kysely<unknown>) {
	await db.schema
		.createTable('room_end_requests')
		.addColumn('meeting_id', 'text', column => column.primaryKey())
		.addColumn('requested_at', 'bigint', column => column.notNull())
		.execute()
}
