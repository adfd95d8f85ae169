import { type Kysely, sql } from 'kysely'

/**
 * Groups a person was added to by others: they are counted separately from those one creates and joins. For existing
 * memberships this is unknown; they count as added by others, so that a person added to hundreds has room for their own
 * again.
 */
export async function up(db: Kysely<unknown>) {
	await db.schema
		.alterTable('im_members')
		.addColumn('put_in', 'integer', column => column.notNull().defaultTo(0))
		.execute()
	await sql`update im_members set put_in = 1 where is_chat = 0 and role = 0`.execute(db)
}
