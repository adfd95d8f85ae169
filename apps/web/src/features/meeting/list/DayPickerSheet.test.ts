import { limits } from '@parley/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatDay, parseDay } from '../../../ui/dates/calendarDay.ts'
import { selectableDays } from './DayPickerSheet.tsx'

test('[PAGE-19] the last day that can be typed is 130 years ahead', () => {
	const { min, max } = selectableDays('2026-11-21', limits.yearsAhead)
	expect(max).toEqual({ year: 2156, month: 12, day: 31 })
	expect(min).toEqual({ year: 2016, month: 1, day: 1 })
})

test('a day is formatted as it was parsed', () => {
	fc.assert(
		fc.property(fc.integer({ min: 0, max: Date.UTC(2156, 0, 1) }), at => {
			const day = new Date(at).toISOString().slice(0, 10)
			expect(formatDay(parseDay(day))).toBe(day)
		}),
	)
})
