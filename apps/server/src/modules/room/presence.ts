import { ok, type Result, refused } from '@parley/core'
import type {
	EnterRefusal,
	EnterRequest,
	EnterResult,
	LeaveReason,
	MediaGrant,
	ParticipantId,
	SendingState,
} from '@parley/room'
import type { Clock } from '../../platform/clock.ts'
import type { MediaEngine } from '../../room/engine.ts'
import type { Admission } from './admission.ts'
import type { SendEvent } from './eventPublisher.ts'
import { type LiveRoom, type ParticipantConnection, present, type Seat } from './liveRoom.ts'
import type { OpenRooms, RoomLog } from './openRooms.ts'
import { type ParticipantIdentity, signResumeToken } from './resumeToken.ts'

const grantTtlSec = 600

interface PresenceDeps {
	rooms: OpenRooms
	admission: Admission
	engine: MediaEngine
	clock: Clock
	log: RoomLog
	send: SendEvent
	/** Signs resume tokens. */
	secret: Uint8Array
}

/** Who is in a room: entering, leaving, dropped connections, what each participant sends. */
export function createPresence({ rooms, admission, engine, clock, log, send, secret }: PresenceDeps) {
	async function enter(request: EnterRequest, connection: string): Promise<Result<EnterResult, EnterRefusal>> {
		const admitted = await admission.admit(request)
		if (!admitted.ok) return admitted
		const { identity, sending, wants } = admitted.value
		const room = await rooms.open(identity.meetingId)
		const refusal = admission.roomRefusal(room, admitted.value)
		if (refusal) return refused(refusal)

		const seat: Seat = { identity, sending, connection: { id: connection } }
		addSeat(room, seat)
		return ok(await enterResult(room, seat, wants))
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

	function setSending(participant: ParticipantConnection, sending: SendingState): void {
		const { room, seat } = rooms.findSeat(participant) ?? {}
		if (!room || !seat) return
		seat.sending = sending
		send(room.connections(participant.participantId), 'participant.changed', [present(seat)])
	}

	async function grant(participant: ParticipantConnection): Promise<Result<MediaGrant, 'engine.away'>> {
		const seat = rooms.findSeat(participant)?.seat
		return seat ? grantFor(seat.identity) : refused('engine.away')
	}

	function leave(participant: ParticipantConnection): void {
		const room = rooms.findSeat(participant)?.room
		if (room) removeParticipant(room, participant.participantId, 'choice')
	}

	/** The connection is gone; the seat is held for a while (ROOM-20). */
	function drop(participant: ParticipantConnection): void {
		const { room, seat } = rooms.findSeat(participant) ?? {}
		if (!room || !seat) return
		seat.connection = { goneAt: clock.now() }
		send(room.connections(), 'participant.changed', [present(seat)])
	}

	function removeParticipant(room: LiveRoom, participantId: ParticipantId, reason: LeaveReason): void {
		const { meetingId } = room
		room.removeSeat(participantId)
		send(room.connections(), 'participant.left', [{ participantId, reason }])
		void engine.removeParticipant(meetingId, participantId)
		log.info({ meetingId, participantId, reason }, 'participant left')
		if (room.participantCount === 0) closeEmptyRoom(room)
	}

	/** The room closes with its last participant; the meeting stays in progress (ROOM-47). */
	function closeEmptyRoom(room: LiveRoom): void {
		room.closed = true
		rooms.delete(room)
		void engine.endRoom(room.meetingId)
		log.info({ meetingId: room.meetingId }, 'room empty')
	}

	/** Removes participants whose connection was gone for too long. */
	function removeExpired(): void {
		for (const room of rooms.all()) {
			for (const seat of room.expiredSeats(clock.now())) removeParticipant(room, seat.identity.participantId, 'lost')
		}
	}

	return { enter, leave, drop, setSending, grant, removeParticipant, removeExpired }
}
