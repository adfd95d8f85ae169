import { MeetingId } from '@parley/core'
import * as v from 'valibot'
import type { Db } from '../../platform/db.ts'
import type { EndRequestStore } from './endRequestStore.ts'

type EndRequestTables = { room_end_requests: { meeting_id: string; requested_at: number } }

export function createSqlEndRequestStore(database: Db): EndRequestStore {
	const db = database.$extendTables<EndRequestTables>()
	return {
		async add(meetingId, at) {
			await db
				.insertInto('room_end_requests')
				.values({ meeting_id: meetingId, requested_at: at })
				.onConflict(conflict => conflict.column('meeting_id').doUpdateSet({ requested_at: at }))
				.execute()
		},
		async findSince(since) {
			const rows = await db.selectFrom('room_end_requests').selectAll().execute()
			const isOld = ({ requested_at }: EndRequestTables['room_end_requests']) => Number(requested_at) < since
			// Most of the time there is nothing: a read takes no lock.
			if (rows.some(isOld)) await db.deleteFrom('room_end_requests').where('requested_at', '<', since).execute()
			return rows.filter(row => !isOld(row)).map(({ meeting_id }) => v.parse(MeetingId, meeting_id))
		},
		async take(meetingId) {
			const { numDeletedRows } = await db
				.deleteFrom('room_end_requests')
				.where('meeting_id', '=', meetingId)
				.executeTakeFirst()
			return numDeletedRows > 0n
		},
	}
}
