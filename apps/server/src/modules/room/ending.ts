import { type MeetingId, ok, type Result, refused } from '@parley/core'
import { type Ending, type RoleRefusal, roomLimits } from '@parley/room'
import type { Clock } from '../../platform/clock.ts'
import { type NoteActivity, personOf } from './activity.ts'
import type { createClosing } from './closing.ts'
import type { SendEvent } from './eventPublisher.ts'
import type { OpenRoom, ParticipantConnection } from './openRoom.ts'
import type { OpenRooms } from './openRooms.ts'
import type { RequireRole } from './requireRole.ts'
import type { ParticipantIdentity } from './resumeToken.ts'

interface EndingDeps {
	rooms: OpenRooms
	closing: Pick<ReturnType<typeof createClosing>, 'end'>
	clock: Clock
	send: SendEvent
	note: NoteActivity
	requireRole: RequireRole
}

/** The end of a meeting by its host: announced, and taken back by the same person for ten seconds (ROOM-116). */
export function createEnding({ rooms, closing, clock, send, note, requireRole }: EndingDeps) {
	/** Meetings whose participants have all left before their announced end. */
	const leftByAll = new Set<MeetingId>()

	function announce(room: OpenRoom): void {
		for (const { identity, connection } of room.participants)
			if ('id' in connection) send([connection.id], 'room.ending', [{ ending: endingOf(room, identity) }])
	}

	/** Returns the time that remains, for a page whose clock may differ. */
	function endingOf({ ending }: OpenRoom, { personKey }: ParticipantIdentity): Ending | null {
		return ending && { isOwn: ending.personKey === personKey, inMs: Math.max(0, ending.at - clock.now()) }
	}

	return {
		endingOf,
		endByHost(caller: ParticipantConnection): Result<null, RoleRefusal> {
			const allowed = requireRole(caller, 'end-meeting')
			if (!allowed.ok) return allowed
			const { room, actor } = allowed.value
			if (room.ending) return ok(null)
			room.ending = { personKey: actor.identity.personKey, at: clock.now() + roomLimits.endingGraceMs }
			announce(room)
			note(room.meetingId, 'end-announced', { actor: personOf(actor) })
			return ok(null)
		},
		/** Whoever ended the meeting may take that back, even if their role has changed meanwhile. */
		keepMeeting(caller: ParticipantConnection): Result<null, RoleRefusal> {
			const { room, participant } = rooms.findParticipant(caller) ?? {}
			if (!room?.ending || participant?.identity.personKey !== room.ending.personKey) return refused('role.not-allowed')
			room.ending = null
			announce(room)
			note(room.meetingId, 'end-taken-back', { actor: personOf(participant) })
			return ok(null)
		},
		/** Ends a meeting that waits for its announced end, with the next run. */
		endNext: ({ meetingId }: OpenRoom): void => void leftByAll.add(meetingId),
		/** Ends the meetings whose time to take it back is over. */
		async endAnnounced(): Promise<void> {
			const due = [...rooms.all()].filter(({ ending }) => ending && ending.at <= clock.now())
			for (const meetingId of [...leftByAll, ...due.map(room => room.meetingId)]) {
				await closing.end(meetingId, 'ended-by-host')
				leftByAll.delete(meetingId)
			}
		},
	}
}
