import type { MeetingId } from '@parley/core'
import { initialPermissions, roomLimits } from '@parley/room'
import type { Clock } from '../../platform/clock.ts'
import type { BroadcastPort } from './broadcastPort.ts'
import type { MediaEngine } from './mediaEngine.ts'
import type { MeetingPort } from './meetingPort.ts'
import { OpenRoom, type ParticipantConnection, type RoomParticipant } from './openRoom.ts'
import type { RoomSettings, RoomStore } from './store.ts'

export interface RoomLog {
	info(fields: object, message: string): void
	error(fields: object, message: string): void
}

interface OpenRoomsDeps {
	store: Pick<RoomStore, 'findPeople' | 'findRemovals' | 'findSettings' | 'closedAt'>
	meetings: MeetingPort
	broadcasts: BroadcastPort
	engine: MediaEngine
	clock: Clock
	log: RoomLog
	maxParticipants: number
}

const initialSettings: RoomSettings = { permissions: initialPermissions, chat: { showsHistory: true }, hostKey: null }

/** The rooms that are open in this process. */
export function createOpenRooms({ store, meetings, broadcasts, engine, clock, log, maxParticipants }: OpenRoomsDeps) {
	const rooms = new Map<MeetingId, OpenRoom>()
	const opening = new Map<MeetingId, Promise<OpenRoom>>()

	/** Returns the open room of a meeting; opens it if necessary. Concurrent calls open one room. */
	function open(meetingId: MeetingId): Promise<OpenRoom> {
		const known = rooms.get(meetingId)
		if (known) return Promise.resolve(known)
		const pending = opening.get(meetingId) ?? start(meetingId).finally(() => opening.delete(meetingId))
		opening.set(meetingId, pending)
		return pending
	}

	async function start(meetingId: MeetingId): Promise<OpenRoom> {
		await engine.ensureRoom(meetingId, { maxParticipants })
		const meeting = await meetings.find(meetingId)
		const now = clock.now()
		// After a restart of the server, the meeting is already in progress.
		if (meeting?.startedAt == null) await meetings.markStarted(meetingId, now)
		const { topic = '', locked = false, hasWaitingRoom = false } = meeting ?? {}
		const onAir = await broadcasts.isOnAir(meetingId)
		const knownPeople = await store.findPeople(meetingId)
		const removals = await store.findRemovals(meetingId)
		const settings = (await store.findSettings(meetingId)) ?? initialSettings
		const lastClosedAt = await store.closedAt(meetingId)
		const startedAt = meeting?.startedAt ?? now
		const room = new OpenRoom({
			meetingId,
			topic,
			locked,
			hasWaitingRoom,
			onAir,
			startedAt,
			lastClosedAt,
			knownPeople,
			removals,
			...settings,
			hostAwaitedUntil: settings.hostKey === null ? null : now + roomLimits.reconnectGraceMs,
		})
		rooms.set(meetingId, room)
		log.info({ meetingId }, 'room opened')
		return room
	}

	return {
		open,
		all: (): IterableIterator<OpenRoom> => rooms.values(),
		isInUse: (meetingId: MeetingId): boolean => rooms.has(meetingId) || opening.has(meetingId),
		get: (meetingId: MeetingId): OpenRoom | undefined => rooms.get(meetingId),
		/** Waits for a room that is being opened. */
		getWhenOpened: async (meetingId: MeetingId): Promise<OpenRoom | undefined> =>
			rooms.get(meetingId) ?? (await opening.get(meetingId)?.catch(() => undefined)),
		/** Returns false if the room was already closed. */
		delete(room: OpenRoom): boolean {
			return rooms.get(room.meetingId) === room && rooms.delete(room.meetingId)
		},
		/** Returns room and participant of a connection, if it is their current one. */
		findParticipant(caller: ParticipantConnection): { room: OpenRoom; participant: RoomParticipant } | undefined {
			const room = rooms.get(caller.meetingId)
			const participant = room?.participant(caller.participantId)
			const isConnected =
				participant && 'id' in participant.connection && participant.connection.id === caller.connection
			return room && isConnected ? { room, participant } : undefined
		},
	}
}
export type OpenRooms = ReturnType<typeof createOpenRooms>
