import type { Kysely } from 'kysely'

/** What a ticket was given for: by session, address of a guest, and password. Tickets from before are expired. */
export async function up(db: Kysely<unknown>) {
	for (const column of ['session_id', 'address_key', 'password_proof']) {
		await db.schema.alterTable('room_tickets').addColumn(column, 'text').execute()
	}
}
