/** A day of the calendar, without a zone; months count from 1. */
export interface Day {
	year: number
	month: number
	day: number
}

export interface TimeOfDay {
	hour: number
	minute: number
}

export function daysIn(year: number, month: number): number {
	return new Date(Date.UTC(year, month, 0)).getUTCDate()
}

const order = ({ year, month, day }: Day) => year * 10_000 + month * 100 + day

/** The same day if there is such a one, else the last of its month; and never outside the bounds. */
export function fit(day: Day, min: Day, max: Day): Day {
	const real = { ...day, day: Math.min(day.day, daysIn(day.year, day.month)) }
	if (order(real) < order(min)) return min
	if (order(real) > order(max)) return max
	return real
}

export function numbers(from: number, to: number, step = 1): number[] {
	return Array.from({ length: Math.max(0, Math.floor((to - from) / step) + 1) }, (_, index) => from + index * step)
}

/** What each wheel may show, given where the other two stand. */
export function choices(day: Day, min: Day, max: Day) {
	const first = day.year === min.year
	const last = day.year === max.year
	return {
		years: numbers(min.year, max.year),
		months: numbers(first ? min.month : 1, last ? max.month : 12),
		days: numbers(
			first && day.month === min.month ? min.day : 1,
			last && day.month === max.month ? max.day : daysIn(day.year, day.month),
		),
	}
}
