import type { Kysely } from 'kysely'

/** The attendees of a meeting that is not for its whole company. */
export async function up(db: Kysely<unknown>) {
	// Stored separately: if the last attendee is deleted, the meeting must not become open to all because of it.
	await db.schema
		.alterTable('meetings')
		.addColumn('is_invited_only', 'integer', column => column.notNull().defaultTo(0))
		.execute()

	await db.schema
		.createTable('meeting_people')
		.addColumn('meeting_id', 'text', column => column.notNull().references('meetings.meeting_id').onDelete('cascade'))
		.addColumn('user_id', 'text', column => column.notNull().references('users.id').onDelete('cascade'))
		.addPrimaryKeyConstraint('meeting_people_key', ['meeting_id', 'user_id'])
		.execute()
	await db.schema.createIndex('meetings_of_person').on('meeting_people').column('user_id').execute()

	await db.schema
		.createTable('meeting_departments')
		.addColumn('meeting_id', 'text', column => column.notNull().references('meetings.meeting_id').onDelete('cascade'))
		.addColumn('department_id', 'text', column => column.notNull().references('departments.id').onDelete('cascade'))
		.addPrimaryKeyConstraint('meeting_departments_key', ['meeting_id', 'department_id'])
		.execute()
	await db.schema.createIndex('meetings_of_department').on('meeting_departments').column('department_id').execute()

	// A day is read from its index alone, except for meetings not everyone may see.
	await db.schema.dropIndex('meetings_of_day').execute()
	await db.schema
		.createIndex('meetings_of_day')
		.on('meetings')
		.columns(['company_id', 'is_room', 'start_at', 'id', 'is_invited_only'])
		.execute()
	await db.schema.dropIndex('meetings_public').execute()
	await db.schema
		.createIndex('meetings_public')
		.on('meetings')
		.columns(['site_id', 'is_private', 'is_invited_only', 'is_room', 'start_at', 'id'])
		.execute()
}
