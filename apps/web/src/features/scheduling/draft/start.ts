import { formatWireDay, type Instant, parseWireTime } from '@parley/core'
import type { Recurrence } from '../../meeting/index.ts'

/** A wire time as wheels show it. */
export function parseStart(start: string) {
	const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = (start.match(/\d+/g) ?? []).map(Number)
	return { year, month, day, hour, minute }
}

export function formatStart({ year, month, day, hour, minute }: ReturnType<typeof parseStart>): string {
	const two = (n: number) => String(n).padStart(2, '0')
	return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}:00`
}

/** Weekday (Sunday 0) and day of the month of a wire time. */
export function getWeekdayAndDay(start: string): { weekday: number; day: number } {
	const date = new Date(`${start.slice(0, 10)}T00:00Z`)
	return { weekday: date.getUTCDay() || 0, day: date.getUTCDate() || 1 }
}

/** A room of the 31st comes together on the last day of a shorter month (OP-018). */
function occursOn(day: string, recurrence: Recurrence): boolean {
	const date = new Date(`${day}T00:00Z`)
	const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
	switch (recurrence.every) {
		case 'week':
			return date.getUTCDay() === recurrence.weekday
		case 'month':
			return date.getUTCDate() === Math.min(recurrence.day, last)
		default:
			return true
	}
}

const dayMs = 86_400_000
/** The longest way to the next day: from a 30th of January to one of March. */
const maxDaysAhead = 62

/** The first time from now on that a room comes together at the hour of `start`. */
export function nextOccurrenceStart(start: string, recurrence: Recurrence, now: Instant, zone: string): string {
	const today = Date.parse(`${formatWireDay(now, zone)}T00:00Z`)
	for (let ahead = 0; ahead <= maxDaysAhead; ahead++) {
		const day = new Date(today + ahead * dayMs).toISOString().slice(0, 10)
		const time = `${day} ${start.slice(11)}`
		if (occursOn(day, recurrence) && (parseWireTime(time, zone) ?? 0) >= now) return time
	}
	return start
}
