import type { Kysely } from 'kysely'

/**
 * The streams that an external origin of lives has reported. Instants are UTC milliseconds; booleans are 0 or 1. A
 * stream exists before and after its live has it, so that it has no reference to it.
 */
export async function up(db: Kysely<unknown>) {
	await db.schema
		.createTable('origin_streams')
		.addColumn('stream_id', 'text', column => column.primaryKey())
		// Increased by each change: a server changes only what it has read.
		.addColumn('version', 'bigint', column => column.notNull())
		.addColumn('is_suspended', 'integer', column => column.notNull())
		.addColumn('is_ended', 'integer', column => column.notNull())
		.addColumn('has_published', 'integer', column => column.notNull())
		// The connection of the publisher, as the origin names it.
		.addColumn('publisher', 'text')
		.addColumn('publisher_address', 'text')
		.addColumn('publishing_since', 'bigint')
		// Reports of publishers so far: if it does not grow, the publisher is silent.
		.addColumn('reports', 'bigint', column => column.notNull())
		.addColumn('grace_ends_at', 'bigint')
		// JSON: connections that have left, or are to be ended.
		.addColumn('closed_connections', 'text', column => column.notNull())
		// JSON: what the origin has to play.
		.addColumn('definition', 'text')
		// The most viewers that one server has counted, and when.
		.addColumn('viewers', 'integer', column => column.notNull())
		.addColumn('viewers_at', 'bigint', column => column.notNull())
		.execute()
}
