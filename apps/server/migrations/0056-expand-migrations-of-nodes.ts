import type { Kysely } from 'kysely'

/** The newest migration that a server knows, which says whether a contracting one breaks it; null for servers of earlier versions. */
export async function up(db: Kysely<unknown>) {
	await db.schema.alterTable('nodes').addColumn('newest_migration', 'text').execute()
}
