import type { SendEvent } from './eventPublisher.ts'
import { type OpenRoom, type RoomParticipant, toParticipant } from './openRoom.ts'

type ChangeableFields = Partial<Omit<RoomParticipant, 'identity'>>

/**
 * Changes a participant who is in the room, and tells it.
 * @param onRenamed called with each new name
 */
export function createParticipantChanges(send: SendEvent, onRenamed: (participant: RoomParticipant) => void) {
	return function change(room: OpenRoom, participant: RoomParticipant, fields: ChangeableFields): void {
		const { name } = participant
		Object.assign(participant, fields)
		if (participant.name !== name) onRenamed(participant)
		// A page knows what it sends itself, and may be ahead of its own event.
		const isOwnNews = 'sending' in fields || 'connection' in fields
		const except = isOwnNews ? participant.identity.participantId : undefined
		send(room.connections(except), 'participant.changed', [toParticipant(participant)])
	}
}
export type ChangeParticipant = ReturnType<typeof createParticipantChanges>
