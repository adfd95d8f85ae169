import { daysBetween, formatWireDay, formatWireTime, meetingStatus, parseWireTime, zoneFromHours } from '@parley/core'
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { aMeeting } from '../../testing/aMeeting.ts'
import { useSite } from '../site/index.ts'
import {
	formatOrdinal,
	getElapsedMinutes,
	getRecurrence,
	getRelativeDay,
	getTimeRange,
	meetingEnd,
	meetingStart,
	meetingZone,
} from './schedule.ts'

const shanghai = 'Asia/Shanghai'
const at = (time: string) => parseWireTime(time, shanghai) as number

test('[LIST-37] a meeting ends its duration after its start, whatever end_time says', () => {
	const meeting = aMeeting({ startTime: '2026-11-21 10:00:00', durationS: 5400, endTime: '2026-11-21 23:00:00' })
	expect(getTimeRange(meeting)).toEqual({ from: '10:00', to: '11:30', daysLater: 0 })
	expect(meetingEnd(meeting) - meetingStart(meeting)).toBe(5_400_000)
})

test('[LIST-37] an end after midnight is on the next day', () => {
	const meeting = aMeeting({ startTime: '2026-12-31 23:30:00', durationS: 3600 })
	expect(getTimeRange(meeting)).toEqual({ from: '23:30', to: '00:30', daysLater: 1 })
})

test.each([
	['2026-11-20 23:59:59', { kind: 'yesterday' }],
	['2026-11-21 00:00:00', { kind: 'today' }],
	['2026-11-21 23:59:59', { kind: 'today' }],
	['2026-11-22 00:00:00', { kind: 'tomorrow' }],
	['2026-11-23 00:00:00', { kind: 'date', month: 11, day: 23 }],
	['2026-11-19 23:59:59', { kind: 'date', month: 11, day: 19 }],
	['2027-11-21 10:00:00', { kind: 'date', month: 11, day: 21 }],
])('[LIST-35] [LIST-36] on 21 November, %s', (startTime, label) => {
	for (const now of ['2026-11-21 00:00:00', '2026-11-21 12:00:00', '2026-11-21 23:59:59']) {
		expect(getRelativeDay(startTime, shanghai, at(now))).toEqual(label)
	}
})

test('[LIST-35] the day is that of the zone of the meeting', () => {
	const now = Date.UTC(2026, 10, 21, 17)
	expect(getRelativeDay('2026-11-22 09:00:00', shanghai, now)).toEqual({ kind: 'today' })
	expect(getRelativeDay('2026-11-22 09:00:00', 'Etc/UTC', now)).toEqual({ kind: 'tomorrow' })
})

test('[LIST-35] calendar days are counted at any time of any day', () => {
	const instants = fc.integer({ min: Date.UTC(2000, 0, 2), max: Date.UTC(2150, 0, 1) })
	fc.assert(
		fc.property(instants, fc.integer({ min: -2, max: 2 }), fc.integer({ min: -11, max: 14 }), (now, days, hours) => {
			const zone = zoneFromHours(hours)
			const startTime = formatWireTime(now + days * 86_400_000, zone)
			const label = getRelativeDay(startTime, zone, now)
			const expected = { '-1': 'yesterday', '0': 'today', '1': 'tomorrow' }[
				daysBetween(formatWireDay(now, zone), startTime)
			]
			expect(label.kind).toBe(expected ?? 'date')
		}),
	)
})

test('[LIST-22] a recurring meeting has its recurrence', () => {
	const recurrence = (repeatType: number, repeatCondition = 0) =>
		getRecurrence(aMeeting({ isRecurring: true, repeatType, repeatCondition }))
	expect(recurrence(1)).toEqual({ every: 'day' })
	expect(recurrence(2, 0)).toEqual({ every: 'week', weekday: 0 })
	expect(recurrence(3, 31)).toEqual({ every: 'month', day: 31 })
	expect(recurrence(0)).toEqual({ every: 'no-fixed-time' })
	expect(recurrence(42)).toEqual({ every: 'no-fixed-time' })
})

