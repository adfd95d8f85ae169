import type { Kysely } from 'kysely'

/** Roles and names that people were given in a meeting, until it ends, what its host permits to members, and whether newcomers see its chat. */
export async function up(db: Kysely<unknown>) {
	await db.schema
		.createTable('room_people')
		.addColumn('meeting_id', 'text', column => column.notNull())
		.addColumn('person_key', 'text', column => column.notNull())
		.addColumn('role', 'text')
		.addColumn('display_name', 'text')
		.addPrimaryKeyConstraint('room_people_key', ['meeting_id', 'person_key'])
		.execute()

	await db.schema
		.createTable('room_permissions')
		.addColumn('meeting_id', 'text', column => column.primaryKey())
		.addColumn('share', 'integer', column => column.notNull())
		.addColumn('write', 'integer', column => column.notNull())
		.addColumn('unmute', 'integer', column => column.notNull())
		.addColumn('rename', 'integer', column => column.notNull())
		.addColumn('shows_history', 'integer', column => column.notNull())
		.execute()
}
