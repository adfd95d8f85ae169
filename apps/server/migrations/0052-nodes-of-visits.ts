import type { Kysely } from 'kysely'

/** The node that has the room of a visit; unknown for visits of earlier versions, whose server has ended. */
export async function up(db: Kysely<unknown>) {
	await db.schema.alterTable('meeting_visits').addColumn('node', 'text').execute()
}
