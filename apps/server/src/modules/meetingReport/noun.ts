import type { Registry } from 'prom-client'
import type { EventBus } from '../../platform/eventBus.ts'
import type { Platform } from '../../platform/noun.ts'
import type { AccountStore } from '../account/index.ts'
import type { MeetingEvents, MeetingService } from '../meeting/index.ts'
import type { Nodes } from '../node/index.ts'
import type { Rooms } from '../room/index.ts'
import type { SiteService } from '../site/index.ts'
import { createActivityLog } from './activityLog.ts'
import { meetingReportHttp } from './http.ts'
import { createReportMetrics } from './metrics.ts'
import { createMeetingReports } from './service.ts'
import { createSqlMeetingReportStore } from './store.sql.ts'
import { createVisitLog } from './visitLog.ts'
import { createSqlVisitStore } from './visitStore.sql.ts'

export type MeetingReportDeps = Platform & {
	bus: EventBus<MeetingEvents>
	site: { sites: SiteService }
	account: { store: AccountStore }
	meeting: { meetings: MeetingService }
	room: { rooms: Rooms }
	node: { nodes: Pick<Nodes, 'id'> }
}

/** The report about a meeting, for its host. */
function open({ db, clock, log, bus, ...nouns }: MeetingReportDeps) {
	const { meetings } = nouns.meeting
	const node = nouns.node.nodes.id
	const store = createSqlMeetingReportStore(db)
	const activityLog = createActivityLog({
		store,
		findSite: async meetingId => (await meetings.find(meetingId))?.siteId,
		hasAccount: async userId => (await nouns.account.store.find(userId)) !== undefined,
		log,
	})
	const visits = createSqlVisitStore(db)
	const visitLog = createVisitLog({ store: visits, node, log })
	const metrics = createReportMetrics()
	const flush = async () => {
		await activityLog.flush()
		await visitLog.flush()
	}
	/** People who are still there come back with their tokens, to a new visit. */
	const endAbandoned = () => visits.endOfGoneNodes(node)
	const reports = createMeetingReports({
		store,
		visits,
		meetings,
		sites: nouns.site.sites,
		clock,
		identify: nouns.room.rooms.identify,
		onRated: metrics.countRating,
		flush,
	})
	nouns.room.rooms.onActivity(activityLog.add)
	nouns.room.rooms.onVisit(event => {
		visitLog.add(event)
		metrics.countVisit(event)
	})
	bus.subscribe('meeting.deleted', ({ meetingId }) => reports.forget(meetingId))
	return {
		calls: { meetingReport: meetingReportHttp(reports) },
		jobs: [
			{ name: 'activity and visits of meetings', run: flush, runsOnEveryNode: true },
			{ name: 'visits of servers that are gone', run: endAbandoned },
			{ name: 'old reports of meetings', run: reports.removeOld },
		],
		metrics: (registry: Registry) => metrics.measure(registry),
		start: endAbandoned,
		close: flush,
	}
}

export const meetingReportNoun = { name: 'meetingReport' as const, open }
