import type { Kysely } from 'kysely'

/** Visits to the rooms of meetings with their ratings, and what pages reported about their lines (ROOM-168). */
export async function up(db: Kysely<unknown>) {
	await db.schema
		.createTable('meeting_visits')
		.addColumn('participant_id', 'text', column => column.primaryKey())
		.addColumn('meeting_id', 'text', column => column.notNull())
		.addColumn('site_id', 'text', column => column.notNull())
		.addColumn('person_key', 'text', column => column.notNull())
		.addColumn('user_id', 'text')
		.addColumn('name', 'text', column => column.notNull())
		.addColumn('held_at', 'bigint', column => column.notNull())
		.addColumn('joined_at', 'bigint', column => column.notNull())
		.addColumn('left_at', 'bigint')
		.addColumn('join_ms', 'bigint')
		.addColumn('first_frame_ms', 'bigint')
		.addColumn('rating', 'text')
		.execute()
	await db.schema.createIndex('meeting_visits_held').on('meeting_visits').columns(['meeting_id', 'held_at']).execute()
	await db.schema.createIndex('meeting_visits_age').on('meeting_visits').column('joined_at').execute()
	await db.schema
		.createTable('meeting_quality')
		.addColumn('participant_id', 'text', column => column.notNull())
		.addColumn('at', 'bigint', column => column.notNull())
		.addColumn('freezes', 'bigint', column => column.notNull())
		.addColumn('freeze_ms', 'bigint', column => column.notNull())
		.addColumn('concealed_ms', 'bigint', column => column.notNull())
		.addColumn('received_packets', 'bigint', column => column.notNull())
		.addColumn('lost_packets', 'bigint', column => column.notNull())
		.addColumn('sent_packets', 'bigint', column => column.notNull())
		.addColumn('sent_lost_packets', 'bigint', column => column.notNull())
		.addColumn('reconnects', 'bigint', column => column.notNull())
		.addColumn('received_height', 'bigint', column => column.notNull())
		.addColumn('sent_height', 'bigint', column => column.notNull())
		.addPrimaryKeyConstraint('meeting_quality_key', ['participant_id', 'at'])
		.execute()
}
