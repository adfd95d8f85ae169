import { setImmediate as letOthers } from 'node:timers/promises'
import { formatWireDay, type SiteId } from '@parley/core'
import type { Clock } from '../../platform/clock.ts'
import type { RemoveMeeting } from './removal.ts'
import type { MeetingStore } from './store.ts'

/** Sites with their retention in days. */
export interface KeepingSites {
	all(): Promise<{ id: SiteId; settings: { meetingDays: number; liveRecordingDays: number } }[]>
}

interface RetentionDeps {
	store: MeetingStore
	sites: KeepingSites
	clock: Clock
	removeMeeting: RemoveMeeting
}

const dayMs = 86_400_000
/** Occurrences of one transaction: a few milliseconds of the write lock of SQLite. */
const sliceRows = 100
/** Maximum per run, each in a transaction of its own: more than a busy site schedules between two runs. */
const perRun = 500

/** Removes ended meetings past their site's retention; waiting requests go first between two transactions. */
export function createRetention({ store, sites, clock, removeMeeting }: RetentionDeps) {
	async function removeMeetings(siteId: SiteId, ended: number, endedWithLive: number) {
		for (const meeting of await store.findLongOver(siteId, { ended, endedWithLive }, perRun)) {
			await removeMeeting(meeting)
			await letOthers()
		}
	}

	async function removeOccurrences(siteId: SiteId, ended: number) {
		const beforeDay = formatWireDay(ended, 'UTC')
		for (let removed = 0; removed < perRun; removed += sliceRows) {
			if ((await store.removeOccurrences(siteId, beforeDay, sliceRows)) < sliceRows) return
			await letOthers()
		}
	}

	return {
		async removeLongOver(): Promise<void> {
			const now = clock.now()
			for (const { id, settings } of await sites.all()) {
				const { meetingDays, liveRecordingDays } = settings
				if (meetingDays === 0) continue
				const ended = now - meetingDays * dayMs
				// A recording is kept as long as its site says, and it needs its meeting. One of the meeting itself has rows of its own.
				await removeMeetings(id, ended, now - Math.max(meetingDays, liveRecordingDays) * dayMs)
				await removeOccurrences(id, ended)
			}
		},
	}
}
