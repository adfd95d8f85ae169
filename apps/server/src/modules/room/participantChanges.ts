import type { SendEvent } from './eventPublisher.ts'
import { type OpenRoom, type RoomParticipant, toParticipant } from './openRoom.ts'

type ChangeableFields = Partial<Omit<RoomParticipant, 'identity'>>

/** Changes a participant and tells the room; the only place that does either. */
export function createParticipantChanges(send: SendEvent) {
	return function change(room: OpenRoom, participant: RoomParticipant, fields: ChangeableFields): void {
		Object.assign(participant, fields)
		// A page knows what it sends itself, and may be ahead of its own event.
		const isOwnNews = 'sending' in fields || 'connection' in fields
		const except = isOwnNews ? participant.identity.participantId : undefined
		send(room.connections(except), 'participant.changed', [toParticipant(participant)])
	}
}
export type ChangeParticipant = ReturnType<typeof createParticipantChanges>
