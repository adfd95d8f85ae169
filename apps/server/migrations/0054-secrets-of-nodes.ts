import type { Kysely } from 'kysely'

/** The fingerprint of the secrets of a node: all nodes of a database must have the same ones. */
export async function up(db: Kysely<unknown>) {
	await db.schema.alterTable('nodes').addColumn('secrets', 'text').execute()
}
