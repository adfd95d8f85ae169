import { type MeetingId, ok, type Result, refused } from '@parley/core'
import type { ParticipantId } from '@parley/room'
import { type NoteActivity, personOf } from './activity.ts'
import type { Hosts } from './hosts.ts'
import type { OpenRooms } from './openRooms.ts'

interface HostClaimsDeps {
	rooms: Pick<OpenRooms, 'get'>
	setHost: Hosts['setHost']
	note: NoteActivity
}

/** The host's role for a person in the room who has proved, outside it, that they know the host password (ROOM-173). */
export function createHostClaims({ rooms, setHost, note }: HostClaimsDeps) {
	return {
		async claimHost(meetingId: MeetingId, participantId: ParticipantId): Promise<Result<null, 'participant.missing'>> {
			const room = rooms.get(meetingId)
			const claimer = room?.participant(participantId)
			if (!room || !claimer) return refused('participant.missing')
			if (claimer.role === 'host') return ok(null)
			note(meetingId, 'claimed-host', { actor: personOf(claimer) })
			await setHost(room, claimer.identity)
			return ok(null)
		},
	}
}
