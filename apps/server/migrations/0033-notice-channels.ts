import type { Kysely } from 'kysely'

/** The channel of each notice to a host: only those by text message count towards the text-message budget. */
export async function up(db: Kysely<unknown>) {
	await db.schema
		.alterTable('guessing_notices')
		.addColumn('channel', 'text', column => column.notNull().defaultTo('sms'))
		.execute()
}
