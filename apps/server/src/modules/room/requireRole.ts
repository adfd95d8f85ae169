import { ok, type Result, refused } from '@parley/core'
import {
	canActOn,
	canDo,
	type ParticipantId,
	type RoleAction,
	type RoleRefusal,
	type TargetRefusal,
} from '@parley/room'
import type { OpenRoom, ParticipantConnection, RoomParticipant } from './openRoom.ts'
import type { OpenRooms } from './openRooms.ts'

interface Actor {
	room: OpenRoom
	actor: RoomParticipant
}

/** Checks whether the role of a caller allows an action, in their own room and while they are in it (ROOM-30, ROOM-110). */
export function createRequireRole({ findParticipant }: Pick<OpenRooms, 'findParticipant'>) {
	function requireRole(caller: ParticipantConnection, action: RoleAction): Result<Actor, RoleRefusal> {
		const { room, participant: actor } = findParticipant(caller) ?? {}
		return room && actor && canDo(actor.role, action) ? ok({ room, actor }) : refused('role.not-allowed')
	}

	/** Returns the target too, if the role of the caller allows the action towards this person. */
	function requireTarget(
		caller: ParticipantConnection,
		action: RoleAction,
		target: ParticipantId,
	): Result<Actor & { participant: RoomParticipant }, TargetRefusal> {
		const allowed = requireRole(caller, action)
		if (!allowed.ok) return allowed
		const { room, actor } = allowed.value
		const participant = room.participant(target)
		if (!participant) return refused('participant.missing')
		if (participant.identity.personKey === actor.identity.personKey) return refused('participant.self')
		return canActOn(actor.role, participant.role) ? ok({ room, actor, participant }) : refused('role.not-allowed')
	}

	return { requireRole, requireTarget }
}
export type RequireRole = ReturnType<typeof createRequireRole>['requireRole']
export type RequireTarget = ReturnType<typeof createRequireRole>['requireTarget']
