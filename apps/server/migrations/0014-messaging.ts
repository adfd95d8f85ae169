import { type CreateTableBuilder, type Kysely, PostgresAdapter, sql } from 'kysely'

/**
 * Messaging: the log of each conversation, personal lists, and membership. Conversations, people and groups belong to
 * an application (`app_id`); positions begin at 1 and have no gaps.
 */
export async function up(db: Kysely<unknown>) {
	await conversations(db)
	await lists(db)
	await people(db)
}

/** SQLite keeps a row in its primary key, where it is looked for, and not in a second tree. */
const inItsKey = <T extends string, C extends string>(db: Kysely<unknown>, table: CreateTableBuilder<T, C>) =>
	isPostgres(db) ? table : table.modifyEnd(sql`without rowid`)
const isPostgres = (db: Kysely<unknown>) => db.getExecutor().adapter instanceof PostgresAdapter

async function conversations(db: Kysely<unknown>) {
	await inItsKey(
		db,
		db.schema
			.createTable('im_conversations')
			.addColumn('app_id', 'text', column => column.notNull())
			.addColumn('id', 'text', column => column.notNull())
			.addColumn('kind', 'text', column => column.notNull())
			.addColumn('epoch', 'text', column => column.notNull())
			.addColumn('last', 'bigint', column => column.notNull())
			.addColumn('min', 'bigint', column => column.notNull())
			.addColumn('version', 'bigint', column => column.notNull())
			.addColumn('member_count', 'integer', column => column.notNull())
			// JSON, of groups and rooms
			.addColumn('settings', 'text')
			.addColumn('created_at', 'bigint', column => column.notNull())
			.addColumn('deleted_at', 'bigint')
			.addColumn('oldest_at', 'bigint')
			.addPrimaryKeyConstraint('im_conversations_key', ['app_id', 'id']),
	).execute()
	await db.schema.createIndex('im_conversations_age').on('im_conversations').columns(['kind', 'oldest_at']).execute()

	await inItsKey(
		db,
		db.schema
			.createTable('im_events')
			.addColumn('app_id', 'text', column => column.notNull())
			.addColumn('conversation_id', 'text', column => column.notNull())
			.addColumn('position', 'bigint', column => column.notNull())
			.addColumn('ts', 'bigint', column => column.notNull())
			.addColumn('uid', 'text', column => column.notNull())
			.addColumn('name', 'text', column => column.notNull())
			.addColumn('cmid', 'text')
			.addColumn('body', 'text', column => column.notNull())
			.addPrimaryKeyConstraint('im_events_key', ['app_id', 'conversation_id', 'position']),
	).execute()
	await db.schema
		.createIndex('im_events_cmid')
		.unique()
		.on('im_events')
		.columns(['app_id', 'conversation_id', 'uid', 'cmid'])
		.where(sql.ref('cmid'), 'is not', null)
		.execute()

	await inItsKey(
		db,
		db.schema
			.createTable('im_members')
			.addColumn('app_id', 'text', column => column.notNull())
			.addColumn('conversation_id', 'text', column => column.notNull())
			.addColumn('uid', 'text', column => column.notNull())
			.addColumn('is_chat', 'integer', column => column.notNull())
			.addColumn('nick_name', 'text')
			.addColumn('role', 'integer', column => column.notNull())
			.addColumn('silenced_until', 'bigint')
			.addColumn('banned', 'integer', column => column.notNull())
			.addColumn('receive_state', 'integer', column => column.notNull())
			.addColumn('start_position', 'bigint', column => column.notNull())
			.addColumn('read_position', 'bigint', column => column.notNull())
			.addColumn('joined_at', 'bigint', column => column.notNull())
			.addPrimaryKeyConstraint('im_members_key', ['app_id', 'conversation_id', 'uid']),
	).execute()
	await db.schema
		.createIndex('im_members_person')
		.on('im_members')
		.columns(['app_id', 'uid', 'is_chat', 'conversation_id'])
		.execute()
}

