import { type MeetingId, ok, type Result, refused } from '@parley/core'
import type { HostRefusal } from '@parley/room'
import type { Clock } from '../../platform/clock.ts'
import type { Ids } from '../../platform/ids.ts'
import type { MediaEngine } from '../../room/engine.ts'
import { createAdmission } from './admission.ts'
import { createClosing } from './closing.ts'
import { createEventPublisher } from './eventPublisher.ts'
import { createHostActions } from './hostActions.ts'
import { createJoinTickets } from './joinTickets.ts'
import type { ParticipantConnection } from './liveRoom.ts'
import type { MeetingPort } from './meetingPort.ts'
import { createOpenRooms, type RoomLog } from './openRooms.ts'
import { createPresence } from './presence.ts'
import type { RoomStore } from './store.ts'

const overdueEveryMs = 30_000
/** After a start of the server participants need time to reconnect; until then an empty room means nothing. */
const restartGraceMs = 60_000
const ticketCleanupMs = 60_000

export interface RoomServiceDeps {
	store: RoomStore
	meetings: MeetingPort
	engine: MediaEngine
	clock: Clock
	ids: Ids
	log: RoomLog
	/** Signs resume tokens; must survive a restart of the server. */
	secret: Uint8Array
	capacity: number
}

/** The live call of a meeting: who is in it, what the host does, and when it is over. Each part is a file of its own. */
export function createRoomService({ store, meetings, engine, clock, ids, log, secret, capacity }: RoomServiceDeps) {
	const maxParticipants = Math.min(capacity, engine.caps.maxParticipants)
	const rooms = createOpenRooms({ meetings, engine, clock, log, maxParticipants })
	const tickets = createJoinTickets({ store, clock, ids })
	const admission = createAdmission({ store, meetings, tickets, clock, ids, secret, capacity: maxParticipants })
	const { send, onRoomEvent } = createEventPublisher()
	const { removeParticipant, removeExpired, ...presence } = createPresence({
		rooms,
		admission,
		engine,
		clock,
		log,
		send,
		secret,
	})
	const { findParticipant } = rooms
	const { hostOf, ...hostCalls } = createHostActions({
		store,
		meetings,
		engine,
		clock,
		send,
		findParticipant,
		removeParticipant,
	})
	const closing = createClosing({ rooms, store, meetings, engine, clock, log, send })

	engine.onEvent(event => {
		if (event.type === 'available') for (const room of rooms.all()) send(room.connections(), 'media.available', [])
	})

	async function endByHost(caller: ParticipantConnection): Promise<Result<null, HostRefusal>> {
		if (!hostOf(caller)) return refused('host.only')
		await closing.end(caller.meetingId, 'ended-by-host')
		return ok(null)
	}

	const createdAt = clock.now()
	const lastRunAt = { tickets: createdAt, overdue: createdAt }

	/** Called about once a second. */
	async function tick(): Promise<void> {
		const now = clock.now()
		removeExpired()
		if (now - lastRunAt.tickets >= ticketCleanupMs) {
			lastRunAt.tickets = now
			await store.removeExpiredTickets(now - ticketCleanupMs)
		}
		if (now - createdAt >= restartGraceMs && now - lastRunAt.overdue >= overdueEveryMs) {
			lastRunAt.overdue = now
			await closing.endOverdue(now)
		}
	}

	return {
		...presence,
		issueTicket: tickets.issue,
		participantCount: (meetingId: MeetingId): number => rooms.get(meetingId)?.participantCount ?? 0,
		hasHost: (meetingId: MeetingId): boolean => rooms.get(meetingId)?.hasHost ?? false,
		isRemoved: (meetingId: MeetingId, personKey: string): Promise<boolean> => store.isRemoved(meetingId, personKey),
		isInRoom: (caller: ParticipantConnection): boolean => findParticipant(caller) !== undefined,
		capacity: maxParticipants,
		end: closing.end,
		close: closing.close,
		...hostCalls,
		endByHost,
		tick,
		onRoomEvent,
	}
}
export type RoomService = ReturnType<typeof createRoomService>
