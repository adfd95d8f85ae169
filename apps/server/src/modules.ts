import { meetingStatus } from '@parley/core'
import { createAccountModules } from './accountModules.ts'
import { createSqlAccountStore } from './modules/account/index.ts'
import {
	challengeHttp,
	createChallengeService,
	createSqlChallengeStore,
	drawPuzzlePicture,
	type VerifyWithVendor,
} from './modules/challenge/index.ts'
import {
	companyHttp,
	createInvitationService,
	createSqlCompanyStore,
	createSqlInvitationStore,
} from './modules/company/index.ts'
import { createDirectoryService, createSqlDirectoryStore, directoryHttp } from './modules/directory/index.ts'
import { joiningHttp, joiningService } from './modules/joining/index.ts'
import {
	createEnumerationGuard,
	createSqlMeetingStore,
	type MeetingEvents,
	type MeetingService,
	meetingHttp,
	meetingService,
} from './modules/meeting/index.ts'
import { createSqlRoomStore, type MeetingPort, type RoomService, roomService } from './modules/room/index.ts'
import { sessionHttp } from './modules/session/index.ts'
import { createSiteService, createSqlSiteStore, siteHttp } from './modules/site/index.ts'
import type { VerifyIdentityToken } from './modules/social/index.ts'
import { createComplaintService, createSqlComplaintStore, supportHttp } from './modules/support/index.ts'
import { createSqlVerificationStore, createVerificationService } from './modules/verification/index.ts'
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
	verifyIdentityToken: VerifyIdentityToken
	/** Asks the outside challenge of a site that has one. */
	verifyWithVendor: VerifyWithVendor
	engine: MediaEngine
	roomCapacity: number
	publicUrl: string | undefined
}

/** Every module with its stores, wired: what the server, the tests and the benches all start from. */
export function createModules(parts: ModuleDeps) {
	const { db, clock, ids, createRateLimit, log, engine, publicUrl } = parts
	const bus = createEventBus<MeetingEvents>((name, error) => log.error({ err: error, event: name }, 'listener failed'))

	const companies = createSqlCompanyStore(db)
	const sites = createSiteService({ store: createSqlSiteStore(db), clock })
	const verification = createVerificationService({
		store: createSqlVerificationStore(db),
		sms: parts.sms,
		sites,
		clock,
		ids,
		createRateLimit,
		log,
		secret: Buffer.from(parts.secrets.smsCodes, 'base64url'),
	})
	const challenges = createChallengeService({
		store: createSqlChallengeStore(db),
		sites,
		clock,
		ids,
		createRateLimit,
		log,
		drawPuzzlePicture,
		verifyWithVendor: parts.verifyWithVendor,
	})
	const entry = createAccountModules(parts, { sites, companies, verification, challenges })
	const { accounts, sessions, social } = entry
	const invitations = createInvitationService({
		store: createSqlInvitationStore(db),
		accounts: createSqlAccountStore(db),
		runInTransaction: work =>
			inTransaction(db, stores =>
				work({ invitations: createSqlInvitationStore(stores), accounts: createSqlAccountStore(stores) }),
			),
		clock,
	})
	const directory = createDirectoryService({ store: createSqlDirectoryStore(db), ids })
	const complaints = createComplaintService({ store: createSqlComplaintStore(db), clock, ids, createRateLimit })
	const meetings = meetingService({ store: createSqlMeetingStore(db), directory, companies, clock, ids, bus })
	const enumerationGuard = createEnumerationGuard(createRateLimit, challenges.recordFailure)
	const rooms: RoomService = roomService({
		store: createSqlRoomStore(db),
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
			site: siteHttp(sites, companies, clock),
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
