import type { Instant } from '@parley/core'
import type { MeetingRow } from '../modules/meeting/index.ts'
import type { Db } from '../platform/database.ts'

type DemoTables = {
	sites: { id: string }
	meetings: {
		id: string
		start_at: number
		end_at: number
		duration_s: number
		status: number
		is_locked: number
		is_room: number
		repeat_condition: number
		started_at: number | null
		updated_at: number
	}
}

/** Queries of the refresh. Rows are addressed by the fixed demo ids, so meetings made by people are not touched. */
export function demoStore(database: Db) {
	const db = database.$extendTables<DemoTables>()
	return {
		async hasSite(id: string): Promise<boolean> {
			return (await db.selectFrom('sites').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
		},
		async find(ids: readonly string[]) {
			return await db
				.selectFrom('meetings')
				.select(['id', 'start_at', 'end_at', 'status', 'is_room'])
				.where('id', 'in', ids)
				.execute()
		},
		async date(meeting: MeetingRow, at: Instant) {
			await db
				.updateTable('meetings')
				.set({
					start_at: meeting.startAt,
					end_at: meeting.endAt,
					duration_s: meeting.durationS,
					status: meeting.status,
					is_locked: 0,
					repeat_condition: meeting.repeatCondition,
					started_at: meeting.startedAt,
					updated_at: at,
				})
				.where('id', '=', meeting.id)
				.execute()
		},
	}
}