test('[LIST-26] a one-off meeting has no recurrence, whatever its repeat type', () => {
	expect(getRecurrence(aMeeting({ isRecurring: false, repeatType: 1 }))).toBeUndefined()
})

test('English days of the month are ordinals', () => {
	const written = [1, 2, 3, 4, 10, 11, 12, 13, 20, 21, 22, 23, 30, 31].map(formatOrdinal).join(' ')
	expect(written).toBe('1st 2nd 3rd 4th 10th 11th 12th 13th 20th 21st 22nd 23rd 30th 31st')
})

test('minutes are counted from when a meeting was started, else from its start time', () => {
	const running = aMeeting({ status: meetingStatus.inProgress, startTime: '2026-11-21 10:00:00' })
	expect(getElapsedMinutes(running, at('2026-11-21 10:24:59'))).toBe(24)
	expect(getElapsedMinutes({ ...running, startedTime: '2026-11-21 10:20:00' }, at('2026-11-21 10:24:59'))).toBe(4)
	expect(getElapsedMinutes(running, at('2026-11-21 09:58:00'))).toBe(0)
})

test('a meeting that is not in progress has no elapsed minutes', () => {
	expect(getElapsedMinutes(aMeeting(), at('2026-11-21 10:24:59'))).toBeUndefined()
	expect(getElapsedMinutes(aMeeting({ status: meetingStatus.ended }), at('2026-11-21 10:24:59'))).toBeUndefined()
})

describe('on a site in another zone', () => {
	const berlin = 'Europe/Berlin'
	afterEach(() => useSite.setState({ zone: 'Asia/Shanghai' }))

	test('[OP-077] a meeting in the zone of the site follows its daylight saving', () => {
		useSite.setState({ zone: berlin })
		expect(meetingZone({ startTime: '2026-07-01 10:00:00', timeZone: 2 })).toBe(berlin)
		expect(meetingZone({ startTime: '2026-12-01 10:00:00', timeZone: 1 })).toBe(berlin)
		// Summer time begins on 29 March at 2:00.
		const night = aMeeting({ startTime: '2026-03-29 01:30:00', timeZone: 1, durationS: 3_600 })
		expect(getTimeRange(night)).toEqual({ from: '01:30', to: '03:30', daysLater: 0 })
	})

	test('[LIST-37] a meeting in another zone keeps the hours of its own', () => {
		useSite.setState({ zone: berlin })
		const meeting = aMeeting({ startTime: '2026-07-01 23:30:00', timeZone: 8, durationS: 3_600 })
		expect(meetingZone(meeting)).toBe(shanghai)
		expect(getTimeRange(meeting)).toEqual({ from: '23:30', to: '00:30', daysLater: 1 })
		expect(meetingStart(meeting)).toBe(Date.UTC(2026, 6, 1, 15, 30))
	})

	test('[LIST-35] [LIST-36] days are counted on the calendar of the zone, also over a change to summer time', () => {
		useSite.setState({ zone: berlin })
		const meeting = { startTime: '2026-03-30 00:15:00', timeZone: 2 }
		const now = parseWireTime('2026-03-28 23:30:00', berlin) as number
		expect(getRelativeDay(meeting.startTime, meetingZone(meeting), now)).toEqual({ kind: 'date', month: 3, day: 30 })
		expect(getRelativeDay('2026-03-29 00:15:00', berlin, now)).toEqual({ kind: 'tomorrow' })
	})

	test('minutes of a meeting that was started before a change of the clock', () => {
		useSite.setState({ zone: berlin })
		const meeting = aMeeting({
			status: meetingStatus.inProgress,
			startTime: '2026-03-29 03:30:00',
			timeZone: 2,
			startedTime: '2026-03-29 01:50:00',
		})
		expect(getElapsedMinutes(meeting, parseWireTime('2026-03-29 03:10:00', berlin) as number)).toBe(20)
	})
})
