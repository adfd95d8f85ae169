import { ok, type Result, refused } from '@parley/core'
import type { ParticipantId, RoleRefusal, TargetRefusal } from '@parley/room'
import { type NoteActivity, personOf } from './activity.ts'
import type { SendEvent } from './eventPublisher.ts'
import type { Hosts } from './hosts.ts'
import type { KnownPeople } from './knownPeople.ts'
import type { MeetingPort } from './meetingPort.ts'
import type { ParticipantConnection } from './openRoom.ts'
import type { ChangeParticipant } from './participantChanges.ts'
import type { RequireRole, RequireTarget } from './requireRole.ts'

export interface HostActionsDeps {
	people: KnownPeople
	setHost: Hosts['setHost']
	meetings: MeetingPort
	send: SendEvent
	change: ChangeParticipant
	note: NoteActivity
	requireRole: RequireRole
	requireTarget: RequireTarget
}

/** Actions of those who run the meeting (ROOM-30, ROOM-110). */
export function createHostActions({
	people,
	setHost,
	meetings,
	send,
	change,
	note,
	requireRole,
	requireTarget,
}: HostActionsDeps) {
	return {
		async lock(caller: ParticipantConnection, locked: boolean): Promise<Result<null, RoleRefusal>> {
			const allowed = requireRole(caller, 'lock-room')
			if (!allowed.ok) return allowed
			const { room, actor } = allowed.value
			await meetings.setLocked(caller.meetingId, locked)
			room.locked = locked
			note(room.meetingId, locked ? 'locked' : 'unlocked', { actor: personOf(actor) })
			send(room.connections(), 'room.locked', [{ locked, by: caller.participantId }])
			return ok(null)
		},
		lowerHand(caller: ParticipantConnection, target: ParticipantId): Result<null, TargetRefusal> {
			const found = requireTarget(caller, 'lower-hands', target)
			if (!found.ok) return found
			const { room, participant, actor } = found.value
			if (participant.handRaisedAt === null) return ok(null)
			change(room, participant, { handRaisedAt: null })
			note(room.meetingId, 'hand-lowered', { actor: personOf(actor), target: personOf(participant) })
			return ok(null)
		},
		/** Lowers the hands of all, also of those who run the meeting. */
		lowerHands(caller: ParticipantConnection): Result<null, RoleRefusal> {
			const allowed = requireRole(caller, 'lower-hands')
			if (!allowed.ok) return allowed
			const { room, actor } = allowed.value
			const raised = [...room.participants].filter(({ handRaisedAt }) => handRaisedAt !== null)
			if (raised.length === 0) return ok(null)
			for (const participant of raised) change(room, participant, { handRaisedAt: null })
			note(room.meetingId, 'hands-lowered', { actor: personOf(actor) })
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
			const { room, participant, actor } = found.value
			const { personKey, userId } = participant.identity
			if (participant.role === 'host') return refused('role.not-allowed')
			await people.setRole(room, personKey, coHost ? 'co-host' : userId === null ? 'guest' : 'member')
			const about = { actor: personOf(actor), target: personOf(participant) }
			note(room.meetingId, coHost ? 'made-co-host' : 'made-member', about)
			return ok(null)
		},
		async handOver(caller: ParticipantConnection, target: ParticipantId): Promise<Result<null, TargetRefusal>> {
			const found = requireTarget(caller, 'give-roles', target)
			if (!found.ok) return found
			const { room, participant, actor } = found.value
			await setHost(room, participant.identity)
			note(room.meetingId, 'made-host', { actor: personOf(actor), target: personOf(participant) })
			return ok(null)
		},
	}
}
export type HostActions = ReturnType<typeof createHostActions>
