import { type Kysely, sql } from 'kysely'

/**
 * Senders' ids of messages begin with the time (UUIDs of version 7): with it first, the messages of one moment share a
 * page of the index, whatever their conversations, instead of one page each.
 */
export async function up(db: Kysely<unknown>) {
	await db.schema.dropIndex('im_events_cmid').execute()
	await db.schema
		.createIndex('im_events_cmid')
		.unique()
		.on('im_events')
		.columns(['cmid', 'app_id', 'conversation_id', 'uid'])
		.where(sql.ref('cmid'), 'is not', null)
		.execute()
}
