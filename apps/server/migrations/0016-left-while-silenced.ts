import type { Kysely } from 'kysely'

/** 1 banned, as before, and 2 left while silenced. */
export async function up(db: Kysely<unknown>) {
	await db.schema.alterTable('im_members').renameColumn('banned', 'absence').execute()
}
