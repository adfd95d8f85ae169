import type { Kysely } from 'kysely'

/** Adds the broadcast settings of meetings. Introductions have a table of their own: no list shows them. */
export async function up(db: Kysely<unknown>) {
	const meetings = db.schema.alterTable('meetings')
	const flagColumn = (name: string, preset: 0 | 1) =>
		meetings.addColumn(name, 'integer', column => column.notNull().defaultTo(preset)).execute()
	await flagColumn('has_live', 0)
	await flagColumn('live_intranet', 0)
	await flagColumn('live_login', 1)
	await flagColumn('free_talk', 0)
	await meetings.addColumn('live_password', 'text').execute()
	await meetings.addColumn('live_background', 'text').execute()
	await db.schema
		.createTable('meeting_introductions')
		.addColumn('meeting_id', 'text', column =>
			column.primaryKey().references('meetings.meeting_id').onDelete('cascade'),
		)
		.addColumn('html', 'text', column => column.notNull())
		.execute()
}
