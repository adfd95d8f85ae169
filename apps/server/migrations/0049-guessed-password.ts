import type { Kysely } from 'kysely'

/** Stores which password of a meeting was guessed last. Earlier guesses count as those of the meeting password, for a day. */
export async function up(db: Kysely<unknown>) {
	await db.schema
		.alterTable('meeting_password_guesses')
		.addColumn('password', 'text', column => column.notNull().defaultTo('meeting'))
		.execute()
}
