import * as v from 'valibot'
import { ParticipantId } from './ids.ts'
import { ParticipantRole } from './roles.ts'

/** A person who was removed from the meeting, as those see them who may remove people (ROOM-181). */
export const RemovedPerson = v.object({
	/** Id that they had in the room. */
	id: ParticipantId,
	name: v.string(),
	/** Their role when they were removed: whoever could act on it can allow them to join again. */
	role: ParticipantRole,
})
export type RemovedPerson = v.InferOutput<typeof RemovedPerson>
