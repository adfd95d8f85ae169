import { type Instant, isHostOrCreator, type MeetingId, ok, type Result, refused, type SiteId } from '@parley/core'
import type { Clock } from '../../platform/clock.ts'
import type { Member } from '../../platform/handlers.ts'
import type { MeetingService } from '../meeting/index.ts'
import type { RoomActivity } from '../room/index.ts'
import type { MeetingReportStore } from './store.ts'

const dayMs = 86_400_000
/** Newest entries that are sent; a meeting of a day with a hundred people has fewer. */
const maxActivity = 20_000
/** Rows of one transaction, and of one run for each site. */
const sliceRows = 200
const maxRemoved = 2_000

interface MeetingReportDeps {
	store: MeetingReportStore
	meetings: Pick<MeetingService, 'find' | 'canSeeExistence'>
	sites: { all(): Promise<{ id: SiteId; settings: { meetingDays: number } }[]> }
	clock: Clock
	/** Writes the entries that wait. */
	flush(): Promise<void>
}

/** What the host of a meeting learns about it during and after it. */
export function createMeetingReports({ store, meetings, sites, clock, flush }: MeetingReportDeps) {
	/** Host and creator alone; to those who may not know of the meeting it does not exist. */
	async function requireOwner(member: Member, meetingId: MeetingId): Promise<Result<null, 'forbidden' | 'missing'>> {
		const meeting = await meetings.find(meetingId)
		if (!meeting || meeting.companyId !== member.companyId) return refused('missing')
		if (isHostOrCreator(member, meeting)) return ok(null)
		return refused((await meetings.canSeeExistence(member, meeting)) ? 'forbidden' : 'missing')
	}

	async function removeOldActivity(siteId: SiteId, before: Instant): Promise<void> {
		for (let removed = 0; removed < maxRemoved; removed += sliceRows)
			if ((await store.removeActivity(siteId, before, sliceRows)) < sliceRows) return
	}

	return {
		async readActivity(member: Member, meetingId: MeetingId): Promise<Result<RoomActivity[], 'forbidden' | 'missing'>> {
			const allowed = await requireOwner(member, meetingId)
			if (!allowed.ok) return allowed
			await flush()
			return ok(await store.listActivity(meetingId, maxActivity))
		},
		/** A series has no end: what its occurrences left behind is kept as long as an ended meeting. */
		async removeOld(): Promise<void> {
			for (const { id, settings } of await sites.all())
				if (settings.meetingDays > 0) await removeOldActivity(id, clock.now() - settings.meetingDays * dayMs)
		},
		async forget(meetingId: MeetingId): Promise<void> {
			await flush()
			await store.forget(meetingId)
		},
	}
}
export type MeetingReports = ReturnType<typeof createMeetingReports>
