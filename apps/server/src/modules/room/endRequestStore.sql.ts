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
		async takeSince(since) {
			// Most of the time there is nothing: a read takes no lock.
			const waiting = await db.selectFrom('room_end_requests').select('meeting_id').limit(1).execute()
			if (waiting.length === 0) return []
			const taken = await db.deleteFrom('room_end_requests').returningAll().execute()
			return taken
				.filter(({ requested_at }) => Number(requested_at) >= since)
				.map(({ meeting_id }) => v.parse(MeetingId, meeting_id))
		},
	}
}
