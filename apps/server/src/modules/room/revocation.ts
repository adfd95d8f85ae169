import type { OpenRoom } from './openRoom.ts'
import type { OpenRooms } from './openRooms.ts'
import type { Presence } from './presence.ts'
import type { RightsPort } from './rightsPort.ts'

interface RevocationDeps {
	rooms: Pick<OpenRooms, 'all'>
	rights: RightsPort
	disconnectParticipant: Presence['disconnectParticipant']
}

/** Ends the presence of people who could no longer join (ROOM-25). */
export function createRevocation({ rooms, rights, disconnectParticipant }: RevocationDeps) {
	async function endRevokedIn(room: OpenRoom): Promise<void> {
		const people = room.participants.map(({ identity }) => identity)
		for (const { participantId } of await rights.findRevoked(room.meetingId, people)) {
			disconnectParticipant(room, participantId, 'access-ended', 'lost')
		}
	}

	return async function endRevoked(): Promise<void> {
		for (const room of [...rooms.all()]) await endRevokedIn(room)
	}
}
