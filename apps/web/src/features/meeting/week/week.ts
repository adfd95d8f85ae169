import { addDays, dayBounds, daysBetween, formatWireDay, type Instant } from '@parley/core'

const dayMs = 86_400_000

/** Returns the seven wire days of the week of a day. `firstWeekday` counts from Sunday as 0. */
export function getWeek(day: string, firstWeekday: number): string[] {
	const weekday = new Date(`${day}T00:00Z`).getUTCDay()
	const first = addDays(day, -((weekday - firstWeekday + 7) % 7))
	return Array.from({ length: 7 }, (_, index) => addDays(first, index))
}

/** Returns the day that an address names; undefined where it names none that a calendar has. */
export function parseWeekDay(text: string | undefined): string | undefined {
	if (text === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined
	const at = Date.parse(`${text}T00:00Z`)
	return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text) ? text : undefined
}

/** The instants at which a week begins and ends in a zone. */
export function getWeekBounds(week: readonly string[], zone: string): { from: Instant; to: Instant } {
	const [first, last] = [week[0] ?? '', week.at(-1) ?? '']
	return { from: dayBounds(first, zone)?.from ?? Number.NaN, to: dayBounds(last, zone)?.to ?? Number.NaN }
}

/**
 * The days of a list that hold every meeting of a week (PAGE-23). A list has the meetings that begin on a day in the zone
 * of the site; one that began up to a day before the week can last into it.
 */
export function listedDaysOf({ from, to }: { from: Instant; to: Instant }, listZone: string) {
	const first = formatWireDay(from - dayMs, listZone)
	return { day: first, days: daysBetween(first, formatWireDay(to - 1, listZone)) + 1 }
}
