import { type Kysely, sql } from 'kysely'

/** Guests are removed some time after their last token; for existing ones this counts from today. */
export async function up(db: Kysely<unknown>) {
	await db.schema
		.alterTable('im_users')
		.addColumn('seen_at', 'bigint', column => column.notNull().defaultTo(0))
		.execute()
	await sql`update im_users set seen_at = ${Date.now()} where is_guest = 1`.execute(db)
	await sql`create index im_users_guests on im_users (seen_at) where is_guest = 1`.execute(db)
}
