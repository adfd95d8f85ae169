import { type Instant, type MeetingId, ok, type Result, refused } from '@parley/core'
import { type EngineName, type MediaGrant, type ParticipantId, type RecordingRefusal, roomLimits } from '@parley/room'
import { type OpenDatabase, openDatabase } from '../../platform/database.ts'
import { randomIds } from '../../platform/ids.ts'
import { createSqlEndRequestStore } from './endRequestStore.sql.ts'
import type { RoomEvent } from './events.ts'
import type { TicketRequest } from './joinTickets.ts'
import type { EngineEvent, MediaEngine } from './mediaEngine.ts'
import type { MeetingPort, RoomMeeting } from './meetingPort.ts'
import type { ParticipantConnection } from './openRoom.ts'
import type { RecordedRoom, RecordingPort } from './recordingPort.ts'
import { allRoomsHere, type RoomNodes } from './roomNodes.ts'
import { createRoomService, type RoomService } from './service.ts'
import { createSqlRoomStore } from './store.sql.ts'

export const meetingId = '123456789' as MeetingId
export const otherMeetingId = '987654321' as MeetingId

/** A manual clock. */
export function createFixtureClock(at: Instant = 1_800_000_000_000) {
	let now = at
	return {
		now: () => now,
		pass(ms: number) {
			now += ms
		},
	}
}

export const aRoomMeeting = (fields: Partial<RoomMeeting> = {}): RoomMeeting => ({
	topic: 'Harbour plans',
	hostName: 'Anna',
	locked: false,
	hasWaitingRoom: false,
	over: false,
	startedAt: null,
	...fields,
})

export interface FakeMeetings extends MeetingPort {
	rows: Map<MeetingId, RoomMeeting>
	calls: string[]
	late: MeetingId[]
}

/** Meetings in memory that record the calls of the room. */
export function createMeetings(): FakeMeetings {
	const rows = new Map([
		[meetingId, aRoomMeeting({ topic: 'Harbour plans' })],
		[otherMeetingId, aRoomMeeting({ topic: 'Something else' })],
	])
	const calls: string[] = []
	const change = (id: MeetingId, fields: Partial<RoomMeeting>) => {
		const row = rows.get(id)
		if (row) rows.set(id, { ...row, ...fields })
	}
	return {
		rows,
		calls,
		late: [],
		find: async id => rows.get(id),
		async markStarted(id, at) {
			calls.push(`started ${id}`)
			change(id, { startedAt: at })
		},
		async markEnded(id) {
			calls.push(`ended ${id}`)
			change(id, { over: true })
		},
		async end(id, at) {
			await this.markEnded(id, at)
		},
		async setLocked(id, locked) {
			calls.push(`locked ${id} ${locked}`)
			change(id, { locked })
		},
		async setWaitingRoom(id, isOn) {
			calls.push(`waiting room ${id} ${isOn}`)
			change(id, { hasWaitingRoom: isOn })
		},
		async findOverdue() {
			return this.late
		},
	}
}

export interface FakeEngine extends MediaEngine {
	calls: string[]
	available: boolean
	emit(event: EngineEvent): void
}

/** An engine without media that grants and records. */
export function createFakeEngine(maxParticipants = 12, name: EngineName = 'embedded'): FakeEngine {
	const listeners = new Set<(event: EngineEvent) => void>()
	const calls: string[] = []
	const note = (call: string) => async () => void calls.push(call)
	const engine: FakeEngine = {
		name,
		maxParticipants,
		calls,
		available: true,
		ensureRoom: roomId => note(`ensure ${roomId}`)(),
		async grant({ roomId, participantId }): Promise<Result<MediaGrant, 'engine.unavailable'>> {
			if (!engine.available) return { ok: false, failure: 'engine.unavailable' }
			return {
				ok: true,
				value: { roomId, participantId, engine: name, url: '', token: 't', iceServers: [], expiresAt: 0 },
			}
		},
		removeParticipant: (_roomId, participantId) => note(`remove ${participantId}`)(),
		mute: (_roomId, participantId, source) => note(`mute ${participantId} ${source}`)(),
		endRoom: roomId => note(`end ${roomId}`)(),
		list: async () => [],
		onEvent(listener) {
			listeners.add(listener)
			return () => void listeners.delete(listener)
		},
		health: async () => ({ ok: true }),
		async stop() {},
		emit(event) {
			for (const listener of listeners) listener(event)
		},
	}
	return engine
}

/** Recordings without media that record what the room asks for. */
export function createFakeRecordings() {
	const state = {
		/** The room of the recording that runs. */
		running: new Map<MeetingId, RecordedRoom>(),
		/** A start takes until this resolves. */
		ready: Promise.resolve(),
		attended: [] as string[],
		stopped: [] as MeetingId[],
		asksConsent: false,
		refusal: undefined as RecordingRefusal | undefined,
	}
	const port: RecordingPort = {
		async start(room) {
			if (state.refusal) return refused(state.refusal)
			const { meetingId } = room
			state.running.set(meetingId, room)
			await state.ready
			return ok({
				asksConsent: state.asksConsent,
				stop() {
					if (state.running.get(meetingId) !== room) return
					state.running.delete(meetingId)
					state.stopped.push(meetingId)
				},
				noteAttended: userId => void state.attended.push(userId),
			})
		},
	}
	return Object.assign(state, { port })
}
export type FakeRecordings = ReturnType<typeof createFakeRecordings>

