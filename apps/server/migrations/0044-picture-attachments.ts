import type { Kysely } from 'kysely'

/** Pictures that a form is just being stored with: until then no meeting has them, and no server may remove them. */
export async function up(db: Kysely<unknown>) {
	await db.schema
		.createTable('picture_attachments')
		.addColumn('name', 'text', column => column.primaryKey())
		.addColumn('attached_at', 'bigint', column => column.notNull())
		.execute()
	await db.schema.createIndex('picture_attachments_age').on('picture_attachments').column('attached_at').execute()
}
