import { done, type Instant, type MeetingId, type Result, refused } from '@parley/core'
import {
	type CloseReason,
	type Entered,
	type EnterRefusal,
	type Entry,
	type HostRefusal,
	type LeftBy,
	type MediaGrant,
	type MediaSource,
	ParticipantId,
	type PresenceNews,
	type Sending,
	type TargetRefusal,
} from '@parley/room'
import * as v from 'valibot'
import type { Clock } from '../../platform/clock.ts'
import type { Ids } from '../../platform/ids.ts'
import type { MediaEngine } from '../../room/engine.ts'
import type { RoomNews } from './events.ts'
import { LiveRoom, present, type Seat } from './liveRoom.ts'
import { mayRun, refusalAtTheDoor } from './policy.ts'
import { type Identity, readResume, signResume } from './resumeToken.ts'
import type { RoomStore } from './store.ts'
import { ticketOffice } from './tickets.ts'

const grantTtlSec = 600
const overdueEveryMs = 30_000
/** After a start people need a moment to come back; until then an empty room says nothing. */
const returnMs = 60_000
const ticketSweepMs = 60_000

/** What the room needs to know of a meeting and tells it. */
export interface MeetingDoor {
	find(meetingId: MeetingId): Promise<RoomMeeting | undefined>
	started(meetingId: MeetingId, at: Instant): Promise<void>
	ended(meetingId: MeetingId, at: Instant): Promise<void>
	setLocked(meetingId: MeetingId, locked: boolean): Promise<void>
	/** Meetings in progress that should be over by now if nobody is inside any more. */
	overdue(now: Instant): Promise<MeetingId[]>
}

export interface RoomMeeting {
	topic: string
	locked: boolean
	/** Nobody may come in any more. */
	over: boolean
	/** When it went from not started to in progress, if it did. */
	startedAt: Instant | null
}

export interface RoomLog {
	info(fields: object, message: string): void
}

export interface RoomDeps {
	store: RoomStore
	meetings: MeetingDoor
	engine: MediaEngine
	clock: Clock
	ids: Ids
	log: RoomLog
	/** Signs resume tokens; must survive a restart of the server. */
	secret: Uint8Array
	capacity: number
}

/** Somebody inside, by the socket they came in on. */
export interface Inside {
	meetingId: MeetingId
	participantId: ParticipantId
	connection: string
}

export type RoomService = ReturnType<typeof roomService>

