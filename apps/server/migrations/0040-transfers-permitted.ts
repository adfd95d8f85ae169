import type { Kysely } from 'kysely'

/** Says whether members may continue on another device. */
export async function up(db: Kysely<unknown>) {
	await db.schema
		.alterTable('room_permissions')
		.addColumn('transfer', 'integer', column => column.notNull().defaultTo(1))
		.execute()
}
