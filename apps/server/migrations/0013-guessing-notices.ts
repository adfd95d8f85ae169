import type { Kysely } from 'kysely'

/**
 * The language a person uses the page in, and the last text message warning the host of a meeting of password guessing.
 */
export async function up(db: Kysely<unknown>) {
	await db.schema.alterTable('users').addColumn('language', 'text').execute()
	await db.schema
		.createTable('guessing_notices')
		.addColumn('meeting_id', 'text', column => column.primaryKey())
		.addColumn('site_id', 'text', column => column.notNull().references('sites.id').onDelete('cascade'))
		.addColumn('user_id', 'text', column => column.notNull())
		.addColumn('sent_at', 'bigint', column => column.notNull())
		.execute()
	await db.schema
		.createIndex('guessing_notices_of_site')
		.on('guessing_notices')
		.columns(['site_id', 'sent_at'])
		.execute()
}
