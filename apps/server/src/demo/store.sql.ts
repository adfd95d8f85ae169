import type { Instant } from '@parley/core'
import type { MeetingRow } from '../modules/meeting/index.ts'
import type { Db } from '../platform/db.ts'
import { rowId } from './meetings.ts'

type DemoTables = {
	sites: { id: string }
	users: { id: string; password_hash: string | null; corporate_hash: string | null }
	sessions: { user_id: string }
	meetings: {
		id: string
		live_background: string | null
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

/** Queries of the demo. Rows are addressed by the fixed demo ids, so meetings made by people are not touched. */
export function demoStore(database: Db) {
	const db = database.$extendTables<DemoTables>()
	return {
		async hasSite(id: string): Promise<boolean> {
			return (await db.selectFrom('sites').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
		},
		/**
		 * Returns all password hashes of these people: of their own password, and of the one in the corporate directory.
		 */
		async findPasswords(ids: readonly string[]): Promise<{ id: string; hashes: string[] }[]> {
			const rows = await db
				.selectFrom('users')
				.select(['id', 'password_hash', 'corporate_hash'])
				.where('id', 'in', ids)
				.execute()
			return rows.map(row => ({
				id: row.id,
				hashes: [row.password_hash, row.corporate_hash].filter(hash => hash !== null),
			}))
		},
		/** Leaves people without any password and without a session. */
		async removePasswords(ids: readonly string[]) {
			if (ids.length === 0) return
			await db.updateTable('users').set({ password_hash: null, corporate_hash: null }).where('id', 'in', ids).execute()
			await db.deleteFrom('sessions').where('user_id', 'in', ids).execute()
		},
		async find(ids: readonly string[]) {
			return await db
				.selectFrom('meetings')
				.select(['id', 'start_at', 'end_at', 'status', 'is_room'])
				.where('id', 'in', ids)
				.execute()
		},
		/** Only if it has none. */
		async giveBackground(meetingIds: readonly string[], path: string) {
			await db
				.updateTable('meetings')
				.set({ live_background: path })
				.where('id', 'in', meetingIds.map(rowId))
				.where('live_background', 'is', null)
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
