import type { Instant, MeetingId, RoomAction } from '@parley/core'
import type { Clock } from '../../platform/clock.ts'
import type { RoomParticipant } from './openRoom.ts'
import type { ParticipantIdentity } from './resumeToken.ts'

/** A person in the activity, under the name they had at that moment; guests have no account. */
export interface ActivityPerson {
	name: string
	userId: string | null
}

/** One entry of the activity of a room (ROOM-165). */
export interface RoomActivity {
	meetingId: MeetingId
	at: Instant
	action: RoomAction
	/** The person who acted; null where no one did. */
	actor: ActivityPerson | null
	/** The person towards whom they acted. */
	target: ActivityPerson | null
	/** A reason, a device, a permission or a new name. */
	detail: string | null
}

interface RecordedPeople {
	actor?: ActivityPerson
	target?: ActivityPerson
	detail?: string
}

export type RecordActivity = (meetingId: MeetingId, action: RoomAction, about?: RecordedPeople) => void

/** Publishes what happens in rooms to those who keep it; the room does not wait for them. */
export function createActivity(clock: Clock) {
	const listeners = new Set<(entry: RoomActivity) => void>()
	const record: RecordActivity = (meetingId, action, { actor, target, detail } = {}) => {
		const people = { actor: toPerson(actor), target: toPerson(target) }
		const entry = { meetingId, at: clock.now(), action, ...people, detail: detail ?? null }
		for (const listener of listeners) listener(entry)
	}
	return {
		record,
		onActivity: (listener: (entry: RoomActivity) => void): void => void listeners.add(listener),
	}
}

/** Without the other fields of an identity, which belong to the room. */
const toPerson = (person: ActivityPerson | undefined): ActivityPerson | null =>
	person ? { name: person.name, userId: person.userId } : null

/** Returns a participant as the activity names them. */
export const personOf = ({
	name,
	identity: { userId },
}: Pick<RoomParticipant, 'name'> & { identity: Pick<ParticipantIdentity, 'userId'> }): ActivityPerson => ({
	name,
	userId,
})
