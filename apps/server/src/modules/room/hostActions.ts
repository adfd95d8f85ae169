import { ok, type Result, refused } from '@parley/core'
import type { HostRefusal, MediaSource, ParticipantId, TargetRefusal } from '@parley/room'
import type { SendEvent } from './eventPublisher.ts'
import type { MediaEngine } from './mediaEngine.ts'
import type { MeetingPort } from './meetingPort.ts'
import { type OpenRoom, type ParticipantConnection, type RoomParticipant, toParticipant } from './openRoom.ts'
import { canManageRoom } from './policy.ts'
import type { Presence } from './presence.ts'
import type { Removals } from './removals.ts'

export interface HostActionsDeps {
	removals: Removals
	meetings: MeetingPort
	engine: MediaEngine
	send: SendEvent
	/** Returns room and participant of a connection, if it is their current one. */
	findParticipant(caller: ParticipantConnection): { room: OpenRoom; participant: RoomParticipant } | undefined
	close: Presence['close']
}

/** Actions of the host only (ROOM-30). */
export function createHostActions({ removals, meetings, engine, send, findParticipant, close }: HostActionsDeps) {
	/** Returns room and caller, if the caller is the host. */
	function requireHost(caller: ParticipantConnection): { room: OpenRoom; participant: RoomParticipant } | undefined {
		const found = findParticipant(caller)
		return found && canManageRoom(found.participant.identity) ? found : undefined
	}

	function requireTarget(
		caller: ParticipantConnection,
		target: ParticipantId,
	): Result<{ room: OpenRoom; participant: RoomParticipant }, TargetRefusal> {
		const host = requireHost(caller)
		if (!host) return refused('host.only')
		const participant = host.room.participant(target)
		if (!participant) return refused('participant.missing')
		if (participant.identity.personKey === host.participant.identity.personKey) return refused('participant.self')
		return ok({ room: host.room, participant })
	}

	return {
		hostOf: requireHost,
		async lock(caller: ParticipantConnection, locked: boolean): Promise<Result<null, HostRefusal>> {
			const host = requireHost(caller)
			if (!host) return refused('host.only')
			await meetings.setLocked(caller.meetingId, locked)
			host.room.locked = locked
			send(host.room.connections(), 'room.locked', [{ locked }])
			return ok(null)
		},
		async mute(
			caller: ParticipantConnection,
			target: ParticipantId,
			source: MediaSource,
		): Promise<Result<null, TargetRefusal>> {
			const found = requireTarget(caller, target)
			if (!found.ok) return found
			const { connection } = found.value.participant
			await engine.mute(caller.meetingId, target, source)
			if ('id' in connection) send([connection.id], 'muted', [{ source }])
			return ok(null)
		},
		lowerHand(caller: ParticipantConnection, target: ParticipantId): Result<null, TargetRefusal> {
			const found = requireTarget(caller, target)
			if (!found.ok) return found
			const { room, participant } = found.value
			if (participant.handRaisedAt === null) return ok(null)
			participant.handRaisedAt = null
			send(room.connections(), 'participant.changed', [toParticipant(participant)])
			return ok(null)
		},
		async remove(caller: ParticipantConnection, target: ParticipantId): Promise<Result<null, TargetRefusal>> {
			const found = requireTarget(caller, target)
			if (!found.ok) return found
			const { room, participant } = found.value
			const { personKey } = participant.identity
			await removals.add(room, participant.identity)
			// A person may be in the room twice, on a phone and a computer: both are removed.
			for (const { identity } of room.participants) {
				if (identity.personKey === personKey) close(room, identity.participantId, 'removed', 'removed')
			}
			return ok(null)
		},
	}
}
