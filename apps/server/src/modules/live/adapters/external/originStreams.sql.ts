import { type RowOf, rowMapping } from '../../../../platform/columns.ts'
import type { Db } from '../../../../platform/db.ts'
import { cipherOf } from '../../../../platform/fieldCipher.ts'
import { originStreamColumns } from './originStream.ts'
import type { OriginStreams } from './originStreams.ts'

type OriginTables = { origin_streams: RowOf<typeof originStreamColumns> }

export function createSqlOriginStreams(database: Db): OriginStreams {
	const db = database.$extendTables<OriginTables>()
	const { toRow, fromRow } = rowMapping(originStreamColumns, cipherOf(database))
	const streams = () => db.selectFrom('origin_streams').selectAll()
	return {
		async find(streamId) {
			const row = await streams().where('stream_id', '=', streamId).executeTakeFirst()
			return row && fromRow(row)
		},
		async insert(stream) {
			await db
				.insertInto('origin_streams')
				.values(toRow(stream))
				.onConflict(conflict => conflict.column('stream_id').doNothing())
				.execute()
		},
		async replace(stream) {
			const { numUpdatedRows } = await db
				.updateTable('origin_streams')
				.set(toRow({ ...stream, version: stream.version + 1 }))
				.where('stream_id', '=', stream.streamId)
				.where('version', '=', stream.version)
				.executeTakeFirst()
			return numUpdatedRows === 1n
		},
		async setViewers(streamId, viewers, at) {
			await db
				.updateTable('origin_streams')
				.set({ viewers, viewers_at: at })
				.where('stream_id', '=', streamId)
				.execute()
		},
		async remove(streamId) {
			await db.deleteFrom('origin_streams').where('stream_id', '=', streamId).execute()
		},
		async listIds() {
			const rows = await db.selectFrom('origin_streams').select('stream_id').orderBy('stream_id').execute()
			return rows.map(row => row.stream_id)
		},
		async listActive(graceEndsAfter) {
			const rows = await streams()
				.where('is_ended', '=', 0)
				.where(({ eb, or }) => or([eb('publisher', 'is not', null), eb('grace_ends_at', '>', graceEndsAfter)]))
				.orderBy('stream_id')
				.execute()
			return rows.map(fromRow)
		},
	}
}
