import type { Kysely } from 'kysely'

/**
 * The people who are called to a meeting that has started, and those who were admitted to one and are not called. Instants are
 * UTC milliseconds.
 */
export async function up(db: Kysely<unknown>) {
	await db.schema
		.createTable('called_people')
		.addColumn('meeting_id', 'text', column => column.notNull())
		.addColumn('user_id', 'text', column => column.notNull())
		.addColumn('rings_until', 'bigint', column => column.notNull())
		.addPrimaryKeyConstraint('called_people_key', ['meeting_id', 'user_id'])
		.execute()
	await db.schema
		.createTable('admitted_people')
		.addColumn('meeting_id', 'text', column => column.notNull())
		.addColumn('user_id', 'text', column => column.notNull())
		.addColumn('admitted_at', 'bigint', column => column.notNull())
		.addPrimaryKeyConstraint('admitted_people_key', ['meeting_id', 'user_id'])
		.execute()
}
