import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatDuration, formatElapsed, parseDuration } from './duration.ts'

describe('durations', () => {
	test('[ENT-01, OP-003] seconds, their digits, or hh:mm', () => {
		expect([parseDuration(5_400), parseDuration('5400'), parseDuration('01:30'), parseDuration('1:30')]).toEqual([
			5_400, 5_400, 5_400, 5_400,
		])
		for (const no of ['', 'x', '1:3', '-5', '1.5', Number.NaN, Number.POSITIVE_INFINITY])
			expect(parseDuration(no)).toBeUndefined()
	})

	test('[CREATE-07, CREATE-08] are shown as HH:mm and read back', () => {
		expect(formatDuration(3_600)).toBe('01:00')
		fc.assert(
			fc.property(fc.integer({ min: 0, max: 24 * 60 }), minutes => {
				expect(parseDuration(formatDuration(minutes * 60))).toBe(minutes * 60)
			}),
		)
	})

	test('[ROOM-74] elapsed time shows hours only from one hour on, and is never negative', () => {
		expect(formatElapsed(3_599_000)).toBe('59:59')
		expect(formatElapsed(3_600_000 + 65_000)).toBe('1:01:05')
		expect(formatElapsed(-10_000)).toBe('00:00')
	})
})
