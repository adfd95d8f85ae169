import { meetingStatus } from '@parley/core'
import { createAccountModules } from './accountModules.ts'
import { createMessagingModule } from './messagingModule.ts'
import { createSqlAccountStore } from './modules/account/index.ts'
import { createSqlAlarmStore, createSweepAlarm } from './modules/alarm/index.ts'
import { callingHttp, createCalling } from './modules/calling/index.ts'
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
import {
	createJoiningService,
	createKeyedHash,
	createPasswordGuard,
	createRights,
	joiningHttp,
} from './modules/joining/index.ts'
import {
	createLiveService,
	createSqlLiveStore,
	type LiveEngine,
	type LiveModuleEvents,
	liveDeskHttp,
	liveHttp,
	type MeetingPublisher,
	noLiveEngine,
	noMeetingPublisher,
} from './modules/live/index.ts'
import {
	createCachedReads,
	createEnumerationGuard,
	createMeetingService,
	createSqlHandoverStore,
	createSqlMeetingStore,
	type MeetingEvents,
	type MeetingService,
	meetingHttp,
} from './modules/meeting/index.ts'
import { createPictureService, type PictureFolder, pictureHttp } from './modules/picture/index.ts'
import {
	createRoomService,
	createSqlRoomStore,
	type MediaEngine,
	type MeetingPort,
	type RoomService,
} from './modules/room/index.ts'
import { sessionHttp } from './modules/session/index.ts'
import { createSiteService, createSqlSiteStore, type SiteService, siteHttp } from './modules/site/index.ts'
import type { SmsSender } from './modules/sms/index.ts'
import { createGuessingNotices, createSmsBudget, createSqlSmsStore, type SmsBudget } from './modules/sms/index.ts'
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

export interface ModuleDeps {
	db: Db
	clock: Clock
	ids: Ids
	createRateLimit: CreateRateLimit
	log: Log
	secrets: Secrets
	sms: SmsSender
	/** Verifies identity tokens of the device maker. */
	verifyIdentityToken: VerifyIdentityToken
	/** Asks the external challenge vendor of a site that has one. */
	verifyWithVendor: VerifyWithVendor
	engine: MediaEngine
	pictureFolder: PictureFolder
	/** Takes in broadcasts and serves them; missing where this server does neither. */
	liveEngine?: LiveEngine | undefined
	/** Shared with the edges in front of lives; undefined: there are none. */
	liveEdgeSecret?: string | undefined
	/** Whether the camera of a phone is taken in. */
	takesPhones?: (() => boolean) | undefined
	meetingPublisher?: MeetingPublisher | undefined
	/** Where RTMP is published to, for who came to this origin. */
	rtmpUrlAt?: ((origin: string) => string | undefined) | undefined
	roomCapacity: number
	publicUrl: string | undefined
	/** Resolves after so many milliseconds. */
	pause: (ms: number) => Promise<void>
}

