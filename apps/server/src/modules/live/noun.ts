import type { Registry } from 'prom-client'
import type { EventBus } from '../../platform/eventBus.ts'
import type { HttpApp, HttpEdge, Platform, SocketEdge } from '../../platform/noun.ts'
import type { ChallengeService } from '../challenge/index.ts'
import { createPasswordGuard } from '../joining/index.ts'
import type { EnumerationGuard, MeetingEvents, MeetingService } from '../meeting/index.ts'
import type { Messaging } from '../messaging/index.ts'
import type { BroadcastPort, MediaEngine, Rooms } from '../room/index.ts'
import type { SessionService } from '../session/index.ts'
import type { SiteService } from '../site/index.ts'
import { createEmbeddedLiveMedia } from './adapters/embedded/embeddedLiveMedia.ts'
import { createExternalLiveMedia } from './adapters/external/externalLiveMedia.ts'
import { liveChecks } from './checks.ts'
import type { LiveModuleEvents } from './events.ts'
import { liveDeskHttp, liveHttp } from './http.ts'
import type { LiveMedia } from './liveMedia.ts'
import { createLiveService } from './service.ts'
import { createSqlLiveStore } from './store.sql.ts'
import type { IdentifyViewer } from './viewing.ts'

export type LiveDeps = Platform & {
	bus: EventBus<MeetingEvents & LiveModuleEvents>
	site: { sites: SiteService }
	challenge: { challenges: ChallengeService }
	session: { sessions: SessionService }
	messaging: { service: Messaging; identify: IdentifyViewer }
	meeting: { meetings: MeetingService; enumerationGuard: EnumerationGuard }
	room: { rooms: Rooms; engine: MediaEngine; useBroadcasts(port: BroadcastPort): void }
	/** Replaces the engine or origin of the settings. */
	liveMedia?: LiveMedia | undefined
}

function open(deps: LiveDeps) {
	const { config, db, clock, ids, createRateLimit, log, secrets, pause, bus, site, session, room } = deps
	const { meetings, enumerationGuard } = deps.meeting
	const { challenges } = deps.challenge
	const media = deps.liveMedia ?? openLiveMedia(deps)
	const lives = createLiveService({
		store: createSqlLiveStore(db),
		engine: media.engine,
		edgeSecret: config.live.edgeSecret,
		takesPhones: media.takesPhones,
		meetingPublisher: media.meetingPublisher,
		rtmpUrlAt: media.rtmpUrlAt,
		participantCount: room.rooms.participantCount,
		meetings,
		sites: site.sites,
		chatRooms: deps.messaging.service.rooms,
		identify: deps.messaging.identify,
		sessions: session.sessions,
		enumerationGuard,
		passwordGuard: createPasswordGuard({
			kind: 'live',
			createRateLimit,
			challenges,
			reportGuessing: meetings.reportGuessing,
			pause,
		}),
		bus,
		secret: Buffer.from(secrets.roomTokens, 'base64url'),
		publicUrl: config.publicUrl,
		clock,
		ids,
		log,
		createRateLimit,
	})
	const { broadcasts } = lives
	room.useBroadcasts(broadcasts)
	bus.subscribe('live.changed', ({ meetingId, isOnAir }) => room.rooms.setOnAir(meetingId, isOnAir))
	return {
		lives,
		media,
		calls: { live: liveHttp(lives.viewing), liveDesk: liveDeskHttp(lives.desk) },
		routes: (app: HttpApp, edge: HttpEdge) => media.routes?.(app, edge),
		...(media.socketPaths && { socketPaths: media.socketPaths }),
		sockets: (edge: SocketEdge) => media.sockets?.(edge, broadcasts.authorisePublish),
		jobs: [
			{ name: 'abandoned broadcasts', run: broadcasts.endForgotten },
			{ name: 'old recordings', run: broadcasts.removeOldRecordings },
			{ name: 'streams without a live', run: broadcasts.removeUnknownStreams },
		],
		metrics: (registry: Registry) => media.metrics?.(registry),
		async start() {
			await media.start()
			await broadcasts.resume()
		},
		stop: media.stop,
	}
}

const openLiveMedia = (deps: LiveDeps): LiveMedia =>
	deps.config.live.origin
		? createExternalLiveMedia(deps.config.live.origin, deps)
		: createEmbeddedLiveMedia(deps, deps.room.engine)

export const liveNoun = { name: 'live' as const, open, checks: liveChecks }
