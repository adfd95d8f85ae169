import { accountService, sqlAccountStore } from './modules/account/index.ts'
import { companyHttp, sqlCompanyStore } from './modules/company/index.ts'
import { joiningHttp, joiningService } from './modules/joining/index.ts'
import { type MeetingEvents, meetingHttp, meetingService, sqlMeetingStore } from './modules/meeting/index.ts'
import { type RoomService, roomService, sqlRoomStore } from './modules/room/index.ts'
import { sessionHttp, sessionService, sqlSessionStore } from './modules/session/index.ts'
import { siteHttp, siteService, sqlSiteStore } from './modules/site/index.ts'
import { createBus } from './platform/bus.ts'
import type { Clock } from './platform/clock.ts'
import type { Db } from './platform/database.ts'
import type { Ids } from './platform/ids.ts'
import type { CreateBudget } from './platform/limits.ts'
import type { Log } from './platform/log.ts'
import type { Secrets } from './platform/secrets.ts'
import type { MediaEngine } from './room/index.ts'

export interface ModuleParts {
	db: Db
	clock: Clock
	ids: Ids
	budget: CreateBudget
	log: Log
	secrets: Secrets
	engine: MediaEngine
	roomCapacity: number
	publicUrl: string | undefined
}

/** Every module with its stores, wired: what the server, the tests and the benches all start from. */
export function createModules(parts: ModuleParts) {
	const { db, clock, ids, budget, log, engine, publicUrl } = parts
	const bus = createBus<MeetingEvents>((name, error) => log.error({ err: error, event: name }, 'listener failed'))

	const sites = siteService({ store: sqlSiteStore(db), clock })
	const accounts = accountService({ store: sqlAccountStore(db), clock, ids })
	const sessions = sessionService({ store: sqlSessionStore(db), accounts, clock, ids, budget })
	const meetings = meetingService({ store: sqlMeetingStore(db), clock, ids, bus })
	const rooms: RoomService = roomService({
		store: sqlRoomStore(db),
		meetings: {
			async find(meetingId) {
				const found = await meetings.find(meetingId)
				// A recurring room is never over for good; its ended occurrence makes way for the next one.
				return (
					found && {
						topic: found.topic,
						locked: found.isLocked,
						over: found.status === 9,
						startedAt: found.startedAt,
					}
				)
			},
			started: meetings.started,
			ended: meetings.ended,
			setLocked: meetings.setLocked,
			overdue: meetings.overdue,
		},
		engine,
		clock,
		ids,
		log,
		secret: Buffer.from(parts.secrets.roomTokens, 'base64url'),
		capacity: parts.roomCapacity,
	})
	bus.on('meeting.ended', ({ meetingId }) => rooms.close(meetingId, 'ended'))
	bus.on('meeting.deleted', ({ meetingId }) => rooms.close(meetingId, 'deleted'))
	const joining = joiningService({ meetings, rooms, sites, sessions, clock, budget, publicUrl })

	return {
		sites,
		accounts,
		sessions,
		meetings,
		rooms,
		companies: sqlCompanyStore(db),
		/** What the edge answers, by noun. */
		http: {
			site: siteHttp(sites, clock),
			session: sessionHttp(sessions, sites),
			company: companyHttp(accounts, sessions),
			meeting: meetingHttp(meetings, sites, sessions),
			joining: joiningHttp(joining),
		},
	}
}
export type Modules = ReturnType<typeof createModules>
