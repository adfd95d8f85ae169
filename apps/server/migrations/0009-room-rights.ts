import type { Kysely } from 'kysely'

/** The basis of a ticket: session, guest address, and password. Earlier tickets have expired. */
export async function up(db: Kysely<unknown>) {
	for (const column of ['session_id', 'address_key', 'password_proof']) {
		await db.schema.alterTable('room_tickets').addColumn(column, 'text').execute()
	}
}
