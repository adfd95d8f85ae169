import type { Kysely } from 'kysely'

/** Join tickets, people removed from a meeting, and rooms closed for good. */
export async function up(db: Kysely<unknown>) {
	await db.schema
		.createTable('room_tickets')
		.addColumn('hash', 'text', column => column.primaryKey())
		.addColumn('meeting_id', 'text', column => column.notNull())
		.addColumn('site_id', 'text', column => column.notNull())
		.addColumn('user_id', 'text')
		.addColumn('person_key', 'text', column => column.notNull())
		.addColumn('display_name', 'text', column => column.notNull())
		.addColumn('is_host', 'integer', column => column.notNull())
		.addColumn('microphone', 'integer', column => column.notNull())
		.addColumn('camera', 'integer', column => column.notNull())
		.addColumn('expires_at', 'bigint', column => column.notNull())
		.addColumn('used_at', 'bigint')
		.execute()
	await db.schema.createIndex('room_tickets_of_meeting').on('room_tickets').column('meeting_id').execute()
	await db.schema.createIndex('room_tickets_by_expiry').on('room_tickets').column('expires_at').execute()

	await db.schema
		.createTable('room_removals')
		.addColumn('meeting_id', 'text', column => column.notNull())
		.addColumn('person_key', 'text', column => column.notNull())
		.addColumn('removed_at', 'bigint', column => column.notNull())
		.addPrimaryKeyConstraint('room_removals_key', ['meeting_id', 'person_key'])
		.execute()

	await db.schema
		.createTable('room_endings')
		.addColumn('meeting_id', 'text', column => column.primaryKey())
		.addColumn('ended_at', 'bigint', column => column.notNull())
		.execute()
}
