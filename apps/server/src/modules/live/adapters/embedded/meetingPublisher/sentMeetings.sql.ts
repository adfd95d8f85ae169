import type { Instant, MeetingId } from '@parley/core'
import type { Db } from '../../../../../platform/db.ts'
import type { LiveStreamId } from '../../../index.ts'
import type { SentMeetingStore } from './sentMeetings.ts'

type SentMeetingTables = {
	sent_meetings: { stream_id: string; meeting_id: string; sent_at: number }
}

export function createSqlSentMeetingStore(database: Db): SentMeetingStore {
	const db = database.$extendTables<SentMeetingTables>()
	return {
		async put(streamId: LiveStreamId, meetingId: MeetingId, sentAt: Instant) {
			await db
				.insertInto('sent_meetings')
				.values({ stream_id: streamId, meeting_id: meetingId, sent_at: sentAt })
				.onConflict(conflict => conflict.column('stream_id').doUpdateSet({ meeting_id: meetingId, sent_at: sentAt }))
				.execute()
		},
		async remove(streamId: LiveStreamId) {
			await db.deleteFrom('sent_meetings').where('stream_id', '=', streamId).execute()
		},
		async list() {
			const rows = await db.selectFrom('sent_meetings').selectAll().execute()
			return rows.map(({ stream_id, meeting_id, sent_at }) => ({
				streamId: stream_id,
				meetingId: meeting_id as MeetingId,
				sentAt: sent_at as Instant,
			}))
		},
	}
}
