import type { Kysely } from 'kysely'

/** Stores the person who is host of a room, of whom there is one at most. */
export async function up(db: Kysely<unknown>) {
	await db.schema.alterTable('room_permissions').addColumn('host_key', 'text').execute()
}
