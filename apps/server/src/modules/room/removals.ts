import { ok, type Result, refused } from '@parley/core'
import {
	canActOn,
	canDo,
	type ParticipantId,
	type RemovedPerson,
	type RoleRefusal,
	roomLimits,
	type TargetRefusal,
} from '@parley/room'
import type { Clock } from '../../platform/clock.ts'
import { type NoteActivity, personOf } from './activity.ts'
import type { SendEvent } from './eventPublisher.ts'
import type { OpenRoom, ParticipantConnection } from './openRoom.ts'
import type { Presence } from './presence.ts'
import type { RequireRole, RequireTarget } from './requireRole.ts'
import type { Removal, RoomStore } from './store.ts'

interface RemovalsDeps {
	store: Pick<RoomStore, 'addRemoval' | 'liftRemoval' | 'closedAt'>
	clock: Clock
	send: SendEvent
	note: NoteActivity
	requireRole: RequireRole
	requireTarget: RequireTarget
	disconnectParticipant: Presence['disconnectParticipant']
	/** The person may stand in line with another device; other people in line are marked anew. */
	onRemoved(room: OpenRoom, personKey: string): void
	onLifted(room: OpenRoom): void
}

/** Removes people from a room, and allows them to join again (ROOM-40, ROOM-181). */
export function createRemovals({
	store,
	clock,
	send,
	note,
	requireRole,
	requireTarget,
	disconnectParticipant,
	onRemoved,
	onLifted,
}: RemovalsDeps) {
	const toldPeople = (room: OpenRoom): RemovedPerson[] =>
		[...room.removed.values()]
			.toSorted((one, other) => other.removedAt - one.removedAt)
			.slice(0, roomLimits.maxRemovedListed)
			.map(({ participantId: id, name, role }) => ({ id, name, role }))

	function tellRemoved(room: OpenRoom): void {
		const connections = room.connectionsWhere(({ role }) => canDo(role, 'remove-person'))
		send(connections, 'room.removed', [{ people: toldPeople(room) }])
	}

	return {
		removedFrom: toldPeople,
		tellRemoved,
		async remove(caller: ParticipantConnection, target: ParticipantId): Promise<Result<null, TargetRefusal>> {
			const found = requireTarget(caller, 'remove-person', target)
			if (!found.ok) return found
			const { room, participant, actor } = found.value
			const { identity, name, role } = participant
			const { personKey, addressKey, userId, participantId } = identity
			const removal: Removal = { personKey, addressKey, participantId, userId, name, role, removedAt: clock.now() }
			// Before it is stored: the person may enter in another window meanwhile.
			room.removed.set(personKey, removal)
			await store.addRemoval(room.meetingId, removal)
			// The meeting has ended meanwhile, and the removal with it.
			if (room.closed && (await store.closedAt(room.meetingId)) !== room.lastClosedAt) {
				await store.liftRemoval(room.meetingId, personKey)
				return ok(null)
			}
			note(room.meetingId, 'removed', { actor: personOf(actor), target: personOf(participant) })
			// A person may be in the room twice, on a phone and a computer: both are removed.
			for (const { identity } of room.participantsOf(personKey))
				disconnectParticipant(room, identity.participantId, 'removed', 'removed')
			onRemoved(room, personKey)
			tellRemoved(room)
			return ok(null)
		},
		/** Whoever could have removed the person can allow them to join again. */
		async allowAgain(
			caller: ParticipantConnection,
			target: ParticipantId,
		): Promise<Result<null, RoleRefusal | 'participant.missing'>> {
			const allowed = requireRole(caller, 'remove-person')
			if (!allowed.ok) return allowed
			const { room, actor } = allowed.value
			const removal = [...room.removed.values()].find(({ participantId }) => participantId === target)
			if (!removal) return refused('participant.missing')
			if (!canActOn(actor.role, removal.role)) return refused('role.not-allowed')
			room.removed.delete(removal.personKey)
			await store.liftRemoval(room.meetingId, removal.personKey)
			note(room.meetingId, 'allowed-again', { actor: personOf(actor), target: removal })
			onLifted(room)
			tellRemoved(room)
			return ok(null)
		},
	}
}
export type Removals = ReturnType<typeof createRemovals>
