import type { Kysely } from 'kysely'

/** Whose meetings that are to come go to somebody else: asked for by a command, done by the server. */
export async function up(db: Kysely<unknown>) {
	// No reference to people: who is deleted is gone before it is done.
	await db.schema
		.createTable('meeting_handovers')
		.addColumn('host_id', 'text', column => column.primaryKey())
		.addColumn('successor_id', 'text')
		.addColumn('asked_at', 'bigint', column => column.notNull())
		.execute()
}
