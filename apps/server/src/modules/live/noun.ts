import type { Registry } from 'prom-client'
import type { EventBus } from '../../platform/eventBus.ts'
import type { NodeCalls } from '../../platform/nodeCalls.ts'
import type { HttpApp, HttpEdge, Platform, SocketEdge } from '../../platform/noun.ts'
import type { ChallengeService } from '../challenge/index.ts'
import { createPasswordGuard } from '../joining/index.ts'
import type { EnumerationGuard, MeetingEvents, MeetingService } from '../meeting/index.ts'
import type { Messaging } from '../messaging/index.ts'
import type { Nodes } from '../node/index.ts'
import type { BroadcastPort, MediaEngine, Rooms } from '../room/index.ts'
import type { SessionService } from '../session/index.ts'
import type { SiteService } from '../site/index.ts'
import { createEmbeddedLiveMedia } from './adapters/embedded/embeddedLiveMedia.ts'
import type { MeetingNodes } from './adapters/embedded/meetingPublisher/composerTunnel.ts'
import { createSqlSentMeetingStore } from './adapters/embedded/meetingPublisher/sentMeetings.sql.ts'
import { createExternalLiveMedia } from './adapters/external/externalLiveMedia.ts'
import { liveChecks } from './checks.ts'
import type { LiveModuleEvents } from './events.ts'
import { liveDeskHttp, liveHttp } from './http.ts'
import type { LiveMedia } from './liveMedia.ts'
import { createSqlLiveNode } from './liveNode.sql.ts'
import { streamsHere } from './liveNode.ts'
import { createLiveService } from './service.ts'
import { createSqlLiveStore } from './store.sql.ts'
import { createStreamOwner } from './streamOwner.ts'
import type { IdentifyViewer } from './viewing.ts'

export type LiveDeps = Platform & {
	bus: EventBus<MeetingEvents & LiveModuleEvents>
	site: { sites: SiteService }
	challenge: { challenges: ChallengeService }
	session: { sessions: SessionService }
	messaging: { service: Messaging; identify: IdentifyViewer }
	meeting: { meetings: MeetingService; enumerationGuard: EnumerationGuard }
	room: { rooms: Rooms; engine: MediaEngine; useBroadcasts(port: BroadcastPort): void }
	node: { nodes: Nodes; nodeCalls: NodeCalls; isOnly: boolean }
	/** Replaces the engine or origin of the settings. */
	liveMedia?: LiveMedia | undefined
}

function open(deps: LiveDeps) {
	const { config, db, clock, ids, createRateLimit, log, secrets, pause, bus, site, session, room } = deps
	const { meetings, enumerationGuard } = deps.meeting
	const { challenges } = deps.challenge
	const { nodes, nodeCalls, isOnly } = deps.node
	const media = deps.liveMedia ?? openLiveMedia(deps)
	const sharesStreams = media.sharesStreams === true
	const lives = createLiveService({
		store: createSqlLiveStore(db),
		engine: media.engine,
		edgeSecret: config.live.edgeSecret,
		takesPhones: media.takesPhones,
		meetingPublisher: media.meetingPublisher,
		rtmpUrlAt: media.rtmpUrlAt,
		participantCount: room.rooms.participantCount,
		ownsStreams: () => owner.isOwner(),
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
	const owner = createStreamOwner({
		liveNode: isOnly || sharesStreams ? streamsHere : createSqlLiveNode(db, nodes),
		nodeCalls,
		resume: broadcasts.resume,
		broadcasts,
		log,
	})
	lives.follow(owner)
	room.useBroadcasts(broadcasts)
	bus.subscribe('live.changed', ({ meetingId, isOnAir }) => room.rooms.setOnAir(meetingId, isOnAir))
	return {
		lives,
		media,
		owner,
		calls: { live: liveHttp(lives.viewing), liveDesk: liveDeskHttp(lives.desk) },
		routes: (app: HttpApp, edge: HttpEdge) => media.routes?.(app, edge),
		...(media.socketPaths && { socketPaths: media.socketPaths }),
		sockets: (edge: SocketEdge) => media.sockets?.(edge, broadcasts.authorisePublish, owner),
		jobs: [
			{
				name: 'abandoned broadcasts',
				async run() {
					if (owner.isOwner()) await broadcasts.endForgotten()
				},
				runsOnEveryNode: !sharesStreams,
			},
			{ name: 'old recordings', run: broadcasts.removeOldRecordings, runsOnEveryNode: !sharesStreams },
			{
				name: 'recordings of other servers',
				async run() {
					if (owner.isOwner()) await broadcasts.findRecordings()
				},
				runsOnEveryNode: true,
			},
			{ name: 'copies of recordings', run: broadcasts.keepRecordings, runsOnEveryNode: true },
			{ name: 'streams without a live', run: broadcasts.removeUnknownStreams, runsOnEveryNode: !sharesStreams },
		],
		metrics: (registry: Registry) => media.metrics?.(registry),
		async start() {
			await media.start()
			await owner.start()
			// The job of the first minute looks for those of a node that has the streams from its start.
			if (!owner.isOwner()) void owner.whenOwner(broadcasts.findRecordings)
			if (media.resumeMeetings)
				owner
					.whenOwner(media.resumeMeetings)
					.catch(error => log.error({ err: error }, 'the broadcasts of meetings could not be resumed'))
		},
		async stop() {
			owner.stop()
			await media.stop()
		},
	}
}

const openLiveMedia = (deps: LiveDeps): LiveMedia =>
	deps.config.live.origin
		? createExternalLiveMedia(deps.config.live.origin, deps)
		: createEmbeddedLiveMedia(
				deps,
				deps.room.engine,
				async streamId => (await createSqlLiveStore(deps.db).findByStream(streamId))?.streamKey,
				{
					sent: createSqlSentMeetingStore(deps.db),
					participantCount: deps.room.rooms.participantCount,
					nodes: meetingNodesOf(deps),
				},
			)

/** Undefined if every room is here: a server without an address runs alone. */
function meetingNodesOf({ node, room: { rooms } }: LiveDeps): MeetingNodes | undefined {
	if (node.isOnly) return undefined
	return {
		id: node.nodes.id,
		nodeCalls: node.nodeCalls,
		findRoomNode: rooms.findOtherNode,
		removeNodeIfEnded: rooms.removeNodeIfEnded,
		participantCount: rooms.participantCount,
	}
}

export const liveNoun = { name: 'live' as const, open, checks: liveChecks }
