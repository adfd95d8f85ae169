import type { Kysely } from 'kysely'

/** The events of a meeting, for its host; `number` orders entries of the same moment (ROOM-165). */
export async function up(db: Kysely<unknown>) {
	await db.schema
		.createTable('meeting_activity')
		.addColumn('meeting_id', 'text', column => column.notNull())
		.addColumn('site_id', 'text', column => column.notNull())
		.addColumn('at', 'bigint', column => column.notNull())
		.addColumn('number', 'bigint', column => column.notNull())
		.addColumn('action', 'text', column => column.notNull())
		.addColumn('actor_name', 'text')
		.addColumn('actor_id', 'text')
		.addColumn('target_name', 'text')
		.addColumn('target_id', 'text')
		.addColumn('detail', 'text')
		.addPrimaryKeyConstraint('meeting_activity_key', ['meeting_id', 'at', 'number'])
		.execute()
	await db.schema.createIndex('meeting_activity_age').on('meeting_activity').columns(['site_id', 'at']).execute()
}
