import type { Kysely } from 'kysely'

/** Recordings of meetings, without a duration until they are finished, and the members who were there. */
export async function up(db: Kysely<unknown>) {
	await db.schema
		.createTable('recordings')
		.addColumn('id', 'text', column => column.primaryKey())
		.addColumn('meeting_id', 'text', column => column.notNull())
		.addColumn('site_id', 'text', column => column.notNull())
		.addColumn('started_at', 'bigint', column => column.notNull())
		.addColumn('duration_ms', 'bigint')
		.addColumn('bytes', 'bigint')
		.execute()
	await db.schema.createIndex('recordings_of_meeting').on('recordings').column('meeting_id').execute()
	await db.schema.createIndex('recordings_by_age').on('recordings').columns(['site_id', 'started_at']).execute()
	await db.schema
		.createTable('recording_people')
		.addColumn('recording_id', 'text', column => column.notNull())
		.addColumn('user_id', 'text', column => column.notNull())
		.addPrimaryKeyConstraint('recording_people_key', ['recording_id', 'user_id'])
		.execute()
}
