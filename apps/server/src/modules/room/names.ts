import { ok, type Result, refused, toDisplayName } from '@parley/core'
import { isPermitted, type NameRefusal, type ParticipantId, type TargetRefusal } from '@parley/room'
import { type NoteActivity, personOf } from './activity.ts'
import type { KnownPeople } from './knownPeople.ts'
import type { ParticipantConnection } from './openRoom.ts'
import type { OpenRooms } from './openRooms.ts'
import type { RequireTarget } from './requireRole.ts'
import type { RightsPort } from './rightsPort.ts'

interface NamesDeps {
	findParticipant: OpenRooms['findParticipant']
	requireTarget: RequireTarget
	people: KnownPeople
	note: NoteActivity
	rights: Pick<RightsPort, 'isNameLocked'>
}

/** Names in the room, which a person keeps until the meeting ends (ROOM-114). */
export function createNames({ findParticipant, requireTarget, people, note, rights }: NamesDeps) {
	return {
		async setName(caller: ParticipantConnection, typed: string): Promise<Result<null, NameRefusal>> {
			const { room, participant } = findParticipant(caller) ?? {}
			if (!room || !participant || !isPermitted(participant.role, 'rename', room.permissions))
				return refused('role.not-allowed')
			const name = toDisplayName(typed)
			if (name === undefined) return refused('name.invalid')
			if (await rights.isNameLocked(participant.identity)) return refused('name.locked')
			if (name === participant.name) return ok(null)
			// Under the former name.
			note(room.meetingId, 'renamed', { actor: personOf(participant), detail: name })
			await people.setName(room, participant.identity.personKey, name)
			return ok(null)
		},
		async rename(
			caller: ParticipantConnection,
			target: ParticipantId,
			typed: string,
		): Promise<Result<null, TargetRefusal | 'name.invalid'>> {
			const found = requireTarget(caller, 'rename-person', target)
			if (!found.ok) return found
			const name = toDisplayName(typed)
			if (name === undefined) return refused('name.invalid')
			const { room, participant, actor } = found.value
			if (name === participant.name) return ok(null)
			note(room.meetingId, 'renamed', { actor: personOf(actor), target: personOf(participant), detail: name })
			await people.setName(room, participant.identity.personKey, name)
			return ok(null)
		},
	}
}
