import { type Kysely, sql } from 'kysely'

/**
 * The chat rooms of meetings, one for each time a meeting is held, and the members who were there; and an index of the private
 * chats of meetings by age, for their retention.
 */
export async function up(db: Kysely<unknown>) {
	await db.schema
		.createTable('meeting_chats')
		.addColumn('meeting_id', 'text', column => column.notNull())
		.addColumn('started_at', 'bigint', column => column.notNull())
		.addColumn('site_id', 'text', column => column.notNull())
		.addColumn('gid', 'text', column => column.notNull())
		.addPrimaryKeyConstraint('meeting_chats_key', ['meeting_id', 'started_at'])
		.execute()
	await db.schema
		.createTable('meeting_chat_people')
		.addColumn('gid', 'text', column => column.notNull())
		.addColumn('user_id', 'text', column => column.notNull())
		.addPrimaryKeyConstraint('meeting_chat_people_key', ['gid', 'user_id'])
		.execute()
	await sql`create index im_private_chats_age on im_conversations (oldest_at) where substr(id, 1, 4) = 'u:p-'`.execute(
		db,
	)
}
