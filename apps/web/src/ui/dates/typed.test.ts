import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatDay, formatDuration, formatTime, parseDay } from './calendarDay.ts'
import { parseTypedDay, parseTypedDuration, parseTypedTime } from './typed.ts'

const today = { year: 2026, month: 11, day: 24 }
const day = (text: string) => {
	const parsed = parseTypedDay(text, today)
	return parsed && formatDay(parsed)
}

test.each([
	['2026-12-05', '2026-12-05'],
	['2026/12/5', '2026-12-05'],
	['2026年12月5日', '2026-12-05'],
	['２０２６．１２．０５', '2026-12-05'],
	['20261205', '2026-12-05'],
	['12-05', '2026-12-05'],
	['12月5日', '2026-12-05'],
	['1205', '2026-12-05'],
	['2028-02-29', '2028-02-29'],
	[' 2156-12-31 ', '2156-12-31'],
])('[PAGE-19] %s is %s', (text, expected) => expect(day(text)).toBe(expected))

test.each([
	'',
	'tomorrow',
	'2026-13-01',
	'2026-00-10',
	'2027-02-29',
	'2026-11-31',
	'26-12-05',
	'5/12/2026',
	'2026-12',
	'123456',
])('[PAGE-19] %s is no day', text => expect(day(text)).toBeUndefined())

test.each([
	['14:37', '14:37'],
	['14：37', '14:37'],
	['14.37', '14:37'],
	['14点37分', '14:37'],
	['1437', '14:37'],
	['937', '09:37'],
	['9', '09:00'],
	['23', '23:00'],
	['0:01', '00:01'],
	['2:37 pm', '14:37'],
	['12:05 am', '00:05'],
	['12:05 pm', '12:05'],
	['下午2:37', '14:37'],
	['上午9点', '09:00'],
])('[PAGE-20] %s is %s', (text, expected) => {
	const parsed = parseTypedTime(text)
	expect(parsed && formatTime(parsed)).toBe(expected)
})

test.each(['', 'noon', '24:00', '9:60', '2460', '12345', '9:05:30'])('[PAGE-20] %s is no time', text =>
	expect(parseTypedTime(text)).toBeUndefined(),
)

test.each([
	['1:30', 90],
	['90', 90],
	['0:07', 7],
	['1 h 30', 90],
	['1小时30分钟', 90],
	['2 h', 120],
	['2小时', 120],
	['45分钟', 45],
	['24:00', 1440],
])('[PAGE-20] a duration of %s is %i minutes', (text, minutes) => expect(parseTypedDuration(text)).toBe(minutes))

test.each(['', 'long', '1:60', '1:2:3'])('[PAGE-20] %s is no duration', text =>
	expect(parseTypedDuration(text)).toBeUndefined(),
)

test('[PAGE-19] [PAGE-20] every day, every minute and every duration can be typed as they are written', () => {
	fc.assert(
		fc.property(fc.integer({ min: 0, max: Date.UTC(2156, 11, 31) }), at => {
			const text = new Date(at).toISOString().slice(0, 10)
			expect(parseTypedDay(text, today)).toEqual(parseDay(text))
		}),
	)
	for (let minutes = 0; minutes < 24 * 60; minutes++) {
		const time = { hour: Math.floor(minutes / 60), minute: minutes % 60 }
		expect(parseTypedTime(formatTime(time))).toEqual(time)
		expect(parseTypedDuration(formatDuration(minutes))).toBe(minutes)
	}
})