/** The name of a person who cannot choose another. */
export const lockedName = 'Name of the account'

export interface RoomHarness {
	service: RoomService
	meetings: FakeMeetings
	/** Participants who may no longer join. */
	revoked: Set<ParticipantId>
	/** Accounts that are host or creator of the meeting. */
	owners: Set<string>
	/** Meetings that are being broadcast when their room opens. */
	onAir: Set<MeetingId>
	/** Participants whose chat has ended. */
	chatsEnded: ParticipantId[]
	/** New names, as their chat is told. */
	renamed: [ParticipantId, string][]
	recordings: FakeRecordings
	engine: FakeEngine
	clock: ReturnType<typeof createFixtureClock>
	events: RoomEvent[]
	database: OpenDatabase
	/** A new service on the same store and secret, as after a restart. */
	restarted(): RoomService
	/** The service of another node on the same store. */
	onOtherNode(nodes: RoomNodes): RoomService
}

/** A room service on a database in memory, with fake meetings and media engine. */
export async function createRoomHarness({
	capacity = 12,
	engineLimit = 12,
	roomNodes = allRoomsHere,
} = {}): Promise<RoomHarness> {
	const database = await openDatabase({ memory: true })
	const clock = createFixtureClock()
	const meetings = createMeetings()
	const engine = createFakeEngine(engineLimit)
	const revoked = new Set<ParticipantId>()
	const owners = new Set<string>()
	const onAir = new Set<MeetingId>()
	const chatsEnded: ParticipantId[] = []
	const renamed: [ParticipantId, string][] = []
	const recordings = createFakeRecordings()
	const build = (nodes = roomNodes) =>
		createRoomService({
			store: createSqlRoomStore(database.db),
			endRequests: createSqlEndRequestStore(database.db),
			roomNodes: nodes,
			meetings,
			broadcasts: { isOnAir: async id => onAir.has(id) },
			rights: {
				findRevoked: async (_, people) => people.filter(({ participantId }) => revoked.has(participantId)),
				mustWait: async (id, { host }) => !host && (meetings.rows.get(id)?.hasWaitingRoom ?? false),
				ownsMeeting: async ({ userId }) => userId !== null && owners.has(userId),
				isNameLocked: async ({ name }) => name === lockedName,
			},
			chats: {
				admit: async (identity, { topic }) => ({
					...aChatGrant,
					userId: identity.participantId,
					gid: `chat of ${topic}`,
					meetingId: identity.meetingId,
				}),
				rename: ({ participantId, name }) => void renamed.push([participantId, name]),
				end: ({ participantId }) => void chatsEnded.push(participantId),
			},
			recordings: recordings.port,
			engine,
			clock,
			ids: randomIds,
			log: { info() {}, error() {} },
			secret: new Uint8Array(32).fill(3),
			capacity,
		})
	const service = build()
	const events: RoomEvent[] = []
	service.onRoomEvent(item => events.push(item))
	return {
		service,
		meetings,
		revoked,
		owners,
		onAir,
		chatsEnded,
		renamed,
		recordings,
		engine,
		clock,
		events,
		database,
		restarted: () => build(),
		onOtherNode: build,
	}
}

const aChatGrant = { appId: 'site-1', token: 'token', appVersion: '1', files: { token: 'files', maxBytes: 1_000 } }

export const aTicketRequest = (fields: Partial<TicketRequest> = {}): TicketRequest => ({
	meetingId,
	siteId: 'site-1',
	userId: null,
	sessionId: null,
	personKey: fields.displayName ?? 'person-1',
	addressKey: null,
	passwordProof: null,
	displayName: 'Han Mei',
	host: false,
	audio: true,
	video: false,
	...fields,
})

let connections = 0

/** Enters the room with a new ticket. */
export async function enterRoom(service: RoomService, fields: Partial<TicketRequest> = {}) {
	const { ticket } = await service.issueTicket(aTicketRequest(fields))
	const connection = `socket-${++connections}`
	const entered = await service.enter({ kind: 'ticket', ticket }, connection)
	if (!entered.ok) throw new Error(entered.failure)
	const { self, meetingId: inMeeting, resumeToken, snapshot } = entered.value
	const who: ParticipantConnection = { meetingId: inMeeting, participantId: self, connection }
	return { who, entered: snapshot(), resumeToken, id: self as ParticipantId }
}

export async function resumeRoom(service: RoomService, token: string, connection = `socket-${++connections}`) {
	const sending = { microphone: true, camera: false }
	const entered = await service.enter({ kind: 'resume', token, sending }, connection)
	return entered.ok ? ok(entered.value.snapshot()) : entered
}

export const afterGraceMs = roomLimits.reconnectGraceMs + 1

/** Runs something once, while the next resume token is signed. */
export function whileTokenIsSigned(act: () => Promise<unknown>): void {
	const { subtle } = crypto
	const sign = subtle.sign.bind(subtle)
	subtle.sign = async (...asked) => {
		subtle.sign = sign
		await act()
		return await sign(...asked)
	}
}
