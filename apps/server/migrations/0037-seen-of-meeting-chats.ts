import type { Kysely } from 'kysely'

/** What a member could see in the chat of a meeting: what was written from then on. */
export async function up(db: Kysely<unknown>) {
	await db.schema
		.alterTable('meeting_chat_people')
		.addColumn('sees_from', 'bigint', column => column.notNull().defaultTo(0))
		.execute()
}
