import type { Kysely } from 'kysely'

/** The running servers of a database. */
export async function up(db: Kysely<unknown>) {
	await db.schema
		.createTable('nodes')
		.addColumn('id', 'text', column => column.primaryKey())
		.addColumn('version', 'text', column => column.notNull())
		.addColumn('started_at', 'bigint', column => column.notNull())
		// Counts heartbeats: one that stands still shows that a node is gone, whatever its clock says.
		.addColumn('beats', 'bigint', column => column.notNull())
		.execute()
}
