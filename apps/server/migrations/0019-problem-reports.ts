import type { Kysely } from 'kysely'

/**
 * Complaints by people who are not signed in, and about a live. SQLite cannot relax a column: the table is recreated.
 */
export async function up(db: Kysely<unknown>) {
	const kept = ['id', 'site_id', 'company_id', 'user_id', 'user_name', 'display_name', 'content', 'created_at']
	await db.schema
		.createTable('complaints_and_reports')
		.addColumn('id', 'text', column => column.primaryKey())
		.addColumn('site_id', 'text', column => column.notNull().references('sites.id').onDelete('cascade'))
		.addColumn('company_id', 'text')
		.addColumn('user_id', 'text')
		.addColumn('user_name', 'text')
		.addColumn('display_name', 'text')
		.addColumn('content', 'text', column => column.notNull())
		.addColumn('created_at', 'bigint', column => column.notNull())
		.addColumn('meeting_id', 'text')
		.addColumn('figures', 'text')
		.execute()
	const stored = db as Kysely<Record<string, Record<string, unknown>>>
	await stored
		.insertInto('complaints_and_reports')
		.columns(kept)
		.expression(stored.selectFrom('complaints').select(kept))
		.execute()
	await db.schema.dropTable('complaints').execute()
	await db.schema.alterTable('complaints_and_reports').renameTo('complaints').execute()
	await db.schema.createIndex('complaints_of_site').on('complaints').columns(['site_id', 'created_at']).execute()
}
