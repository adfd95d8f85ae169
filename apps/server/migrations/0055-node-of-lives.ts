import type { Kysely } from 'kysely'

/** The node that has the streams of all lives, in one row; it goes with the row of a node that is removed. */
export async function up(db: Kysely<unknown>) {
	await db.schema
		.createTable('live_nodes')
		.addColumn('id', 'integer', column => column.primaryKey())
		.addColumn('node', 'text', column => column.notNull().references('nodes.id').onDelete('cascade'))
		.execute()
}