/** Every module with its stores: server, tests and benchmarks start from this. */
export function createModules(parts: ModuleDeps) {
	const { db, clock, ids, createRateLimit, log, engine, publicUrl } = parts
	const bus = createEventBus<MeetingEvents & LiveModuleEvents>((name, error) =>
		log.error({ err: error, event: name }, 'listener failed'),
	)

	const companies = createSqlCompanyStore(db)
	const sites = createSiteService({ store: createSqlSiteStore(db), clock, publicUrl })
	const smsStore = createSqlSmsStore(db)
	const smsBudget = createSmsBudget({ store: smsStore, sites, clock, log })
	const verification = createVerification(parts, sites, smsBudget)
	const challenges = createChallenges(parts, sites)
	const accountModules = createAccountModules(parts, { sites, companies, verification, challenges })
	const { accounts, knownDevices, sessions, social } = accountModules
	const invitations = createInvitations(db, clock)
	const messaging = createMessagingModule({ ...parts, sites, sessions })
	const directory = createDirectoryService({ store: createSqlDirectoryStore(db), ids })
	const complaints = createComplaintService({ store: createSqlComplaintStore(db), sites, clock, ids, createRateLimit })
	const meetingStore = createSqlMeetingStore(db)
	const pictures = createPictureService({
		folder: parts.pictureFolder,
		findInUse: meetingStore.findPicturesInUse,
		clock,
	})
	const meetings = createMeetingService({
		store: meetingStore,
		handovers: createSqlHandoverStore(db),
		sites,
		directory,
		companies,
		clock,
		ids,
		bus,
		pictures,
	})
	const guessingNotices = createGuessingNotices({
		store: smsStore,
		budget: smsBudget,
		sms: parts.sms,
		sites,
		findMeeting: meetings.find,
		findContact: createSqlAccountStore(db).findContact,
		clock,
		log,
	})
	bus.subscribe('meeting.passwordGuessing', ({ meetingId }) => guessingNotices.send(meetingId))
	const sweeps = createSweepAlarm({ store: createSqlAlarmStore(db), clock, log })
	const enumerationGuard = createEnumerationGuard({ createRateLimit, challenges, sweeps })
	const roomSecret = Buffer.from(parts.secrets.roomTokens, 'base64url')
	const keyedHash = createKeyedHash(roomSecret)
	const rooms: RoomService = createRoomService({
		store: createSqlRoomStore(db),
		meetings: meetingPortOf(meetings),
		broadcasts: { isOnAir: meetingId => lives.broadcasts.isOnAir(meetingId) },
		rights: createRights({ meetings, sites, sessions, keyedHash, clock }),
		engine,
		clock,
		ids,
		log,
		secret: roomSecret,
		capacity: parts.roomCapacity,
	})
	bus.subscribe('meeting.ended', ({ meetingId }) => rooms.close(meetingId, 'ended'))
	bus.subscribe('meeting.deleted', ({ meetingId }) => rooms.close(meetingId, 'deleted'))
	bus.subscribe('live.changed', ({ meetingId, isOnAir }) => rooms.setOnAir(meetingId, isOnAir))
	bus.subscribe('meeting.passwordGuessing', ({ meetingId }) => rooms.warnOfPasswordGuessing(meetingId))
	const calling = createCalling({ meetings, sites, messaging: messaging.service, bus, clock, log })
	const joining = createJoiningService({
		onJoined: (meetingId, userId) => void calling.joined(meetingId, userId),
		meetings,
		rooms,
		sites,
		enumerationGuard,
		challenges,
		keyedHash,
		clock,
		createRateLimit,
		pause: parts.pause,
		publicUrl,
	})

	const lives = createLiveService({
		store: createSqlLiveStore(db),
		engine: parts.liveEngine ?? noLiveEngine,
		edgeSecret: parts.liveEdgeSecret,
		takesPhones: parts.takesPhones ?? (() => false),
		meetingPublisher: parts.meetingPublisher ?? noMeetingPublisher,
		participantCount: rooms.participantCount,
		rtmpUrlAt: parts.rtmpUrlAt ?? (() => undefined),
		meetings,
		sites,
		rooms: messaging.service.rooms,
		identify: messaging.identify,
		sessions,
		enumerationGuard,
		passwordGuard: createPasswordGuard({
			kind: 'live',
			createRateLimit,
			challenges,
			reportGuessing: meetings.reportGuessing,
			pause: parts.pause,
		}),
		bus,
		secret: roomSecret,
		publicUrl,
		clock,
		ids,
		log,
		createRateLimit,
	})

	return {
		sites,
		accounts,
		knownDevices,
		verification,
		challenges,
		sweeps,
		smsBudget,
		guessingNotices,
		social,
		sessions,
		meetings,
		pictures,
		lives,
		rooms,
		messaging,
		companies,
		complaints,
		invitations,
		directory,
		/** The handlers of the calls, by noun. */
		http: {
			site: siteHttp(sites, companies, clock),
			challenge: challengeHttp(challenges),
			session: sessionHttp(sessions),
			...accountModules.http,
			company: companyHttp(accounts, sessions, invitations),
			directory: directoryHttp(directory),
			meeting: meetingHttp(meetings, createCachedReads(meetings, clock), enumerationGuard, sites, publicUrl),
			picture: pictureHttp(pictures),
			live: liveHttp(lives.viewing),
			liveDesk: liveDeskHttp(lives.desk),
			joining: joiningHttp(joining),
			calling: callingHttp(calling),
			messaging: messaging.http,
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
	end: meetings.end,
	markEnded: meetings.markEnded,
	setLocked: meetings.setLocked,
	findOverdue: meetings.findOverdue,
})

const createVerification = (
	{ db, sms, clock, ids, createRateLimit, log, secrets }: ModuleDeps,
	sites: SiteService,
	budget: SmsBudget,
) =>
	createVerificationService({
		store: createSqlVerificationStore(db),
		sms,
		budget,
		sites,
		clock,
		ids,
		createRateLimit,
		log,
		secret: Buffer.from(secrets.smsCodes, 'base64url'),
	})

const createChallenges = ({ db, clock, ids, createRateLimit, log, verifyWithVendor }: ModuleDeps, sites: SiteService) =>
	createChallengeService({
		store: createSqlChallengeStore(db),
		sites,
		clock,
		ids,
		createRateLimit,
		log,
		drawPuzzlePicture,
		verifyWithVendor,
	})

const createInvitations = (db: Db, clock: Clock) =>
	createInvitationService({
		store: createSqlInvitationStore(db),
		accounts: createSqlAccountStore(db),
		runInTransaction: work =>
			inTransaction(db, transaction =>
				work({ invitations: createSqlInvitationStore(transaction), accounts: createSqlAccountStore(transaction) }),
			),
		clock,
	})
