import type { ParticipantRole } from '@parley/room'
import type { OpenRoom } from './openRoom.ts'
import type { ChangeParticipant } from './participantChanges.ts'
import type { KnownPerson, RoomStore } from './store.ts'

interface KnownPeopleDeps {
	store: Pick<RoomStore, 'savePerson'>
	change: ChangeParticipant
}

/** Gives people roles and names in a room, in all their windows and until the meeting ends (ROOM-111, ROOM-114). */
export function createKnownPeople({ store, change }: KnownPeopleDeps) {
	function show(room: OpenRoom, personKey: string): void {
		for (const participant of room.participantsOf(personKey))
			change(room, participant, room.shownAs(participant.identity))
	}

	async function save(room: OpenRoom, personKey: string, fields: Partial<KnownPerson>): Promise<void> {
		const person = { ...unknownPerson, ...room.knownPeople.get(personKey), ...fields }
		// Before it is stored: the person may enter in another window meanwhile.
		room.knownPeople.set(personKey, person)
		show(room, personKey)
		await store.savePerson(room.meetingId, personKey, person)
	}

	return {
		/** Tells the role and the name of a person, where they follow from what else has changed. */
		show,
		setRole: (room: OpenRoom, personKey: string, role: ParticipantRole): Promise<void> =>
			save(room, personKey, { role }),
		setName: (room: OpenRoom, personKey: string, displayName: string): Promise<void> =>
			save(room, personKey, { displayName }),
	}
}
export type KnownPeople = ReturnType<typeof createKnownPeople>

const unknownPerson: KnownPerson = { role: null, displayName: null }
