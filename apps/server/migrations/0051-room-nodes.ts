import type { Kysely } from 'kysely'

/** The node that has the room of a meeting; the row of a node that is removed takes its rooms with it. */
export async function up(db: Kysely<unknown>) {
	await db.schema
		.createTable('room_nodes')
		.addColumn('meeting_id', 'text', column => column.primaryKey())
		.addColumn('node', 'text', column => column.notNull().references('nodes.id').onDelete('cascade'))
		.execute()
	// Where other nodes reach this one.
	await db.schema.alterTable('nodes').addColumn('url', 'text').execute()
}
