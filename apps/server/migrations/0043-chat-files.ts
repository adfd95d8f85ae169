import type { Kysely } from 'kysely'

/** Pictures and files in the chats of meetings, and whether members may send them. */
export async function up(db: Kysely<unknown>) {
	await db.schema
		.createTable('meeting_chat_files')
		.addColumn('id', 'text', column => column.primaryKey())
		.addColumn('meeting_id', 'text', column => column.notNull())
		.addColumn('gid', 'text', column => column.notNull())
		// In messaging; the receiver is null if everyone in the meeting reads it.
		.addColumn('author', 'text', column => column.notNull())
		.addColumn('receiver', 'text')
		.addColumn('name', 'text', column => column.notNull())
		.addColumn('bytes', 'bigint', column => column.notNull())
		// In pixels; of pictures only.
		.addColumn('width', 'integer')
		.addColumn('height', 'integer')
		.addColumn('created_at', 'bigint', column => column.notNull())
		// Null until its content is checked, and until a message has it.
		.addColumn('finished_at', 'bigint')
		.addColumn('sent_at', 'bigint')
		.execute()
	await db.schema.createIndex('meeting_chat_files_meeting').on('meeting_chat_files').column('meeting_id').execute()
	await db.schema.createIndex('meeting_chat_files_chat').on('meeting_chat_files').column('gid').execute()
	await db.schema.createIndex('meeting_chat_files_age').on('meeting_chat_files').column('created_at').execute()
	await db.schema
		.alterTable('room_permissions')
		.addColumn('files', 'integer', column => column.notNull().defaultTo(1))
		.execute()
}
