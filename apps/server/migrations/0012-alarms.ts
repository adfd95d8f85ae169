import type { Kysely } from 'kysely'

/** Alarms for administrators, by site and kind; without an end while they last. */
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
