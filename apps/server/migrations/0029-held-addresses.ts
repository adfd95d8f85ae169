import type { Kysely } from 'kysely'

/** Addresses of guests, as keyed hashes, and the addresses held for a while after a ban. */
export async function up(db: Kysely<unknown>) {
	await db.schema
		.createTable('im_guest_addresses')
		.addColumn('app_id', 'text', column => column.notNull())
		.addColumn('uid', 'text', column => column.notNull())
		.addColumn('address', 'text', column => column.notNull())
		.addColumn('first_at', 'bigint', column => column.notNull())
		.addColumn('last_at', 'bigint', column => column.notNull())
		.addPrimaryKeyConstraint('im_guest_addresses_key', ['app_id', 'uid'])
		.execute()
	await db.schema.createIndex('im_guest_addresses_age').on('im_guest_addresses').column('last_at').execute()
	await db.schema
		.createTable('im_held_addresses')
		.addColumn('app_id', 'text', column => column.notNull())
		.addColumn('gid', 'text', column => column.notNull())
		.addColumn('uid', 'text', column => column.notNull())
		.addColumn('address', 'text', column => column.notNull())
		.addColumn('since', 'bigint', column => column.notNull())
		.addColumn('until', 'bigint', column => column.notNull())
		.addPrimaryKeyConstraint('im_held_addresses_key', ['app_id', 'gid', 'uid'])
		.execute()
}
