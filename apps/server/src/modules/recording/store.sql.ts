import { RecordingId } from '@parley/api'
import { MeetingId, SiteId } from '@parley/core'
import * as v from 'valibot'
import type { Db } from '../../platform/db.ts'
import type { RecordingStore, StoredRecording } from './store.ts'

type RecordingTables = {
	recordings: {
		id: string
		meeting_id: string
		site_id: string
		started_at: number
		duration_ms: number | null
		bytes: number | null
		node: string | null
	}
	recording_people: { recording_id: string; user_id: string }
	nodes: { id: string }
}

/** @param node makes the recordings that are inserted; null where none are */
export function createSqlRecordingStore(database: Db, node: string | null = null): RecordingStore {
	const db = database.$extendTables<RecordingTables>()
	const recordings = () => db.selectFrom('recordings').selectAll()
	return {
		async insert({ id, meetingId, siteId, startedAt }) {
			await db
				.insertInto('recordings')
				.values({
					id,
					meeting_id: meetingId,
					site_id: siteId,
					started_at: startedAt,
					duration_ms: null,
					bytes: null,
					node,
				})
				.execute()
		},
		async find(id) {
			const row = await recordings().where('id', '=', id).executeTakeFirst()
			return row && recordingOf(row)
		},
		async list(meetingId) {
			const rows = await recordings().where('meeting_id', '=', meetingId).orderBy('started_at', 'desc').execute()
			return rows.map(recordingOf)
		},
		async listUnfinished() {
			const rows = await recordings()
				.where('duration_ms', 'is', null)
				.where(({ eb, or, selectFrom }) =>
					or([
						eb('node', 'is', null),
						...(node === null ? [] : [eb('node', '=', node)]),
						eb('node', 'not in', selectFrom('nodes').select('id')),
					]),
				)
				.execute()
			return rows.map(recordingOf)
		},
		async listOld(siteId, before, limit) {
			const rows = await recordings()
				.where('site_id', '=', siteId)
				.where('started_at', '<=', before)
				.where('duration_ms', 'is not', null)
				.orderBy('started_at')
				.limit(limit)
				.execute()
			return rows.map(recordingOf)
		},
		async finish(id, { durationMs, bytes }) {
			await db.updateTable('recordings').set({ duration_ms: durationMs, bytes }).where('id', '=', id).execute()
		},
		async addPerson(id, userId) {
			await db
				.insertInto('recording_people')
				.values({ recording_id: id, user_id: userId })
				.onConflict(conflict => conflict.columns(['recording_id', 'user_id']).doNothing())
				.execute()
		},
		async findAttended(ids, userId) {
			if (ids.length === 0) return new Set()
			const rows = await db
				.selectFrom('recording_people')
				.select('recording_id')
				.where('user_id', '=', userId)
				.where('recording_id', 'in', [...ids])
				.execute()
			return new Set(rows.map(({ recording_id }) => v.parse(RecordingId, recording_id)))
		},
		async forgetPerson(userId) {
			await db.deleteFrom('recording_people').where('user_id', '=', userId).execute()
		},
		async remove(id) {
			await db.transaction().execute(async trx => {
				await trx.deleteFrom('recording_people').where('recording_id', '=', id).execute()
				await trx.deleteFrom('recordings').where('id', '=', id).execute()
			})
		},
		async ids() {
			return new Set((await db.selectFrom('recordings').select('id').execute()).map(({ id }) => id))
		},
	}
}

const recordingOf = (row: RecordingTables['recordings']): StoredRecording => ({
	id: v.parse(RecordingId, row.id),
	meetingId: v.parse(MeetingId, row.meeting_id),
	siteId: v.parse(SiteId, row.site_id),
	startedAt: Number(row.started_at),
	finished: row.duration_ms === null ? null : { durationMs: Number(row.duration_ms), bytes: Number(row.bytes) },
})
