import { type Instant, type MeetingId, ok, type Result, refused } from '@parley/core'
import type {
	CloseReason,
	EnterRefusal,
	EnterRequest,
	EnterResult,
	HostRefusal,
	LeaveReason,
	MediaGrant,
	ParticipantId,
	SendingState,
} from '@parley/room'
import type { Clock } from '../../platform/clock.ts'
import type { Ids } from '../../platform/ids.ts'
import type { MediaEngine } from '../../room/engine.ts'
import { createAdmission } from './admission.ts'
import { createEventPublisher } from './eventPublisher.ts'
import { hostActions } from './hostActions.ts'
import { createJoinTickets } from './joinTickets.ts'
import { LiveRoom, type ParticipantConnection, present, type Seat } from './liveRoom.ts'
import type { MeetingPort } from './meetingPort.ts'
import { type ParticipantIdentity, signResumeToken } from './resumeToken.ts'
import type { RoomStore } from './store.ts'

const grantTtlSec = 600
const overdueEveryMs = 30_000
/** After a start people need a moment to come back; until then an empty room says nothing. */
const restartGraceMs = 60_000
const ticketSweepMs = 60_000

export interface RoomLog {
	info(fields: object, message: string): void
}

export interface RoomDeps {
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

export type RoomService = ReturnType<typeof roomService>

/** The meeting itself: who is in it, who comes and goes, and when it is over. */
export function roomService({ store, meetings, engine, clock, ids, log, secret, capacity }: RoomDeps) {
	const rooms = new Map<MeetingId, LiveRoom>()
	const opening = new Map<MeetingId, Promise<LiveRoom>>()
	const closing = new Map<MeetingId, CloseReason>()
	const createdAt = clock.now()
	const lastRunAt = { tickets: createdAt, overdue: createdAt }
	const maxParticipants = Math.min(capacity, engine.caps.maxParticipants)
	const tickets = createJoinTickets({ store, clock, ids })
	const admission = createAdmission({ store, meetings, tickets, clock, ids, secret, capacity: maxParticipants })
	const { send, onRoomEvent } = createEventPublisher()
	const host = hostActions({
		store,
		meetings,
		engine,
		clock,
		send: send,
		findSeat: findSeat,
		removeParticipant: removeParticipant,
	})

	engine.onEvent(event => {
		if (event.type === 'back') for (const room of rooms.values()) send(room.connections(), 'media.available', [])
	})

	async function enter(entry: EnterRequest, connection: string): Promise<Result<EnterResult, EnterRefusal>> {
		const admitted = await admission.admit(entry)
		if (!admitted.ok) return admitted
		const { identity, sending, wants } = admitted.value
		const room = await openRoom(identity.meetingId)
		const refusal = admission.roomRefusal(room, admitted.value)
		if (refusal) return refused(refusal)

		const seat: Seat = { identity, sending, connection: { id: connection } }
		addSeat(room, seat)
		return ok(await enterResult(room, seat, wants))
	}

	function openRoom(meetingId: MeetingId): Promise<LiveRoom> {
		const known = rooms.get(meetingId)
		if (known) return Promise.resolve(known)
		const pending = opening.get(meetingId) ?? startRoom(meetingId).finally(() => opening.delete(meetingId))
		opening.set(meetingId, pending)
		return pending
	}

	async function startRoom(meetingId: MeetingId): Promise<LiveRoom> {
		await engine.ensureRoom(meetingId, { maxParticipants: maxParticipants })
		const meeting = await meetings.find(meetingId)
		const now = clock.now()
		// After a restart of the server it has been going on for a while.
		if (meeting?.startedAt == null) await meetings.markStarted(meetingId, now)
		const { topic = '', locked = false } = meeting ?? {}
		const room = new LiveRoom({ meetingId, topic, locked, startedAt: meeting?.startedAt ?? now })
		rooms.set(meetingId, room)
		log.info({ meetingId }, 'room opened')
		return room
	}

	function addSeat(room: LiveRoom, seat: Seat): void {
		const { meetingId } = room
		const { participantId } = seat.identity
		const before = room.seat(participantId)
		if (before && 'id' in before.connection) {
			send([before.connection.id], 'room.closed', [{ reason: 'elsewhere' }], true)
		}
		room.setSeat(seat)
		send(room.connections(participantId), before ? 'participant.changed' : 'participant.joined', [present(seat)])
		log.info({ meetingId, participantId }, before ? 'participant came back' : 'participant joined')
	}

	async function enterResult(room: LiveRoom, { identity }: Seat, wants: SendingState): Promise<EnterResult> {
		const grant = await grantFor(identity)
		const { meetingId, topic, locked, startedAt } = room
		return {
			self: identity.participantId,
			meetingId,
			topic,
			locked,
			startedAt,
			now: clock.now(),
			wants,
			roster: room.roster,
			resumeToken: await signResumeToken({ ...identity, enteredAt: clock.now() }, secret),
			grant: grant.ok ? grant.value : null,
		}
	}

	const grantFor = ({ meetingId, participantId, name }: ParticipantIdentity) =>
		engine.grant({
			roomId: meetingId,
			participantId,
			displayName: name,
			canPublish: true,
			sources: ['microphone', 'camera', 'screen'],
			ttlSec: grantTtlSec,
		})

	function findSeat(who: ParticipantConnection): { room: LiveRoom; seat: Seat } | undefined {
		const room = rooms.get(who.meetingId)
		const seat = room?.seat(who.participantId)
		const isTheirs = seat && 'id' in seat.connection && seat.connection.id === who.connection
		return room && isTheirs ? { room, seat } : undefined
	}

	function setSending(who: ParticipantConnection, sending: SendingState): void {
		const { room, seat } = findSeat(who) ?? {}
		if (!room || !seat) return
		seat.sending = sending
		send(room.connections(who.participantId), 'participant.changed', [present(seat)])
	}

	async function grant(who: ParticipantConnection): Promise<Result<MediaGrant, 'engine.away'>> {
		const seat = findSeat(who)?.seat
		return seat ? grantFor(seat.identity) : refused('engine.away')
	}

	function leave(who: ParticipantConnection): void {
		const room = findSeat(who)?.room
		if (room) removeParticipant(room, who.participantId, 'choice')
	}

	/** The socket is gone; the place is kept for a while (ROOM-20). */
	function drop(who: ParticipantConnection): void {
		const { room, seat } = findSeat(who) ?? {}
		if (!room || !seat) return
		seat.connection = { goneAt: clock.now() }
		send(room.connections(), 'participant.changed', [present(seat)])
	}

	function removeParticipant(room: LiveRoom, participantId: ParticipantId, by: LeaveReason): void {
		const { meetingId } = room
		room.removeSeat(participantId)
		send(room.connections(), 'participant.left', [{ participantId, by }])
		void engine.removeParticipant(meetingId, participantId)
		log.info({ meetingId, participantId, by }, 'participant left')
		if (room.participantCount === 0) closeEmptyRoom(room)
	}

	/** Nobody is inside any more; the meeting itself goes on (ROOM-47). */
	function closeEmptyRoom(room: LiveRoom): void {
		room.closed = true
		rooms.delete(room.meetingId)
		void engine.endRoom(room.meetingId)
		log.info({ meetingId: room.meetingId }, 'room empty')
	}

	async function endByHost(who: ParticipantConnection): Promise<Result<null, HostRefusal>> {
		if (!host.hostOf(who)) return refused('host.only')
		await end(who.meetingId, 'ended-by-host')
		return ok(null)
	}

	/** Ends the meeting and with it the room; the meeting's own announcement finds the reason already given. */
	async function end(meetingId: MeetingId, reason: CloseReason = 'ended'): Promise<void> {
		closing.set(meetingId, reason)
		try {
			await meetings.markEnded(meetingId, clock.now())
			await close(meetingId, reason)
		} finally {
			closing.delete(meetingId)
		}
	}

	/** Sends everybody out, for good: what they hold counts no more (ROOM-45). */
	async function close(meetingId: MeetingId, reason: CloseReason): Promise<void> {
		const why = closing.get(meetingId) ?? reason
		// A room that is just being opened would otherwise come to life after its end.
		const room = rooms.get(meetingId) ?? (await opening.get(meetingId)?.catch(() => undefined))
		if (room) room.closed = true
		await store.close(meetingId, clock.now())
		if (!room || rooms.get(meetingId) !== room) return
		rooms.delete(meetingId)
		send(room.connections(), 'room.closed', [{ reason: why }], true)
		await engine.endRoom(meetingId)
		log.info({ meetingId, reason: why }, 'room closed')
	}

	/** Called about once a second. */
	async function tick(): Promise<void> {
		const now = clock.now()
		for (const room of rooms.values()) {
			for (const seat of room.expiredSeats(now)) removeParticipant(room, seat.identity.participantId, 'lost')
		}
		if (now - lastRunAt.tickets >= ticketSweepMs) {
			lastRunAt.tickets = now
			await store.removeExpiredTickets(now - ticketSweepMs)
		}
		if (now - createdAt >= restartGraceMs && now - lastRunAt.overdue >= overdueEveryMs) {
			lastRunAt.overdue = now
			await endOverdue(now)
		}
	}

	/** ROOM-46: an empty room whose time is up is over. */
	async function endOverdue(now: Instant): Promise<void> {
		for (const meetingId of await meetings.findOverdue(now)) if (!rooms.has(meetingId)) await end(meetingId)
	}

	return {
		issueTicket: tickets.issue,
		occupancy: (meetingId: MeetingId): number => rooms.get(meetingId)?.participantCount ?? 0,
		hostPresent: (meetingId: MeetingId): boolean => rooms.get(meetingId)?.hasHost ?? false,
		isRemoved: (meetingId: MeetingId, personKey: string): Promise<boolean> => store.isRemoved(meetingId, personKey),
		capacity: maxParticipants,
		end,
		close,
		enter,
		leave,
		drop,
		setSending,
		grant,
		lock: host.lock,
		mute: host.mute,
		remove: host.remove,
		endByHost,
		tick,
		isInside: (who: ParticipantConnection): boolean => findSeat(who) !== undefined,
		onNews: onRoomEvent,
	}
}
