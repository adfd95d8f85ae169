import type { Kysely } from 'kysely'

/**
 * Sessions that were ended on purpose, by an operator or together with all of a person: open connections are notified.
 */
export async function up(db: Kysely<unknown>) {
	await db.schema
		.createTable('ended_sessions')
		.addColumn('id', 'text', column => column.primaryKey())
		.addColumn('expires_at', 'bigint', column => column.notNull())
		.execute()
	await db.schema.createIndex('ended_sessions_expiry').on('ended_sessions').column('expires_at').execute()
}
