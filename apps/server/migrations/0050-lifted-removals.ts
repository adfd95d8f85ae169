import type { Kysely } from 'kysely'

/**
 * Stores whom a removal concerns, so that it can be shown and lifted, and the words with which a person was not let in. Removals
 * from before keep the person out until the meeting ends, and are not shown.
 */
export async function up(db: Kysely<unknown>) {
	for (const column of ['participant_id', 'address_key', 'user_id', 'display_name', 'role'])
		await db.schema.alterTable('room_removals').addColumn(column, 'text').execute()
	await db.schema.alterTable('room_decisions').addColumn('message', 'text').execute()
}
