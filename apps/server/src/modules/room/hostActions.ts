import { ok, type Result, refused } from '@parley/core'
import type { HostRefusal, LeaveReason, MediaSource, ParticipantId, TargetRefusal } from '@parley/room'
import type { Clock } from '../../platform/clock.ts'
import type { MediaEngine } from '../../room/engine.ts'
import type { SendEvent } from './eventPublisher.ts'
import type { LiveRoom, ParticipantConnection, Seat } from './liveRoom.ts'
import type { MeetingPort } from './meetingPort.ts'
import { canManageRoom } from './policy.ts'
import type { RoomStore } from './store.ts'

export interface HostActionsDeps {
	store: RoomStore
	meetings: MeetingPort
	engine: MediaEngine
	clock: Clock
	send: SendEvent
	/** The room and seat of a participant, as long as this very connection holds the seat. */
	findSeat(who: ParticipantConnection): { room: LiveRoom; seat: Seat } | undefined
	/** Removes a participant from a room. */
	removeParticipant(room: LiveRoom, participantId: ParticipantId, reason: LeaveReason): void
}

/** Actions of the host only (ROOM-30). */
export function createHostActions({
	store,
	meetings,
	engine,
	clock,
	send,
	findSeat,
	removeParticipant,
}: HostActionsDeps) {
	/** The room and seat of a participant who is the host. */
	function requireHost(who: ParticipantConnection): { room: LiveRoom; seat: Seat } | undefined {
		const found = findSeat(who)
		return found && canManageRoom(found.seat.identity) ? found : undefined
	}

	function requireTarget(
		who: ParticipantConnection,
		target: ParticipantId,
	): Result<{ room: LiveRoom; seat: Seat }, TargetRefusal> {
		const host = requireHost(who)
		if (!host) return refused('host.only')
		const seat = host.room.seat(target)
		if (!seat) return refused('participant.missing')
		if (seat.identity.personKey === host.seat.identity.personKey) return refused('participant.self')
		return ok({ room: host.room, seat })
	}

	return {
		hostOf: requireHost,
		async lock(who: ParticipantConnection, locked: boolean): Promise<Result<null, HostRefusal>> {
			const host = requireHost(who)
			if (!host) return refused('host.only')
			await meetings.setLocked(who.meetingId, locked)
			host.room.locked = locked
			send(host.room.connections(), 'room.locked', [{ locked }])
			return ok(null)
		},
		async mute(
			who: ParticipantConnection,
			target: ParticipantId,
			source: MediaSource,
		): Promise<Result<null, TargetRefusal>> {
			const found = requireTarget(who, target)
			if (!found.ok) return found
			const { connection } = found.value.seat
			await engine.mute(who.meetingId, target, source)
			if ('id' in connection) send([connection.id], 'muted', [{ source }])
			return ok(null)
		},
		async remove(who: ParticipantConnection, target: ParticipantId): Promise<Result<null, TargetRefusal>> {
			const found = requireTarget(who, target)
			if (!found.ok) return found
			const { room, seat } = found.value
			const { personKey } = seat.identity
			room.removed.add(personKey)
			await store.addRemoval(who.meetingId, personKey, clock.now())
			// A person may be in the room twice, on a phone and a computer: both are removed.
			for (const { identity, connection } of room.seats.filter(other => other.identity.personKey === personKey)) {
				if ('id' in connection) send([connection.id], 'room.closed', [{ reason: 'removed' }], true)
				removeParticipant(room, identity.participantId, 'removed')
			}
			return ok(null)
		},
	}
}
