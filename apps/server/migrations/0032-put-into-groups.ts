import { type Kysely, sql } from 'kysely'

/**
 * Which groups somebody was put into by others: they count apart from those one makes and joins oneself. Of memberships there
 * are, nobody knows; they are taken for such, so that whoever was put into hundreds has room for their own again.
 */
export async function up(db: Kysely<unknown>) {
	await db.schema
		.alterTable('im_members')
		.addColumn('put_in', 'integer', column => column.notNull().defaultTo(0))
		.execute()
	await sql`update im_members set put_in = 1 where is_chat = 0 and role = 0`.execute(db)
}
