import type { Kysely } from 'kysely'

/** What administrators are warned of, by site and kind; without an end while it lasts. */
export async function up(db: Kysely<unknown>) {
	await db.schema
		.createTable('alarms')
		.addColumn('site_id', 'text', column => column.notNull().references('sites.id').onDelete('cascade'))
		.addColumn('kind', 'text', column => column.notNull())
		.addColumn('raised_at', 'bigint', column => column.notNull())
		.addColumn('ended_at', 'bigint')
		.addPrimaryKeyConstraint('alarms_key', ['site_id', 'kind', 'raised_at'])
		.execute()
}
