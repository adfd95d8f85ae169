import { ok, type Result, refused } from '@parley/core'
import {
	canActOn,
	canDo,
	type MediaSource,
	type ParticipantId,
	type RoleAction,
	type RoleRefusal,
	type TargetRefusal,
} from '@parley/room'
import type { SendEvent } from './eventPublisher.ts'
import type { KnownPeople } from './knownPeople.ts'
import type { MediaEngine } from './mediaEngine.ts'
import type { MeetingPort } from './meetingPort.ts'
import type { OpenRoom, ParticipantConnection, RoomParticipant } from './openRoom.ts'
import type { ChangeParticipant } from './participantChanges.ts'
import type { Presence } from './presence.ts'
import type { Removals } from './removals.ts'

export interface HostActionsDeps {
	removals: Removals
	people: KnownPeople
	meetings: MeetingPort
	engine: MediaEngine
	send: SendEvent
	change: ChangeParticipant
	/** Returns room and participant of a connection, if it is their current one. */
	findParticipant(caller: ParticipantConnection): { room: OpenRoom; participant: RoomParticipant } | undefined
	close: Presence['close']
}

/** Actions of those who run the meeting (ROOM-30, ROOM-110). */
export function createHostActions({
	removals,
	people,
	meetings,
	engine,
	send,
	change,
	findParticipant,
	close,
}: HostActionsDeps) {
	/** Returns room and caller, if their role allows the action. */
	function requireRole(
		caller: ParticipantConnection,
		action: RoleAction,
	): Result<{ room: OpenRoom; participant: RoomParticipant }, RoleRefusal> {
		const found = findParticipant(caller)
		return found && canDo(found.participant.role, action) ? ok(found) : refused('role.not-allowed')
	}

	/** Returns room and target, if the role of the caller allows the action towards this person. */
	function requireTarget(
		caller: ParticipantConnection,
		action: RoleAction,
		target: ParticipantId,
	): Result<{ room: OpenRoom; participant: RoomParticipant; actor: RoomParticipant }, TargetRefusal> {
		const allowed = requireRole(caller, action)
		if (!allowed.ok) return allowed
		const { room, participant: actor } = allowed.value
		const participant = room.participant(target)
		if (!participant) return refused('participant.missing')
		if (participant.identity.personKey === actor.identity.personKey) return refused('participant.self')
		return canActOn(actor.role, participant.role) ? ok({ room, participant, actor }) : refused('role.not-allowed')
	}

	return {
		requireRole,
		requireTarget,
		async lock(caller: ParticipantConnection, locked: boolean): Promise<Result<null, RoleRefusal>> {
			const allowed = requireRole(caller, 'lock-room')
			if (!allowed.ok) return allowed
			const { room } = allowed.value
			await meetings.setLocked(caller.meetingId, locked)
			room.locked = locked
			send(room.connections(), 'room.locked', [{ locked, by: caller.participantId }])
			return ok(null)
		},
		async mute(
			caller: ParticipantConnection,
			target: ParticipantId,
			source: MediaSource,
		): Promise<Result<null, TargetRefusal>> {
			const found = requireTarget(caller, 'mute-person', target)
			if (!found.ok) return found
			const { connection } = found.value.participant
			await engine.mute(caller.meetingId, target, source)
			if ('id' in connection) send([connection.id], 'muted', [{ source }])
			return ok(null)
		},
		lowerHand(caller: ParticipantConnection, target: ParticipantId): Result<null, TargetRefusal> {
			const found = requireTarget(caller, 'lower-hands', target)
			if (!found.ok) return found
			const { room, participant } = found.value
			if (participant.handRaisedAt !== null) change(room, participant, { handRaisedAt: null })
			return ok(null)
		},
		/** A person who joined as host and is no co-host any more is a member: the host decides. */
		async setCoHost(
			caller: ParticipantConnection,
			target: ParticipantId,
			coHost: boolean,
		): Promise<Result<null, TargetRefusal>> {
			const found = requireTarget(caller, 'give-roles', target)
			if (!found.ok) return found
			const { room, participant } = found.value
			const { personKey, userId } = participant.identity
			if (participant.role === 'host') return refused('role.not-allowed')
			await people.setRole(room, personKey, coHost ? 'co-host' : userId === null ? 'guest' : 'member')
			return ok(null)
		},
		async handOver(caller: ParticipantConnection, target: ParticipantId): Promise<Result<null, TargetRefusal>> {
			const found = requireTarget(caller, 'give-roles', target)
			if (!found.ok) return found
			const { room, participant, actor } = found.value
			// Both at once in memory, so that there is a host at any time.
			await Promise.all([
				people.setRole(room, participant.identity.personKey, 'host'),
				people.setRole(room, actor.identity.personKey, 'co-host'),
			])
			return ok(null)
		},
		async remove(caller: ParticipantConnection, target: ParticipantId): Promise<Result<null, TargetRefusal>> {
			const found = requireTarget(caller, 'remove-person', target)
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
export type HostActions = ReturnType<typeof createHostActions>
