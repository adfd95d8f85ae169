import type { Kysely } from 'kysely'

/** Time of the last password guess at a meeting. */
export async function up(db: Kysely<unknown>) {
	await db.schema
		.createTable('meeting_password_guesses')
		.addColumn('meeting_id', 'text', column =>
			column.primaryKey().references('meetings.meeting_id').onDelete('cascade'),
		)
		.addColumn('guessed_at', 'bigint', column => column.notNull())
		.execute()
}
