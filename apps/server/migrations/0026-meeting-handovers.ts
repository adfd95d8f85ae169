import type { Kysely } from 'kysely'

/** Hosts whose future meetings go to a successor: requested by a command, done by the server. */
export async function up(db: Kysely<unknown>) {
	// No reference to people: a deleted person no longer exists when it is done.
	await db.schema
		.createTable('meeting_handovers')
		.addColumn('host_id', 'text', column => column.primaryKey())
		.addColumn('successor_id', 'text')
		.addColumn('asked_at', 'bigint', column => column.notNull())
		.execute()
}
