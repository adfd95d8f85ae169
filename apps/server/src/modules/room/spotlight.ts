import { ok, type Result, refused } from '@parley/core'
import type { ParticipantId, SpotlightRefusal } from '@parley/room'
import type { SendEvent } from './eventPublisher.ts'
import type { OpenRoom, ParticipantConnection } from './openRoom.ts'
import type { RequireRole } from './requireRole.ts'

/** One person whom everybody sees large, unless they have pinned another (ROOM-115). */
export function createSpotlight({ send, requireRole }: { send: SendEvent; requireRole: RequireRole }) {
	function set(room: OpenRoom, participantId: ParticipantId | null): void {
		if (room.spotlight === participantId) return
		room.spotlight = participantId
		send(room.connections(), 'room.spotlight', [{ participantId }])
	}

	return {
		setSpotlight(caller: ParticipantConnection, target: ParticipantId | null): Result<null, SpotlightRefusal> {
			const allowed = requireRole(caller, 'set-spotlight')
			if (!allowed.ok) return allowed
			const { room } = allowed.value
			if (target !== null && !room.participant(target)) return refused('participant.missing')
			set(room, target)
			return ok(null)
		},
		/** Ends with the person who has left. */
		endSpotlightOf(room: OpenRoom, participantId: ParticipantId): void {
			if (room.spotlight === participantId) set(room, null)
		},
	}
}
