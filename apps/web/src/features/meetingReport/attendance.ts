import type { ActivityEntry } from '@parley/api'
import type { Instant } from '@parley/core'

/** How one person attended a meeting. */
export interface Attendance {
	/** The name they had last, as the activity has it. */
	person: NonNullable<ActivityEntry['actor']>
	firstJoinedAt: Instant
	/** Undefined while they are in the meeting. */
	lastLeftAt: Instant | undefined
	/** The time in which they were there, in any number of windows, in ms. */
	presentMs: number
	/** How often they joined. */
	joins: number
}

interface Count extends Attendance {
	/** Windows in which the person is in the meeting now. */
	windows: number
	since: Instant
}

/**
 * Sums up the activity of a meeting by person, in the order in which they first joined (ROOM-205). Members are told apart by
 * their accounts, and guests by their names, since they have nothing else.
 *
 * @param now the end of visits that are not over
 */
export function attendanceOf(entries: readonly ActivityEntry[], now: Instant): Attendance[] {
	const people = new Map<string, Count>()

	function leave(count: Count, at: Instant, windows: number): void {
		if (count.windows === 0) return
		count.windows = windows
		if (windows > 0) return
		count.presentMs += at - count.since
		count.lastLeftAt = at
	}

	for (const { at, action, actor, target, detail } of entries) {
		if (action === 'ended') for (const count of people.values()) leave(count, at, 0)
		const person = action === 'renamed' ? (target ?? actor) : actor
		if (!person) continue
		const key = keyOf(person)
		const known = people.get(key)
		if (action === 'joined') {
			const count = known ?? {
				person,
				firstJoinedAt: at,
				lastLeftAt: undefined,
				presentMs: 0,
				joins: 0,
				windows: 0,
				since: at,
			}
			if (count.windows === 0) count.since = at
			Object.assign(count, { person, lastLeftAt: undefined, joins: count.joins + 1, windows: count.windows + 1 })
			people.set(key, count)
		}
		if (!known) continue
		if (action === 'left') leave(known, at, known.windows - 1)
		if (action === 'renamed' && detail !== undefined) {
			known.person = { ...person, name: detail }
			const next = keyOf(known.person)
			// A guest whose new name another guest has cannot be told from them any more, and stays a row of their own.
			if (!people.has(next)) {
				people.delete(key)
				people.set(next, known)
			}
		}
	}
	return [...people.values()]
		.map(({ windows, since, ...attendance }) => ({
			...attendance,
			presentMs: attendance.presentMs + (windows > 0 ? Math.max(0, now - since) : 0),
		}))
		.sort((one, other) => one.firstJoinedAt - other.firstJoinedAt)
}

const keyOf = ({ person, isGuest, name }: NonNullable<ActivityEntry['actor']>): string =>
	isGuest || person === undefined ? `guest ${name}` : `member ${person}`
