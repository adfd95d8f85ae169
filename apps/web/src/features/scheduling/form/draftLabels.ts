import type { Attendees } from '@parley/api'
import { m } from '../../../locales/index.ts'
import { formatDate, formatTimeOfDay, getRelativeDay, relativeDayLabel } from '../../meeting/index.ts'
import { hasNoAttendees } from '../draft/draftFields.ts'

/**
 * `明天 14:30`, `May 1, 2027 Sat 09:00`.
 * @param weekday `always`: also of today and tomorrow
 */
export function startLabel(
	start: string,
	zone: string,
	now: number,
	{ weekday = 'dates' }: { weekday?: 'dates' | 'always' } = {},
): string {
	const relativeDay = getRelativeDay(start, zone, now)
	const day = new Date(`${start.slice(0, 10)}T00:00Z`)
	const sameYear = start.slice(0, 4) === String(new Date(now).getFullYear())
	const date = formatDate(day, { month: 'long', day: 'numeric', ...(!sameYear && { year: 'numeric' }) })
	const weekdayText =
		weekday === 'always' || relativeDay.kind === 'date' ? formatDate(day, { weekday: 'short' }) : undefined
	const dayText = relativeDay.kind === 'date' ? date : relativeDayLabel(relativeDay)
	return [dayText, weekdayText, formatTimeOfDay(start)].filter(Boolean).join(' ')
}

/** The attendees on one line: a name, and how many more there are; undefined if none. */
export function attendeesLabel(attendees: Attendees): string | undefined {
	if (hasNoAttendees(attendees)) return undefined
	const { departments, people } = attendees
	const [first] = [...departments, ...people].flatMap(({ name }) => (name ? [name] : []))
	const count = departments.length + people.length
	if (first === undefined) return m.scheduling_attendees_count({ count })
	return count === 1 ? first : m.scheduling_attendees_more({ name: first, count, more: count - 1 })
}
