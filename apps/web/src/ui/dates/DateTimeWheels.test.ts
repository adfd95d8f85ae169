import { expect, test } from 'vitest'
import { daysIn, fit } from './calendarDay.ts'
import { choices, numbers } from './DateTimeWheels.tsx'

const min = { year: 2026, month: 11, day: 21 }
const max = { year: 2156, month: 3, day: 5 }

test('February knows its years', () => {
	expect(daysIn(2027, 2)).toBe(28)
	expect(daysIn(2028, 2)).toBe(29)
	expect(daysIn(2100, 2)).toBe(28)
})

test('a day that the month does not have becomes its last', () => {
	expect(fit({ year: 2028, month: 2, day: 31 }, min, max)).toEqual({ year: 2028, month: 2, day: 29 })
})

test('nothing lies outside the bounds', () => {
	expect(fit({ year: 2026, month: 1, day: 1 }, min, max)).toEqual(min)
	expect(fit({ year: 2156, month: 12, day: 1 }, min, max)).toEqual(max)
})

test('[PAGE-19] the wheel ends with its last year, and has a later one that was typed', () => {
	expect(choices(min, min, max, 2036).years).toEqual(numbers(2026, 2036))
	expect(choices({ year: 2156, month: 3, day: 1 }, min, max, 2036).years).toEqual([...numbers(2026, 2036), 2156])
	expect(choices({ year: 2156, month: 3, day: 1 }, min, max, 2036).months).toEqual([1, 2, 3])
})

test('the first and the last year offer only what is left of them', () => {
	expect(choices(min, min, max, 2036).months).toEqual([11, 12])
	expect(choices(min, min, max, 2036).days).toEqual(numbers(21, 30))
	expect(choices(max, min, max, 2036).months).toEqual([1, 2, 3])
	expect(choices(max, min, max, 2036).days).toEqual([1, 2, 3, 4, 5])
	expect(choices({ year: 2030, month: 4, day: 1 }, min, max, 2036).days).toHaveLength(30)
})
