import { type CalendarDay, formatDay, isWithin } from './calendarDay.ts'
import { parseTypedDay } from './typed.ts'
import { useTypedValue } from './useTypedValue.ts'

export interface TypedDayOptions {
	initial: CalendarDay
	today: CalendarDay
	min: CalendarDay
	max: CalendarDay
	errors: {
		noDay(): string
		outside(bounds: { from: string; to: string }): string
	}
	onEnter(): void
}

/** A day between two others, typed or chosen (PAGE-19). */
export function useTypedDay({ initial, today, min, max, errors, onEnter }: TypedDayOptions) {
	return useTypedValue({
		initial,
		format: formatDay,
		parse: text => {
			const day = parseTypedDay(text, today)
			if (!day) return { error: errors.noDay() }
			return isWithin(day, min, max)
				? { value: day }
				: { error: errors.outside({ from: formatDay(min), to: formatDay(max) }) }
		},
		onEnter,
	})
}
