import { type MeetingId, ok, type Result, refused } from '@parley/core'
import type { ParticipantId, RoleRefusal } from '@parley/room'
import { type NoteActivity, personOf } from './activity.ts'
import type { Hosts } from './hosts.ts'
import type { ParticipantConnection } from './openRoom.ts'
import type { OpenRooms } from './openRooms.ts'
import type { RightsPort } from './rightsPort.ts'

interface HostClaimsDeps {
	rooms: Pick<OpenRooms, 'get' | 'findParticipant'>
	rights: Pick<RightsPort, 'ownsMeeting'>
	setHost: Hosts['setHost']
	note: NoteActivity
}

/** The role of host for a person in the room who has a right to it. */
export function createHostClaims({ rooms, rights, setHost, note }: HostClaimsDeps) {
	return {
		/** For a person who has proved, outside the room, that they know the host password (ROOM-173). */
		async claimHost(meetingId: MeetingId, participantId: ParticipantId): Promise<Result<null, 'participant.missing'>> {
			const room = rooms.get(meetingId)
			const claimer = room?.participant(participantId)
			if (!room || !claimer) return refused('participant.missing')
			if (claimer.role === 'host') return ok(null)
			note(meetingId, 'claimed-host', { actor: personOf(claimer) })
			await setHost(room, claimer.identity)
			return ok(null)
		},
		/** For the host or creator of the meeting by account, who needs no password (ROOM-199). */
		async reclaimHost(caller: ParticipantConnection): Promise<Result<null, RoleRefusal>> {
			const identity = rooms.findParticipant(caller)?.participant.identity
			if (!identity || !(await rights.ownsMeeting(identity))) return refused('role.not-allowed')
			// They may have left meanwhile.
			const { room, participant } = rooms.findParticipant(caller) ?? {}
			if (!room || !participant) return refused('role.not-allowed')
			if (participant.role === 'host') return ok(null)
			note(room.meetingId, 'reclaimed-host', { actor: personOf(participant) })
			await setHost(room, participant.identity)
			return ok(null)
		},
	}
}
