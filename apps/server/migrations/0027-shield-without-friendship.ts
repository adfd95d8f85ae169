import type { Kysely } from 'kysely'

/**
 * A shield outlives the friendship it was set in: otherwise the shielded person could end the friendship, and write
 * again.
 */
export async function up(db: Kysely<unknown>) {
	await db.schema
		.alterTable('im_friends')
		.addColumn('is_friend', 'integer', column => column.notNull().defaultTo(1))
		.execute()
}
