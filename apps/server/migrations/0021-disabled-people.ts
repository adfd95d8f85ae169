import type { Kysely } from 'kysely'

/** People who may not sign in, and a number that changes when any process ends sessions. */
export async function up(db: Kysely<unknown>) {
	await db.schema.alterTable('users').addColumn('disabled_at', 'bigint').execute()
	// By `command` or by `import`: an import only re-enables accounts an import disabled.
	await db.schema.alterTable('users').addColumn('disabled_by', 'text').execute()

	await db.schema
		.createTable('session_endings')
		.addColumn('id', 'integer', column => column.primaryKey())
		.addColumn('version', 'bigint', column => column.notNull())
		.execute()
	const stored = db as Kysely<Record<string, Record<string, unknown>>>
	await stored.insertInto('session_endings').values({ id: 1, version: 0 }).execute()

	// A new password removes the proofs of its person, which may be as numerous as set-up links.
	await db.schema.createIndex('proofs_of_user').on('proofs').column('user_id').execute()
}
