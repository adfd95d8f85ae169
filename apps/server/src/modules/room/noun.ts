import { meetingStatus, refused } from '@parley/core'
import { roomPaths } from '@parley/room'
import type { Registry } from 'prom-client'
import type { EventBus } from '../../platform/eventBus.ts'
import type { NodeCalls } from '../../platform/nodeCalls.ts'
import type { HttpApp, Platform, SocketEdge } from '../../platform/noun.ts'
import { type MeetingEvents, type MeetingService, waitingRuleOf } from '../meeting/index.ts'
import type { Nodes } from '../node/index.ts'
import { createEngineBySize } from './adapters/bySize/engineBySize.ts'
import { createEmbeddedEngine } from './adapters/embedded/embeddedEngine.ts'
import { attachRoomGateway } from './adapters/gateway/gateway.ts'
import { createLivekitEngine } from './adapters/livekit/livekitEngine.ts'
import { serveLivekitWebhook } from './adapters/livekit/livekitWebhook.ts'
import type { BroadcastPort } from './broadcastPort.ts'
import type { ChatPort } from './chatPort.ts'
import { roomChecks } from './checks.ts'
import { createSqlEndRequestStore } from './endRequestStore.sql.ts'
import type { MediaEngine } from './mediaEngine.ts'
import type { MeetingPort } from './meetingPort.ts'
import { measureMedia, measureRooms } from './metrics.ts'
import type { RecordingPort } from './recordingPort.ts'
import type { RightsPort } from './rightsPort.ts'
import { createSqlRoomNodes } from './roomNodes.sql.ts'
import { allRoomsHere } from './roomNodes.ts'
import { createRoomsAnywhere } from './roomsAnywhere.ts'
import { createRoomService, type RoomService } from './service.ts'
import { createSqlRoomStore } from './store.sql.ts'

export type RoomDeps = Platform & {
	bus: EventBus<MeetingEvents>
	session: { onEndings(listener: () => Promise<unknown>): void }
	meeting: { meetings: MeetingService }
	/** Replaces the engine of the settings. */
	mediaEngine?: MediaEngine | undefined
	node: { nodes: Nodes; nodeCalls: NodeCalls; isOnly: boolean }
}

