import type { Kysely } from 'kysely'

/** Codes that were sent, for the budget of a site; those for numbers without an account are only stored. */
export async function up(db: Kysely<unknown>) {
	await db.schema
		.alterTable('sms_codes')
		.addColumn('is_sent', 'integer', column => column.notNull().defaultTo(1))
		.execute()
	await db.schema
		.createIndex('sms_codes_of_site')
		.on('sms_codes')
		.columns(['site_id', 'is_sent', 'created_at'])
		.execute()
}
