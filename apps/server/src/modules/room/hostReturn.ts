import type { KnownPeople } from './knownPeople.ts'
import type { OpenRoom } from './openRoom.ts'

/**
 * Gives the meeting back to the host of its schedule where whoever was host instead has left, so that somebody can end it
 * (ROOM-111). Roles change in memory at once.
 */
export function createHostReturn(people: KnownPeople) {
	return async (room: OpenRoom): Promise<void> => {
		if (room.closed || room.hasHost) return
		const scheduled = room.participants.find(({ identity }) => identity.host)
		if (scheduled) await people.setRole(room, scheduled.identity.personKey, 'host')
	}
}
