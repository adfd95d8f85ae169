import { type Kysely, sql } from 'kysely'

/**
 * What senders call their messages begins with the time (UUIDs of version 7): with it in front, the messages of a moment are
 * in one page of the index, whatever conversations they are of, and not in a page for each.
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
