import { daysBetween, formatWireDay, formatWireTime, meetingStatus, parseWireTime, zoneFromHours } from '@parley/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aMeeting } from '../../testing/aMeeting.ts'
import {
	formatOrdinal,
	getElapsedMinutes,
	getRecurrence,
	getRelativeDay,
	getTimeRange,
	meetingEnd,
	meetingStart,
} from './schedule.ts'

const shanghai = 'Asia/Shanghai'
const at = (time: string) => parseWireTime(time, shanghai) as number

test('[LIST-37] a meeting ends its duration after its start, whatever end_time says', () => {
	const meeting = aMeeting({ startTime: '2026-11-21 10:00:00', durationS: 5400, endTime: '2026-11-21 23:00:00' })
	expect(getTimeRange(meeting)).toEqual({ from: '10:00', to: '11:30', daysLater: 0 })
	expect(meetingEnd(meeting) - meetingStart(meeting)).toBe(5_400_000)
})

test('[LIST-37] an end beyond midnight says so', () => {
	const meeting = aMeeting({ startTime: '2026-12-31 23:30:00', durationS: 3600 })
	expect(getTimeRange(meeting)).toEqual({ from: '23:30', to: '00:30', daysLater: 1 })
})

test.each([
	['2026-11-20 23:59:59', { at: 'yesterday' }],
	['2026-11-21 00:00:00', { at: 'today' }],
	['2026-11-21 23:59:59', { at: 'today' }],
	['2026-11-22 00:00:00', { at: 'tomorrow' }],
	['2026-11-23 00:00:00', { at: 'date', month: 11, day: 23 }],
	['2026-11-19 23:59:59', { at: 'date', month: 11, day: 19 }],
	['2027-11-21 10:00:00', { at: 'date', month: 11, day: 21 }],
])('[LIST-35] [LIST-36] seen on 21 November, %s', (startTime, label) => {
	for (const now of ['2026-11-21 00:00:00', '2026-11-21 12:00:00', '2026-11-21 23:59:59']) {
		expect(getRelativeDay(startTime, 8, at(now))).toEqual(label)
	}
})

test('[LIST-35] the day is that of the zone of the meeting', () => {
	const now = Date.UTC(2026, 10, 21, 17)
	expect(getRelativeDay('2026-11-22 09:00:00', 8, now)).toEqual({ at: 'today' })
	expect(getRelativeDay('2026-11-22 09:00:00', 0, now)).toEqual({ at: 'tomorrow' })
})

test('[LIST-35] calendar days are counted at any time of any day', () => {
	const instants = fc.integer({ min: Date.UTC(2000, 0, 2), max: Date.UTC(2150, 0, 1) })
	fc.assert(
		fc.property(instants, fc.integer({ min: -2, max: 2 }), fc.integer({ min: -11, max: 14 }), (now, days, hours) => {
			const zone = zoneFromHours(hours)
			const startTime = formatWireTime(now + days * 86_400_000, zone)
			const label = getRelativeDay(startTime, hours, now)
			const expected = { '-1': 'yesterday', '0': 'today', '1': 'tomorrow' }[
				daysBetween(formatWireDay(now, zone), startTime)
			]
			expect(label.at).toBe(expected ?? 'date')
		}),
	)
})

test('[LIST-22] a room says how it comes back', () => {
	const room = (repeatType: number, repeatCondition = 0) =>
		getRecurrence(aMeeting({ isRecurring: true, repeatType, repeatCondition }))
	expect(room(1)).toEqual({ every: 'day' })
	expect(room(2, 0)).toEqual({ every: 'week', weekday: 0 })
	expect(room(3, 31)).toEqual({ every: 'month', day: 31 })
	expect(room(0)).toEqual({ every: 'no-fixed-time' })
	expect(room(42)).toEqual({ every: 'no-fixed-time' })
})

test('[LIST-26] a one-off meeting does not come back, whatever its repeat type says', () => {
	expect(getRecurrence(aMeeting({ isRecurring: false, repeatType: 1 }))).toBeUndefined()
})

test('English days of the month have their endings', () => {
	const written = [1, 2, 3, 4, 10, 11, 12, 13, 20, 21, 22, 23, 30, 31].map(formatOrdinal).join(' ')
	expect(written).toBe('1st 2nd 3rd 4th 10th 11th 12th 13th 20th 21st 22nd 23rd 30th 31st')
})

test('minutes are counted from when a meeting really began, else from its start', () => {
	const running = aMeeting({ status: meetingStatus.inProgress, startTime: '2026-11-21 10:00:00' })
	expect(getElapsedMinutes(running, at('2026-11-21 10:24:59'))).toBe(24)
	expect(getElapsedMinutes({ ...running, startedTime: '2026-11-21 10:20:00' }, at('2026-11-21 10:24:59'))).toBe(4)
	expect(getElapsedMinutes(running, at('2026-11-21 09:58:00'))).toBe(0)
})

test('a meeting that is not in progress has been going on for no time at all', () => {
	expect(getElapsedMinutes(aMeeting(), at('2026-11-21 10:24:59'))).toBeUndefined()
	expect(getElapsedMinutes(aMeeting({ status: meetingStatus.over }), at('2026-11-21 10:24:59'))).toBeUndefined()
})
