import type { Kysely } from 'kysely'

/**
 * A page of a day is read in order: each index ends with the list's sort columns, after all filter columns. One-off
 * meetings of a company have theirs already (`meetings_of_day`).
 */
export async function up(db: Kysely<unknown>) {
	const order = { series: ['repeat_second', 'id'], oneOff: ['start_at', 'id'] }
	const indexes = {
		meetings_by_access: ['company_id', 'is_room', 'is_invited_only', ...order.oneOff],
		series_of_day: ['company_id', 'is_room', 'repeat_type', ...order.series],
		series_of_date: ['company_id', 'is_room', 'repeat_type', 'repeat_condition', ...order.series],
		meetings_of_host: ['host_id', 'is_room', ...order.oneOff],
		meetings_of_creator: ['creator_id', 'is_room', ...order.oneOff],
	}
	for (const [name, columns] of Object.entries(indexes))
		await db.schema.createIndex(name).on('meetings').columns(columns).execute()
}
