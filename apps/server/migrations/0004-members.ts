import type { Kysely } from 'kysely'

/** Other actions of members: answering invitations of companies, and complaining. */
export async function up(db: Kysely<unknown>) {
	// Unanswered invitations; answered ones are deleted.
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

	// Stored with the person's name at that time, so that it stays readable after they are deleted.
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
