import { type MeetingId, ok, type Result, refused } from '@parley/core'
import type { ParticipantId } from '@parley/room'
import { type NoteActivity, personOf } from './activity.ts'
import type { KnownPeople } from './knownPeople.ts'
import type { OpenRooms } from './openRooms.ts'

interface HostClaimsDeps {
	rooms: Pick<OpenRooms, 'get'>
	people: KnownPeople
	note: NoteActivity
}

/** The host's role for a person in the room who has proved, outside it, that they know the host password (ROOM-173). */
export function createHostClaims({ rooms, people, note }: HostClaimsDeps) {
	return {
		async claimHost(meetingId: MeetingId, participantId: ParticipantId): Promise<Result<null, 'participant.missing'>> {
			const room = rooms.get(meetingId)
			const claimer = room?.participant(participantId)
			if (!room || !claimer) return refused('participant.missing')
			if (claimer.role === 'host') return ok(null)
			const { personKey } = claimer.identity
			const hosts = room.participants.filter(({ role }) => role === 'host')
			const hostKeys = new Set(hosts.map(({ identity }) => identity.personKey))
			note(meetingId, 'claimed-host', { actor: personOf(claimer) })
			// All at once in memory, so that there is a host at any time.
			await Promise.all([
				people.setRole(room, personKey, 'host'),
				...[...hostKeys].map(key => people.setRole(room, key, 'co-host')),
			])
			return ok(null)
		},
	}
}
