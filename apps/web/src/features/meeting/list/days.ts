/** A day as wheels show it. */
export interface DateParts {
	year: number
	month: number
	day: number
}

/** How far back meetings are looked for, in years. */
const yearsBack = 10

export function parseDay(day: string): DateParts {
	const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
	return { year, month, day: date }
}

/** `YYYY-MM-DD`. */
export function formatDay({ year, month, day }: DateParts): string {
	const two = (n: number) => String(n).padStart(2, '0')
	return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`
}

/** The first and the last day there are to choose (PAGE-19). */
export function selectableDays(today: string, yearsAhead: number): { min: DateParts; max: DateParts } {
	const { year } = parseDay(today)
	return { min: { year: year - yearsBack, month: 1, day: 1 }, max: { year: year + yearsAhead, month: 12, day: 31 } }
}
