import type { Kysely } from 'kysely'

/** Adds the setting that lets signed-in attendees join without the password of the meeting. */
export async function up(db: Kysely<unknown>) {
	await db.schema
		.alterTable('meetings')
		.addColumn('invited_need_no_password', 'integer', column => column.notNull().defaultTo(1))
		.execute()
}