export function roomService({ store, meetings, engine, clock, ids, log, secret, capacity }: RoomDeps) {
	const tickets = ticketOffice({ store, clock, ids })
	const rooms = new Map<MeetingId, LiveRoom>()
	const opening = new Map<MeetingId, Promise<LiveRoom>>()
	const closing = new Map<MeetingId, CloseReason>()
	const listeners = new Set<(news: RoomNews) => void>()
	const startedAt = clock.now()
	const swept = { tickets: startedAt, overdue: startedAt }
	const places = Math.min(capacity, engine.caps.maxParticipants)

	engine.onEvent(event => {
		if (event.type === 'back') for (const room of rooms.values()) tell(room.connections(), 'media.available', [])
	})

	function tell<E extends keyof PresenceNews>(
		to: readonly string[],
		event: E,
		payload: Parameters<PresenceNews[E]>,
		last = false,
	): void {
		// The pair was checked by the signature; a generic pair does not narrow to a member of the union.
		const news = { event, payload, to, last } as RoomNews
		if (to.length > 0) for (const listener of listeners) listener(news)
	}

	// --- coming in

	async function enter(entry: Entry, connection: string): Promise<Result<Entered, EnterRefusal>> {
		const admitted = entry.by === 'ticket' ? await byTicket(entry.ticket) : await byResume(entry.token, entry.sending)
		if (!admitted.ok) return admitted
		const { identity, wants, sending, returning } = admitted.value

		const atTheDoor = await refusalFor(identity, returning)
		if (atTheDoor) return refused(atTheDoor)
		const room = await open(identity.meetingId)
		const full = refusalInside(room, identity, returning)
		if (full) return refused(full)

		const seat: Seat = { identity, sending, connection: { id: connection } }
		seatDown(room, seat)
		return done(await welcome(room, seat, wants))
	}

	async function byTicket(ticket: string) {
		const redeemed = await tickets.redeem(ticket)
		if (!redeemed.ok) return redeemed
		const { meetingId, siteId, userId, personKey, displayName: name, host, microphone, camera } = redeemed.value
		const participantId = v.parse(ParticipantId, ids.row('p'))
		const identity = { participantId, meetingId, siteId, userId, personKey, name, host, enteredAt: clock.now() }
		const sending = { microphone: false, camera: false }
		return done({ identity, wants: { microphone, camera }, sending, returning: false })
	}

	async function byResume(token: string, sending: Sending) {
		const identity = await readResume(token, secret, clock.now())
		if (!identity) return refused('resume.invalid')
		const closedAt = await store.closedAt(identity.meetingId)
		if (closedAt !== undefined && identity.enteredAt <= closedAt) return refused('room.ended')
		return done({ identity, wants: sending, sending, returning: true })
	}

	/** Asked before the room is opened: nobody who is turned away starts a meeting. */
	async function refusalFor(identity: Identity, returning: boolean): Promise<EnterRefusal | undefined> {
		const meeting = await meetings.find(identity.meetingId)
		const removed = await store.isRemoved(identity.meetingId, identity.personKey)
		const { locked, over } = meeting ?? { locked: false, over: true }
		return refusalAtTheDoor({ over, removed, locked, host: identity.host, returning, ...empty })
	}

	/** Asked with the room in hand and nothing awaited until the seat is taken: two at once cannot both be the last. */
	function refusalInside(room: LiveRoom, identity: Identity, returning: boolean): EnterRefusal | undefined {
		const seated = room.seat(identity.participantId) !== undefined
		const { closed: over, locked, headcount } = room
		const { host, personKey } = identity
		const removed = room.removed.has(personKey)
		return refusalAtTheDoor({ over, removed, locked, host, returning, seated, headcount, capacity: places })
	}

	function open(meetingId: MeetingId): Promise<LiveRoom> {
		const known = rooms.get(meetingId)
		if (known) return Promise.resolve(known)
		const pending = opening.get(meetingId) ?? start(meetingId).finally(() => opening.delete(meetingId))
		opening.set(meetingId, pending)
		return pending
	}

	async function start(meetingId: MeetingId): Promise<LiveRoom> {
		await engine.ensureRoom(meetingId, { maxParticipants: places })
		const meeting = await meetings.find(meetingId)
		const now = clock.now()
		// After a restart of the server it has been going on for a while.
		if (meeting?.startedAt == null) await meetings.started(meetingId, now)
		const room = new LiveRoom({
			meetingId,
			topic: meeting?.topic ?? '',
			startedAt: meeting?.startedAt ?? now,
			locked: meeting?.locked ?? false,
		})
		rooms.set(meetingId, room)
		log.info({ meetingId }, 'room opened')
		return room
	}

	function seatDown(room: LiveRoom, seat: Seat): void {
		const { participantId } = seat.identity
		const before = room.seat(participantId)
		if (before && 'id' in before.connection) {
			tell([before.connection.id], 'room.closed', [{ reason: 'elsewhere' }], true)
		}
		room.place(seat)
		tell(room.connections(participantId), before ? 'participant.changed' : 'participant.joined', [present(seat)])
		const { meetingId } = room
		log.info({ meetingId, participantId }, before ? 'participant came back' : 'participant joined')
	}

	async function welcome(room: LiveRoom, seat: Seat, wants: Sending): Promise<Entered> {
		const { identity } = seat
		const grant = await grantFor(identity)
		return {
			self: identity.participantId,
			meetingId: room.meetingId,
			topic: room.topic,
			locked: room.locked,
			startedAt: room.startedAt,
			now: clock.now(),
			wants,
			roster: room.roster,
			resumeToken: await signResume({ ...identity, enteredAt: clock.now() }, secret),
			grant: grant.ok ? grant.value : null,
		}
	}

	const grantFor = ({ meetingId, participantId, name }: Identity) =>
		engine.grant({
			roomId: meetingId,
			participantId,
			displayName: name,
			canPublish: true,
			sources: ['microphone', 'camera', 'screen'],
			ttlSec: grantTtlSec,
		})

	// --- being inside

	/** The room and seat of a caller, as long as this very connection holds it. */
	function at(who: Inside): { room: LiveRoom; seat: Seat } | undefined {
		const room = rooms.get(who.meetingId)
		const seat = room?.seat(who.participantId)
		const isTheirs = seat && 'id' in seat.connection && seat.connection.id === who.connection
		return room && isTheirs ? { room, seat } : undefined
	}

	function setSending(who: Inside, sending: Sending): void {
		const { room, seat } = at(who) ?? {}
		if (!room || !seat) return
		seat.sending = sending
		tell(room.connections(who.participantId), 'participant.changed', [present(seat)])
	}

	async function grant(who: Inside): Promise<Result<MediaGrant, 'engine.away'>> {
		const seat = at(who)?.seat
		return seat ? grantFor(seat.identity) : refused('engine.away')
	}

	// --- going out

	function leave(who: Inside): void {
		const room = at(who)?.room
		if (room) clear(room, who.participantId, 'choice')
	}

	/** The socket is gone; the place is kept for a while (ROOM-20). */
	function drop(who: Inside): void {
		const { room, seat } = at(who) ?? {}
		if (!room || !seat) return
		seat.connection = { goneAt: clock.now() }
		tell(room.connections(), 'participant.changed', [present(seat)])
	}

	function clear(room: LiveRoom, participantId: ParticipantId, by: LeftBy): void {
		const { meetingId } = room
		room.clear(participantId)
		tell(room.connections(), 'participant.left', [{ participantId, by }])
		void engine.removeParticipant(meetingId, participantId)
		log.info({ meetingId, participantId, by }, 'participant left')
		if (room.headcount > 0) return
		room.closed = true
		rooms.delete(meetingId)
		void engine.endRoom(meetingId)
		log.info({ meetingId }, 'room empty')
	}

	// --- what the host may do

	async function lock(who: Inside, locked: boolean): Promise<Result<null, HostRefusal>> {
		const { room, seat } = at(who) ?? {}
		if (!room || !seat || !mayRun(seat.identity)) return refused('host.only')
		await meetings.setLocked(who.meetingId, locked)
		room.locked = locked
		tell(room.connections(), 'room.locked', [{ locked }])
		return done(null)
	}

	async function mute(who: Inside, target: ParticipantId, source: MediaSource): Promise<Result<null, TargetRefusal>> {
		const found = targetOf(who, target)
		if (!found.ok) return found
		const { connection } = found.value.seat
		await engine.mute(who.meetingId, target, source)
		if ('id' in connection) tell([connection.id], 'muted', [{ source }])
		return done(null)
	}

	async function remove(who: Inside, target: ParticipantId): Promise<Result<null, TargetRefusal>> {
		const found = targetOf(who, target)
		if (!found.ok) return found
		const { room, seat } = found.value
		room.removed.add(seat.identity.personKey)
		await store.addRemoval(who.meetingId, seat.identity.personKey, clock.now())
		// One person may sit here twice, on a phone and a computer: sent out is sent out.
		const alsoTheirs = room.seats.filter(other => other.identity.personKey === seat.identity.personKey)
		for (const { identity, connection } of alsoTheirs) {
			if ('id' in connection) tell([connection.id], 'room.closed', [{ reason: 'removed' }], true)
			clear(room, identity.participantId, 'removed')
		}
		return done(null)
	}

	function targetOf(who: Inside, target: ParticipantId): Result<{ room: LiveRoom; seat: Seat }, TargetRefusal> {
		const { room, seat } = at(who) ?? {}
		if (!room || !seat || !mayRun(seat.identity)) return refused('host.only')
		const targeted = room.seat(target)
		if (!targeted) return refused('participant.missing')
		if (targeted.identity.personKey === seat.identity.personKey) return refused('participant.self')
		return done({ room, seat: targeted })
	}

	async function endByHost(who: Inside): Promise<Result<null, HostRefusal>> {
		const seat = at(who)?.seat
		if (!seat || !mayRun(seat.identity)) return refused('host.only')
		await end(who.meetingId, 'ended-by-host')
		return done(null)
	}

	/** Ends the meeting and with it the room; the meeting's own announcement finds the reason already given. */
	async function end(meetingId: MeetingId, reason: CloseReason = 'ended'): Promise<void> {
		closing.set(meetingId, reason)
		try {
			await meetings.ended(meetingId, clock.now())
			await close(meetingId, reason)
		} finally {
			closing.delete(meetingId)
		}
	}

	/** Sends everybody out, for good: what they hold counts no more (ROOM-45). */
	async function close(meetingId: MeetingId, reason: CloseReason): Promise<void> {
		const why = closing.get(meetingId) ?? reason
		const room = rooms.get(meetingId)
		if (room) room.closed = true
		await store.close(meetingId, clock.now())
		if (!room || rooms.get(meetingId) !== room) return
		rooms.delete(meetingId)
		tell(room.connections(), 'room.closed', [{ reason: why }], true)
		await engine.endRoom(meetingId)
		log.info({ meetingId, reason: why }, 'room closed')
	}

	// --- as time goes by

	/** Called about once a second. */
	async function tick(): Promise<void> {
		const now = clock.now()
		for (const room of rooms.values()) {
			for (const seat of room.lost(now)) clear(room, seat.identity.participantId, 'lost')
		}
		if (now - swept.tickets >= ticketSweepMs) {
			swept.tickets = now
			await store.removeExpiredTickets(now - ticketSweepMs)
		}
		if (now - startedAt >= returnMs && now - swept.overdue >= overdueEveryMs) {
			swept.overdue = now
			await endOverdue(now)
		}
	}

	/** ROOM-46: an empty room whose time is up is over. */
	async function endOverdue(now: Instant): Promise<void> {
		for (const meetingId of await meetings.overdue(now)) if (!rooms.has(meetingId)) await end(meetingId)
	}

	return {
		issueTicket: tickets.issue,
		occupancy: (meetingId: MeetingId): number => rooms.get(meetingId)?.headcount ?? 0,
		hostPresent: (meetingId: MeetingId): boolean => rooms.get(meetingId)?.hostPresent ?? false,
		isRemoved: (meetingId: MeetingId, personKey: string): Promise<boolean> => store.isRemoved(meetingId, personKey),
		capacity: places,
		end,
		close,
		enter,
		leave,
		drop,
		setSending,
		grant,
		lock,
		mute,
		remove,
		endByHost,
		tick,
		isInside: (who: Inside): boolean => at(who) !== undefined,
		onNews(listener: (news: RoomNews) => void): () => void {
			listeners.add(listener)
			return () => void listeners.delete(listener)
		},
	}
}

/** Nobody is counted before the room is open. */
const empty = { seated: false, headcount: 0, capacity: 1 }