function open({ config, db, clock, ids, log, secrets, bus, mediaEngine, ...nouns }: RoomDeps) {
	const { livekit, maxParticipants } = config.media
	const livekitEngine =
		livekit && !mediaEngine
			? createLivekitEngine({ settings: livekit, maxParticipants, log, now: clock.now })
			: undefined
	const engine = mediaEngine ?? openEngine({ config, log, clock }, livekitEngine)
	let broadcasts: BroadcastPort = { isOnAir: async () => false }
	let rights: RightsPort | undefined
	let chats: ChatPort | undefined
	let recordings: RecordingPort | undefined
	const { nodes, nodeCalls, isOnly } = nouns.node
	const roomNodes = isOnly ? allRoomsHere : createSqlRoomNodes({ db, nodes, clock })
	const service: RoomService = createRoomService({
		store: createSqlRoomStore(db),
		endRequests: createSqlEndRequestStore(db),
		roomNodes,
		meetings: meetingPortOf(nouns.meeting.meetings),
		broadcasts: { isOnAir: meetingId => broadcasts.isOnAir(meetingId) },
		rights: {
			async findRevoked(meetingId, people) {
				if (!rights) throw new Error('the rules of joining are not set')
				return await rights.findRevoked(meetingId, people)
			},
			async mustWait(meetingId, person) {
				if (!rights) throw new Error('the rules of joining are not set')
				return await rights.mustWait(meetingId, person)
			},
			async ownsMeeting(person) {
				if (!rights) throw new Error('the rules of joining are not set')
				return await rights.ownsMeeting(person)
			},
			async isNameLocked(person) {
				if (!rights) throw new Error('the rules of joining are not set')
				return await rights.isNameLocked(person)
			},
		},
		chats: {
			async admit(participant, meeting) {
				if (!chats) throw new Error('the chat is not set')
				return await chats.admit(participant, meeting)
			},
			rename: participant => chats?.rename(participant),
			end: participant => chats?.end(participant),
		},
		recordings: {
			start: async room => (recordings ? await recordings.start(room) : refused('recording.off')),
		},
		engine,
		clock,
		ids,
		log,
		secret: Buffer.from(secrets.roomTokens, 'base64url'),
		capacity: config.media.maxParticipants,
	})
	const rooms = createRoomsAnywhere({ service, roomNodes, nodeCalls, log })
	bus.subscribe('meeting.ended', ({ meetingId }) => rooms.close(meetingId, 'ended'))
	bus.subscribe('meeting.deleted', ({ meetingId }) => rooms.close(meetingId, 'deleted'))
	bus.subscribe('meeting.passwordGuessing', ({ meetingId, password }) =>
		rooms.warnOfPasswordGuessing(meetingId, password),
	)
	bus.subscribe('meeting.edited', ({ meetingId, passwords = [] }) => rooms.endPasswordWarnings(meetingId, passwords))
	nouns.session.onEndings(service.endRevoked)
	let gateway: ReturnType<typeof attachRoomGateway> | undefined
	return {
		rooms,
		engine,
		/** Sets the rules that decide who may stay in a room. */
		setRights(rules: RightsPort) {
			rights = rules
		},
		/** Sets the port that knows whether a meeting is broadcast. */
		useBroadcasts(port: BroadcastPort) {
			broadcasts = port
		},
		/** Sets the port that opens the chats of meetings. */
		useChats(port: ChatPort) {
			chats = port
		},
		/** Sets the port that records meetings. */
		useRecordings(port: RecordingPort) {
			recordings = port
		},
		routes(app: HttpApp) {
			if (livekit && livekitEngine) serveLivekitWebhook(app, { settings: livekit, wake: livekitEngine.wake })
		},
		socketPaths: [roomPaths.socket],
		sockets(edge: SocketEdge) {
			const { signalling } = engine
			gateway = attachRoomGateway({ ...edge, service, ...(signalling && { signalling }), log })
		},
		metrics(registry: Registry) {
			measureRooms(registry, service.counts)
			measureMedia(registry, engine)
		},
		components: [{ name: 'media', check: async () => (await engine.health()).ok }],
		beginStop: () => engine.beginStop?.(),
		stop: () => gateway?.stop(),
		close: () => engine.stop(),
	}
}

function openEngine(
	platform: Pick<Platform, 'config' | 'log' | 'clock'>,
	livekitEngine: MediaEngine | undefined,
): MediaEngine {
	const above = platform.config.media.livekit?.above
	if (livekitEngine && above === undefined) return livekitEngine
	const small = openEmbeddedEngine(platform)
	if (!livekitEngine || above === undefined) return small
	return createEngineBySize({ small, large: livekitEngine, above, log: platform.log })
}

function openEmbeddedEngine({ config: { media }, log, clock }: Pick<Platform, 'config' | 'log' | 'clock'>) {
	const { announcedIp, portRange, udpMux, privateCandidates, iceServers, turn, maxParticipantsHere } = media
	const network = { ...(announcedIp && { announcedIp }), udpPorts: portRange, udpMux, privateCandidates }
	return createEmbeddedEngine({
		config: { network, iceServers, turn, maxParticipants: maxParticipantsHere },
		log,
		now: clock.now,
	})
}

const meetingPortOf = (meetings: MeetingService): MeetingPort => ({
	async find(meetingId) {
		const found = await meetings.find(meetingId)
		return (
			found && {
				topic: found.topic,
				hostName: found.hostName,
				hasWaitingRoom: waitingRuleOf(found) !== 'off',
				locked: found.isLocked,
				// A series does not end for good: the next occurrence follows an ended one.
				over: found.status === meetingStatus.ended,
				startedAt: found.startedAt,
			}
		)
	},
	markStarted: meetings.markStarted,
	end: meetings.end,
	markEnded: meetings.markEnded,
	setLocked: meetings.setLocked,
	setWaitingRoom: meetings.setWaitingRoom,
	findOverdue: meetings.findOverdue,
})

export const roomNoun = { name: 'room' as const, open, checks: roomChecks }
