/** A day of the calendar, without a zone; months count from 1. */
export interface CalendarDay {
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

const order = ({ year, month, day }: CalendarDay) => year * 10_000 + month * 100 + day

export const isWithin = (day: CalendarDay, min: CalendarDay, max: CalendarDay): boolean =>
	order(day) >= order(min) && order(day) <= order(max)

/** The same day if it exists, else the last of its month; never outside the bounds. */
export function fit(day: CalendarDay, min: CalendarDay, max: CalendarDay): CalendarDay {
	const real = { ...day, day: Math.min(day.day, daysIn(day.year, day.month)) }
	if (order(real) < order(min)) return min
	if (order(real) > order(max)) return max
	return real
}

const two = (value: number) => String(value).padStart(2, '0')

/** `YYYY-MM-DD`. */
export const formatDay = ({ year, month, day }: CalendarDay): string =>
	`${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`

/** Parses `YYYY-MM-DD`, or text that begins with it. */
export function parseDay(day: string): CalendarDay {
	const [year = 0, month = 1, date = 1] = day.slice(0, 10).split('-').map(Number)
	return { year, month, day: date }
}

/** `HH:mm`. */
export const formatTime = ({ hour, minute }: TimeOfDay): string => `${two(hour)}:${two(minute)}`

/** `H:mm`, whole hours included. */
export const formatDuration = (minutes: number): string => `${Math.floor(minutes / 60)}:${two(minutes % 60)}`
