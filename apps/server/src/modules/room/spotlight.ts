import { ok, type Result, refused } from '@parley/core'
import type { ParticipantId, SpotlightRefusal } from '@parley/room'
import { type NoteActivity, personOf } from './activity.ts'
import type { SendEvent } from './eventPublisher.ts'
import type { OpenRoom, ParticipantConnection } from './openRoom.ts'
import type { RequireRole } from './requireRole.ts'

interface SpotlightDeps {
	send: SendEvent
	note: NoteActivity
	requireRole: RequireRole
}

/** The participant whom all others see large, unless they have pinned another (ROOM-115). */
export function createSpotlight({ send, note, requireRole }: SpotlightDeps) {
	function set(room: OpenRoom, participantId: ParticipantId | null): void {
		if (room.spotlight === participantId) return
		room.spotlight = participantId
		send(room.connections(), 'room.spotlight', [{ participantId }])
	}

	return {
		setSpotlight(caller: ParticipantConnection, target: ParticipantId | null): Result<null, SpotlightRefusal> {
			const allowed = requireRole(caller, 'set-spotlight')
			if (!allowed.ok) return allowed
			const { room, actor } = allowed.value
			const shown = target === null ? undefined : room.participant(target)
			if (target !== null && !shown) return refused('participant.missing')
			if (room.spotlight !== target) {
				const people = { actor: personOf(actor), ...(shown && { target: personOf(shown) }) }
				note(room.meetingId, shown ? 'spotlight-set' : 'spotlight-ended', people)
			}
			set(room, target)
			return ok(null)
		},
		/** Ends with the person who has left. */
		endSpotlightOf(room: OpenRoom, participantId: ParticipantId): void {
			if (room.spotlight === participantId) set(room, null)
		},
	}
}
