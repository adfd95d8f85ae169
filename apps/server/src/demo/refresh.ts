import { historyIds, planMeetings, rowId } from './meetings.ts'
import type { DemoDeps } from './seed.ts'
import { demoStore } from './store.sql.ts'

/** Moves the dates of the demo meetings to today; returns false if they are up to date or deleted. */
export async function refreshDemo({ db, clock }: DemoDeps): Promise<boolean> {
	const now = clock.now()
	const planned = planMeetings(now)
	return await db.transaction().execute(async transaction => {
		const store = demoStore(transaction)
		const kept = new Map((await store.find(planned.map(meeting => meeting.id))).map(row => [row.id, row]))
		// Past meetings depend on the day only, so they tell for which day the dates were computed.
		const pastIds = new Set(historyIds.map(rowId))
		const past = planned.filter(meeting => pastIds.has(meeting.id) && kept.has(meeting.id))
		if (past.every(meeting => kept.get(meeting.id)?.start_at === meeting.startAt)) return false

		for (const meeting of planned) {
			const row = kept.get(meeting.id)
			const isRunning = row?.status === 2 && (row.is_room === 1 || row.end_at > now)
			if (row && !isRunning) await store.date(meeting, now)
		}
		return true
	})
}
