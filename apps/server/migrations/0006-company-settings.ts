import type { Kysely } from 'kysely'

/** Settings of a company as JSON; their schema and defaults are `CompanySettings`. */
export async function up(db: Kysely<unknown>) {
	await db.schema
		.alterTable('companies')
		.addColumn('settings', 'text', column => column.notNull().defaultTo('{}'))
		.execute()
}
