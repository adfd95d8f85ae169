import type { Kysely } from 'kysely'

/** JSON: fingerprints of the settings that all servers of the database have alike, by name; null for those of earlier versions. */
export async function up(db: Kysely<unknown>) {
	await db.schema.alterTable('nodes').addColumn('settings', 'text').execute()
}
