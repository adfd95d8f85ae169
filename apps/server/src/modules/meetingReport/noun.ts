import type { EventBus } from '../../platform/eventBus.ts'
import type { Platform } from '../../platform/noun.ts'
import type { MeetingEvents, MeetingService } from '../meeting/index.ts'
import type { RoomService } from '../room/index.ts'
import type { SiteService } from '../site/index.ts'
import { createActivityLog } from './activityLog.ts'
import { meetingReportHttp } from './http.ts'
import { createMeetingReports } from './service.ts'
import { createSqlMeetingReportStore } from './store.sql.ts'

export type MeetingReportDeps = Platform & {
	bus: EventBus<MeetingEvents>
	site: { sites: SiteService }
	meeting: { meetings: MeetingService }
	room: { rooms: RoomService }
}

/** What is known about a meeting afterwards, for its host. */
function open({ db, clock, log, bus, ...nouns }: MeetingReportDeps) {
	const { meetings } = nouns.meeting
	const store = createSqlMeetingReportStore(db)
	const { add, flush } = createActivityLog({
		store,
		findSite: async meetingId => (await meetings.find(meetingId))?.siteId,
		log,
	})
	const reports = createMeetingReports({
		store,
		meetings,
		sites: nouns.site.sites,
		clock,
		flush,
	})
	nouns.room.rooms.onActivity(add)
	bus.subscribe('meeting.deleted', ({ meetingId }) => reports.forget(meetingId))
	return {
		calls: { meetingReport: meetingReportHttp(reports) },
		jobs: [
			{ name: 'activity of meetings', run: flush },
			{ name: 'old activity of meetings', run: reports.removeOld },
		],
		close: flush,
	}
}

export const meetingReportNoun = { name: 'meetingReport' as const, open }
