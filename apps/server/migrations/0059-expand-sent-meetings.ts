import type { Kysely } from 'kysely'

/** The meetings that are sent to their lives, by the stream they are sent to. Instants are UTC milliseconds. */
export async function up(db: Kysely<unknown>) {
	await db.schema
		.createTable('sent_meetings')
		.addColumn('stream_id', 'text', column => column.primaryKey())
		.addColumn('meeting_id', 'text', column => column.notNull())
		// The time at which a server last sent it.
		.addColumn('sent_at', 'bigint', column => column.notNull())
		.execute()
}
