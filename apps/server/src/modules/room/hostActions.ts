import { ok, type Result, refused } from '@parley/core'
import type { HostRefusal, LeaveReason, MediaSource, ParticipantId, TargetRefusal } from '@parley/room'
import type { Clock } from '../../platform/clock.ts'
import type { MediaEngine } from '../../room/engine.ts'
import type { Inside, LiveRoom, Seat } from './liveRoom.ts'
import type { MeetingDoor } from './meetingDoor.ts'
import type { Tell } from './news.ts'
import { mayRun } from './policy.ts'
import type { RoomStore } from './store.ts'

export interface HostActionsDeps {
	store: RoomStore
	meetings: MeetingDoor
	engine: MediaEngine
	clock: Clock
	tell: Tell
	/** The room and seat of a caller, as long as that very connection holds it. */
	at(who: Inside): { room: LiveRoom; seat: Seat } | undefined
	/** Takes somebody off their seat. */
	clear(room: LiveRoom, participantId: ParticipantId, by: LeaveReason): void
}

/** What only the host may do (ROOM-30). */
export function hostActions({ store, meetings, engine, clock, tell, at, clear }: HostActionsDeps) {
	/** The caller, if they are inside and the host. */
	function hostOf(who: Inside): { room: LiveRoom; seat: Seat } | undefined {
		const found = at(who)
		return found && mayRun(found.seat.identity) ? found : undefined
	}

	function targetOf(who: Inside, target: ParticipantId): Result<{ room: LiveRoom; seat: Seat }, TargetRefusal> {
		const host = hostOf(who)
		if (!host) return refused('host.only')
		const seat = host.room.seat(target)
		if (!seat) return refused('participant.missing')
		if (seat.identity.personKey === host.seat.identity.personKey) return refused('participant.self')
		return ok({ room: host.room, seat })
	}

	return {
		hostOf,
		async lock(who: Inside, locked: boolean): Promise<Result<null, HostRefusal>> {
			const host = hostOf(who)
			if (!host) return refused('host.only')
			await meetings.setLocked(who.meetingId, locked)
			host.room.locked = locked
			tell(host.room.connections(), 'room.locked', [{ locked }])
			return ok(null)
		},
		async mute(who: Inside, target: ParticipantId, source: MediaSource): Promise<Result<null, TargetRefusal>> {
			const found = targetOf(who, target)
			if (!found.ok) return found
			const { connection } = found.value.seat
			await engine.mute(who.meetingId, target, source)
			if ('id' in connection) tell([connection.id], 'muted', [{ source }])
			return ok(null)
		},
		async remove(who: Inside, target: ParticipantId): Promise<Result<null, TargetRefusal>> {
			const found = targetOf(who, target)
			if (!found.ok) return found
			const { room, seat } = found.value
			const { personKey } = seat.identity
			room.removed.add(personKey)
			await store.addRemoval(who.meetingId, personKey, clock.now())
			// One person may sit here twice, on a phone and a computer: sent out is sent out.
			for (const { identity, connection } of room.seats.filter(other => other.identity.personKey === personKey)) {
				if ('id' in connection) tell([connection.id], 'room.closed', [{ reason: 'removed' }], true)
				clear(room, identity.participantId, 'removed')
			}
			return ok(null)
		},
	}
}
