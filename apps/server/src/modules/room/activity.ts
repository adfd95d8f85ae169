import type { Instant, MeetingId, RoomActivityAction } from '@parley/core'
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
	action: RoomActivityAction
	/** The person who acted; null where no one did. */
	actor: ActivityPerson | null
	/** The person towards whom they acted. */
	target: ActivityPerson | null
	/** A reason, a device, a permission or a new name. */
	detail: string | null
}

/** The person who acts, as those are told apart who have no account. */
type Actor = ActivityPerson & Pick<ParticipantIdentity, 'personKey'>

interface NotedPeople {
	actor?: Actor
	target?: ActivityPerson
	detail?: string
}

export type NoteActivity = (meetingId: MeetingId, action: RoomActivityAction, about?: NotedPeople) => void

/** Actions that a person can repeat alone, as often as they like. */
const repeatable: ReadonlySet<RoomActivityAction> = new Set([
	...(['joined', 'left', 'waiting', 'waiting-given-up'] as const),
	...(['renamed', 'sharing-started', 'sharing-stopped', 'hand-raised', 'hand-lowered'] as const),
])
/** Entries of one person and action in a minute: more would push what others did out of sight. */
const maxRepeated = 10
const minuteMs = 60_000

/** Publishes what happens in rooms to those who keep it; the room does not wait for them. */
export function createActivity(clock: Clock) {
	const listeners = new Set<(entry: RoomActivity) => void>()
	let minute = 0
	const counts = new Map<string, number>()

	/** Counts by calendar minute. */
	function isTooOften(meetingId: MeetingId, action: RoomActivityAction, personKey: string): boolean {
		if (!repeatable.has(action)) return false
		const current = Math.floor(clock.now() / minuteMs)
		if (current !== minute) counts.clear()
		minute = current
		// By action, so that a start and its stop are noted alike.
		const key = `${meetingId} ${action} ${personKey}`
		const count = (counts.get(key) ?? 0) + 1
		counts.set(key, count)
		return count > maxRepeated
	}

	const note: NoteActivity = (meetingId, action, { actor, target, detail } = {}) => {
		if (actor && !target && isTooOften(meetingId, action, actor.personKey)) return
		const people = { actor: toPerson(actor), target: toPerson(target) }
		const entry = { meetingId, at: clock.now(), action, ...people, detail: detail ?? null }
		for (const listener of listeners) listener(entry)
	}
	return {
		note,
		onActivity: (listener: (entry: RoomActivity) => void): void => void listeners.add(listener),
	}
}

/** Without the other fields of an identity, which belong to the room. */
const toPerson = (person: ActivityPerson | undefined): ActivityPerson | null =>
	person ? { name: person.name, userId: person.userId } : null

/** Returns a participant as the activity names them. */
export const personOf = ({
	name,
	identity: { userId, personKey },
}: Pick<RoomParticipant, 'name'> & { identity: Pick<ParticipantIdentity, 'userId' | 'personKey'> }): Actor => ({
	name,
	userId,
	personKey,
})
