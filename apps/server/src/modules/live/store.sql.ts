import { type RowOf, rowMapping } from '../../platform/columns.ts'
import type { Db } from '../../platform/db.ts'
import { cipherOf } from '../../platform/fieldCipher.ts'
import { type LiveStore, liveColumns } from './store.ts'

type LiveTables = { lives: RowOf<typeof liveColumns> }

export function createSqlLiveStore(database: Db): LiveStore {
	const db = database.$extendTables<LiveTables>()
	const cipher = cipherOf(database)
	const mapping = rowMapping(liveColumns, cipher)
	const lives = () => db.selectFrom('lives').selectAll()
	return {
		async find(meetingId) {
			const row = await lives().where('id', '=', meetingId).executeTakeFirst()
			return row && mapping.fromRow(row)
		},
		async findByStream(streamId) {
			const row = await lives().where('stream_id', '=', streamId).executeTakeFirst()
			return row && mapping.fromRow(row)
		},
		async insert(live) {
			const { numInsertedOrUpdatedRows } = await db
				.insertInto('lives')
				.values(mapping.toRow(live))
				.onConflict(conflict => conflict.column('id').doNothing())
				.executeTakeFirst()
			return numInsertedOrUpdatedRows === 1n
		},
		async setStatus(meetingId, from, { status, startedAt, endedAt }) {
			const { numUpdatedRows } = await db
				.updateTable('lives')
				.set({
					status,
					...(startedAt !== undefined && { started_at: startedAt }),
					...(endedAt !== undefined && { ended_at: endedAt }),
				})
				.where('id', '=', meetingId)
				.where('status', 'in', from)
				.executeTakeFirst()
			return numUpdatedRows === 1n
		},
		async setStream(meetingId, from, { streamId, streamKey }) {
			const { numUpdatedRows } = await db
				.updateTable('lives')
				.set({ stream_id: streamId, stream_key: cipher.encrypt('lives.stream_key', streamKey) })
				.where('id', '=', meetingId)
				.where('stream_id', '=', from)
				.executeTakeFirst()
			return numUpdatedRows === 1n
		},
		async addView(meetingId) {
			const row = await db
				.updateTable('lives')
				.set(({ eb }) => ({ clicks: eb('clicks', '+', 1) }))
				.where('id', '=', meetingId)
				.returning('clicks')
				.executeTakeFirst()
			return row && Number(row.clicks)
		},
		async list(statuses) {
			const rows = await lives().where('status', 'in', statuses).orderBy('id').execute()
			return rows.map(mapping.fromRow)
		},
		async remove(meetingId) {
			await db.deleteFrom('lives').where('id', '=', meetingId).execute()
		},
	}
}
