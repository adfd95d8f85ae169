import { type Instant, isHostOrCreator, type MeetingId, ok, type Result, refused, type SiteId } from '@parley/core'
import type { Clock } from '../../platform/clock.ts'
import type { Member } from '../../platform/handlers.ts'
import type { MeetingService } from '../meeting/index.ts'
import type { ParticipantIdentity, RoomActivity } from '../room/index.ts'
import { countRatings, type PersonQuality, qualityByPerson } from './quality.ts'
import type { MeetingReportStore } from './store.ts'
import type { Rating, VisitStore } from './visitStore.ts'

const dayMs = 86_400_000
/** Newest entries that are sent; a meeting of a day with a hundred people has fewer. */
const maxActivity = 20_000
/** Rows of one transaction, and of one run for each site. */
const sliceRows = 200
const maxRemoved = 2_000
/** Days for which visits, their ratings and what pages reported are kept. */
export const visitDays = 7

export interface MeetingQuality {
	people: PersonQuality[]
	ratings: Record<Rating, number>
}

interface MeetingReportDeps {
	store: MeetingReportStore
	visits: VisitStore
	meetings: Pick<MeetingService, 'find' | 'canSeeExistence'>
	sites: { all(): Promise<{ id: SiteId; settings: { meetingDays: number } }[]> }
	clock: Clock
	/** Returns whose visit a token proves; undefined where it proves none. */
	identify(token: string): Promise<Pick<ParticipantIdentity, 'participantId'> | undefined>
	/** Called with the first rating of a visit. */
	onRated(rating: Rating): void
	/** Writes the entries and visits that wait. */
	flush(): Promise<void>
}

/** The report that the host of a meeting reads during and after it. */
export function createMeetingReports({
	store,
	visits,
	meetings,
	sites,
	clock,
	identify,
	onRated,
	flush,
}: MeetingReportDeps) {
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
		/** How the meeting was on the line of each person, the last time that it was held. */
		async readQuality(member: Member, meetingId: MeetingId): Promise<Result<MeetingQuality, 'forbidden' | 'missing'>> {
			const allowed = await requireOwner(member, meetingId)
			if (!allowed.ok) return allowed
			await flush()
			const found = await visits.listLast(meetingId)
			return ok({ people: qualityByPerson(found), ratings: countRatings(found) })
		},
		/** Keeps the rating of the person whose visit the token proves (ROOM-172). */
		async rate(visitToken: string, rating: Rating): Promise<Result<Record<string, never>, 'missing'>> {
			const visitor = await identify(visitToken)
			if (!visitor) return refused('missing')
			await flush()
			const rated = await visits.rate(visitor.participantId, rating)
			if (!rated) return refused('missing')
			if (rated.before === null) onRated(rating)
			return ok({})
		},
		/** A series has no end: what its occurrences left behind is kept as long as an ended meeting. */
		async removeOld(): Promise<void> {
			for (const { id, settings } of await sites.all())
				if (settings.meetingDays > 0) await removeOldActivity(id, clock.now() - settings.meetingDays * dayMs)
			for (let removed = 0; removed < maxRemoved; removed += sliceRows)
				if ((await visits.removeBegunBefore(clock.now() - visitDays * dayMs, sliceRows)) < sliceRows) return
		},
		async forget(meetingId: MeetingId): Promise<void> {
			await flush()
			await store.forget(meetingId)
			await visits.forget(meetingId)
		},
	}
}
export type MeetingReports = ReturnType<typeof createMeetingReports>
