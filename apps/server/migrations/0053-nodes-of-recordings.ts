import type { Kysely } from 'kysely'

/** The node that makes a recording; unknown for those of earlier versions, whose server has ended. */
export async function up(db: Kysely<unknown>) {
	await db.schema.alterTable('recordings').addColumn('node', 'text').execute()
}