async function lists(db: Kysely<unknown>) {
	// `uid` is empty in everyone's list
	await inItsKey(
		db,
		db.schema
			.createTable('im_list_heads')
			.addColumn('app_id', 'text', column => column.notNull())
			.addColumn('uid', 'text', column => column.notNull())
			.addColumn('list', 'text', column => column.notNull())
			.addColumn('epoch', 'text', column => column.notNull())
			.addColumn('last', 'bigint', column => column.notNull())
			.addColumn('min', 'bigint', column => column.notNull())
			.addColumn('oldest_at', 'bigint')
			.addPrimaryKeyConstraint('im_list_heads_key', ['app_id', 'uid', 'list']),
	).execute()
	await db.schema.createIndex('im_list_heads_age').on('im_list_heads').column('oldest_at').execute()

	await inItsKey(
		db,
		db.schema
			.createTable('im_list_entries')
			.addColumn('app_id', 'text', column => column.notNull())
			.addColumn('uid', 'text', column => column.notNull())
			.addColumn('list', 'text', column => column.notNull())
			.addColumn('position', 'bigint', column => column.notNull())
			.addColumn('ts', 'bigint', column => column.notNull())
			.addColumn('name', 'text', column => column.notNull())
			.addColumn('body', 'text', column => column.notNull())
			// Notices only, in lower case
			.addColumn('searched', 'text')
			.addPrimaryKeyConstraint('im_list_entries_key', ['app_id', 'uid', 'list', 'position']),
	).execute()

	await inItsKey(
		db,
		db.schema
			.createTable('im_requests')
			.addColumn('app_id', 'text', column => column.notNull())
			.addColumn('uid', 'text', column => column.notNull())
			.addColumn('id', 'text', column => column.notNull())
			.addColumn('answer', 'text', column => column.notNull())
			.addColumn('ts', 'bigint', column => column.notNull())
			.addPrimaryKeyConstraint('im_requests_key', ['app_id', 'uid', 'id']),
	).execute()
	await db.schema.createIndex('im_requests_age').on('im_requests').column('ts').execute()
}

async function people(db: Kysely<unknown>) {
	await inItsKey(
		db,
		db.schema
			.createTable('im_users')
			.addColumn('app_id', 'text', column => column.notNull())
			.addColumn('uid', 'text', column => column.notNull())
			.addColumn('nick_name', 'text', column => column.notNull())
			.addColumn('img_url', 'text', column => column.notNull())
			.addColumn('is_guest', 'integer', column => column.notNull())
			.addColumn('tokens_not_before', 'bigint', column => column.notNull())
			.addColumn('barred_until', 'bigint')
			.addPrimaryKeyConstraint('im_users_key', ['app_id', 'uid']),
	).execute()

	await inItsKey(
		db,
		db.schema
			.createTable('im_friends')
			.addColumn('app_id', 'text', column => column.notNull())
			.addColumn('uid', 'text', column => column.notNull())
			.addColumn('friend_uid', 'text', column => column.notNull())
			.addColumn('remark', 'text', column => column.notNull())
			.addColumn('shield', 'integer', column => column.notNull())
			.addColumn('since', 'bigint', column => column.notNull())
			.addPrimaryKeyConstraint('im_friends_key', ['app_id', 'uid', 'friend_uid']),
	).execute()

	await inItsKey(
		db,
		db.schema
			.createTable('im_applications')
			.addColumn('app_id', 'text', column => column.notNull())
			.addColumn('id', 'text', column => column.notNull())
			.addColumn('kind', 'text', column => column.notNull())
			.addColumn('from_uid', 'text', column => column.notNull())
			.addColumn('to_id', 'text', column => column.notNull())
			.addColumn('content', 'text', column => column.notNull())
			.addColumn('status', 'text', column => column.notNull())
			.addColumn('handled_by', 'text')
			// The parties between which it waits; null once it was handled
			.addColumn('waiting', 'text')
			.addColumn('ts', 'bigint', column => column.notNull())
			.addPrimaryKeyConstraint('im_applications_key', ['app_id', 'id']),
	).execute()
	await db.schema
		.createIndex('im_applications_waiting')
		.unique()
		.on('im_applications')
		.column('waiting')
		.where(sql.ref('waiting'), 'is not', null)
		.execute()
	await db.schema
		.createIndex('im_applications_from')
		.on('im_applications')
		.columns(['app_id', 'kind', 'from_uid', 'to_id', 'ts'])
		.execute()
	await db.schema
		.createIndex('im_applications_to')
		.on('im_applications')
		.columns(['app_id', 'kind', 'to_id', 'ts'])
		.execute()

	await db.schema
		.createTable('im_audit')
		.addColumn('number', isPostgres(db) ? 'bigserial' : 'integer', column => column.primaryKey())
		.addColumn('app_id', 'text', column => column.notNull())
		.addColumn('gid', 'text')
		.addColumn('ts', 'bigint', column => column.notNull())
		.addColumn('actor', 'text', column => column.notNull())
		.addColumn('action', 'text', column => column.notNull())
		.addColumn('target', 'text', column => column.notNull())
		.addColumn('before', 'text', column => column.notNull())
		.addColumn('after', 'text', column => column.notNull())
		.execute()
	await db.schema.createIndex('im_audit_group').on('im_audit').columns(['app_id', 'gid', 'number']).execute()
	await db.schema.createIndex('im_audit_age').on('im_audit').column('ts').execute()
}
