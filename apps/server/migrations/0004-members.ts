import type { Kysely } from 'kysely'

/** What members do beside meeting: answer the invitations of companies, and complain. */
export async function up(db: Kysely<unknown>) {
	// Invitations without an answer; one that is answered is gone.
	await db.schema
		.createTable('company_invitations')
		.addColumn('company_id', 'text', column => column.notNull().references('companies.id').onDelete('cascade'))
		.addColumn('user_id', 'text', column => column.notNull().references('users.id').onDelete('cascade'))
		.addColumn('user_type', 'integer', column => column.notNull())
		.addColumn('invited_at', 'bigint', column => column.notNull())
		.addPrimaryKeyConstraint('company_invitations_key', ['company_id', 'user_id'])
		.execute()
	await db.schema
		.createIndex('company_invitations_of_person')
		.on('company_invitations')
		.columns(['user_id', 'invited_at'])
		.execute()

	// Kept with the name the person had, so that it can still be read when they are gone.
	await db.schema
		.createTable('complaints')
		.addColumn('id', 'text', column => column.primaryKey())
		.addColumn('site_id', 'text', column => column.notNull().references('sites.id').onDelete('cascade'))
		.addColumn('company_id', 'text', column => column.notNull())
		.addColumn('user_id', 'text', column => column.notNull())
		.addColumn('user_name', 'text', column => column.notNull())
		.addColumn('display_name', 'text', column => column.notNull())
		.addColumn('content', 'text', column => column.notNull())
		.addColumn('created_at', 'bigint', column => column.notNull())
		.execute()
	await db.schema.createIndex('complaints_of_site').on('complaints').columns(['site_id', 'created_at']).execute()
}
