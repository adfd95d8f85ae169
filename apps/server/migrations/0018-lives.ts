import type { Kysely } from 'kysely'

/**
 * The broadcast of a meeting that has a live. It outlives its meeting until its media and rooms are removed, so it has
 * no reference to it.
 */
export async function up(db: Kysely<unknown>) {
	await db.schema
		.createTable('lives')
		// The id of the meeting.
		.addColumn('id', 'text', column => column.primaryKey())
		.addColumn('site_id', 'text', column => column.notNull())
		.addColumn('stream_id', 'text', column => column.notNull().unique())
		// Encrypted: anyone with it can broadcast.
		.addColumn('stream_key', 'text', column => column.notNull())
		.addColumn('chat_room_id', 'text', column => column.notNull())
		.addColumn('ask_room_id', 'text', column => column.notNull())
		.addColumn('status', 'text', column => column.notNull())
		.addColumn('started_at', 'bigint')
		.addColumn('ended_at', 'bigint')
		.addColumn('clicks', 'bigint', column => column.notNull().defaultTo(0))
		.execute()
	await db.schema.createIndex('lives_by_status').on('lives').columns(['status', 'ended_at']).execute()
}
