import type { Kysely } from 'kysely'

/** Stores who waits before a meeting, and the decision of its hosts about each person (ROOM-140 to ROOM-144). */
export async function up(db: Kysely<unknown>) {
	await db.schema
		.alterTable('meetings')
		.addColumn('waiting_room', 'text', column => column.notNull().defaultTo('off'))
		.execute()
	await db.schema.alterTable('meetings').addColumn('waiting_room_now', 'text').execute()
	await db.schema
		.createTable('room_decisions')
		.addColumn('meeting_id', 'text', column => column.notNull())
		.addColumn('person_key', 'text', column => column.notNull())
		.addColumn('decision', 'text', column => column.notNull())
		.addColumn('decided_at', 'bigint', column => column.notNull())
		.addPrimaryKeyConstraint('room_decisions_key', ['meeting_id', 'person_key'])
		.execute()
}
