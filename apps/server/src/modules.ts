import { meetingStatus } from '@parley/core'
import { createAccountModules } from './accountModules.ts'
import { sqlAccountStore } from './modules/account/index.ts'
import { type AskVendor, challengeHttp, challengeService, draw, sqlChallengeStore } from './modules/challenge/index.ts'
import { companyHttp, invitationService, sqlCompanyStore, sqlInvitationStore } from './modules/company/index.ts'
import { directoryHttp, directoryService, sqlDirectoryStore } from './modules/directory/index.ts'
import { joiningHttp, joiningService } from './modules/joining/index.ts'
import {
	createEnumerationGuard,
	type MeetingEvents,
	type MeetingService,
	meetingHttp,
	meetingService,
	sqlMeetingStore,
} from './modules/meeting/index.ts'
import { type MeetingPort, type RoomService, roomService, sqlRoomStore } from './modules/room/index.ts'
import { sessionHttp } from './modules/session/index.ts'
import { siteHttp, siteService, sqlSiteStore } from './modules/site/index.ts'
import type { VerifyDeviceMaker } from './modules/social/index.ts'
import { complaintService, sqlComplaintStore, supportHttp } from './modules/support/index.ts'
import { sqlVerificationStore, verificationService } from './modules/verification/index.ts'
import type { Clock } from './platform/clock.ts'
import { type Db, inTransaction } from './platform/database.ts'
import { createEventBus } from './platform/eventBus.ts'
import type { Ids } from './platform/ids.ts'
import type { Log } from './platform/log.ts'
import type { CreateRateLimit } from './platform/rateLimit.ts'
import type { Secrets } from './platform/secrets.ts'
import type { MediaEngine } from './room/index.ts'
import type { SmsSender } from './sms/index.ts'

export interface ModuleDeps {
	db: Db
	clock: Clock
	ids: Ids
	createRateLimit: CreateRateLimit
	log: Log
	secrets: Secrets
	sms: SmsSender
	/** Judges identity tokens of the device maker. */
	verifyDeviceMaker: VerifyDeviceMaker
	/** Asks the outside challenge of a site that has one. */
	askVendor: AskVendor
	engine: MediaEngine
	roomCapacity: number
	publicUrl: string | undefined
}

/** Every module with its stores, wired: what the server, the tests and the benches all start from. */
export function createModules(parts: ModuleDeps) {
	const { db, clock, ids, createRateLimit, log, engine, publicUrl } = parts
	const bus = createEventBus<MeetingEvents>((name, error) => log.error({ err: error, event: name }, 'listener failed'))

	const companies = sqlCompanyStore(db)
	const sites = siteService({ store: sqlSiteStore(db), clock })
	const verification = verificationService({
		store: sqlVerificationStore(db),
		sms: parts.sms,
		sites,
		clock,
		ids,
		createRateLimit,
		log,
		secret: Buffer.from(parts.secrets.smsCodes, 'base64url'),
	})
	const challenges = challengeService({
		store: sqlChallengeStore(db),
		sites,
		clock,
		ids,
		createRateLimit,
		log,
		draw,
		askVendor: parts.askVendor,
	})
	const entry = createAccountModules(parts, { sites, companies, verification, challenges })
	const { accounts, sessions, social } = entry
	const invitations = invitationService({
		store: sqlInvitationStore(db),
		accounts: sqlAccountStore(db),
		within: work =>
			inTransaction(db, inside => work({ invitations: sqlInvitationStore(inside), accounts: sqlAccountStore(inside) })),
		clock,
	})
	const directory = directoryService({ store: sqlDirectoryStore(db), ids })
	const complaints = complaintService({ store: sqlComplaintStore(db), clock, ids, createRateLimit })
	const meetings = meetingService({ store: sqlMeetingStore(db), directory, companies, clock, ids, bus })
	const enumerationGuard = createEnumerationGuard(createRateLimit, challenges.suspect)
	const rooms: RoomService = roomService({
		store: sqlRoomStore(db),
		meetings: meetingPortOf(meetings),
		engine,
		clock,
		ids,
		log,
		secret: Buffer.from(parts.secrets.roomTokens, 'base64url'),
		capacity: parts.roomCapacity,
	})
	bus.subscribe('meeting.ended', ({ meetingId }) => rooms.close(meetingId, 'ended'))
	bus.subscribe('meeting.deleted', ({ meetingId }) => rooms.close(meetingId, 'deleted'))
	const joining = joiningService({
		meetings,
		rooms,
		sites,
		sessions,
		enumerationGuard,
		clock,
		createRateLimit,
		publicUrl,
	})

	return {
		sites,
		accounts,
		verification,
		challenges,
		social,
		sessions,
		meetings,
		rooms,
		companies,
		invitations,
		directory,
		/** The handlers of the calls, by noun. */
		http: {
			site: siteHttp(sites, clock),
			challenge: challengeHttp(challenges),
			session: sessionHttp(sessions),
			...entry.http,
			company: companyHttp(accounts, sessions, invitations),
			directory: directoryHttp(directory),
			meeting: meetingHttp(meetings, enumerationGuard, sites, sessions, publicUrl),
			joining: joiningHttp(joining),
			support: supportHttp(companies, sites, complaints),
		},
	}
}
export type Modules = ReturnType<typeof createModules>

/** What the room module needs of meetings. */
const meetingPortOf = (meetings: MeetingService): MeetingPort => ({
	async find(meetingId) {
		const found = await meetings.find(meetingId)
		return (
			found && {
				topic: found.topic,
				locked: found.isLocked,
				// A series is never over for good: an ended occurrence makes way for the next one.
				over: found.status === meetingStatus.over,
				startedAt: found.startedAt,
			}
		)
	},
	markStarted: meetings.markStarted,
	markEnded: meetings.markEnded,
	setLocked: meetings.setLocked,
	findOverdue: meetings.findOverdue,
})
