import type { Kysely } from 'kysely'

/** A member saw the messages of a meeting's chat that were written from then on. */
export async function up(db: Kysely<unknown>) {
	await db.schema
		.alterTable('meeting_chat_people')
		.addColumn('sees_from', 'bigint', column => column.notNull().defaultTo(0))
		.execute()
}
