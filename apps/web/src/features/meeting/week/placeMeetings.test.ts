import { addDays, meetingStatus } from '@parley/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aMeeting } from '../../../testing/aMeeting.ts'
import { findMeetingsOfAnyTime, limitLanes, placeMeetings } from './placeMeetings.ts'
import { getWeek, getWeekBounds, listedDaysOf, parseWeekDay } from './week.ts'

const zone = 'Asia/Shanghai'
const days = getWeek('2026-11-25', 1)
const at = (startTime: string, minutes: number, topic = startTime) =>
	aMeeting({ meetingId: topic as never, topic, startTime: `${startTime}:00`, durationS: minutes * 60 })
const placesOf = (meetings: ReturnType<typeof at>[], dayIndex: number, inZone = zone, of = days) =>
	placeMeetings(meetings, of, inZone)[dayIndex]?.map(({ meeting, topMinute, bottomMinute, lane, lanes }) => [
		meeting.topic,
		topMinute / 60,
		bottomMinute / 60,
		`${lane + 1}/${lanes}`,
	])

describe('[LAYOUT-11] the week', () => {
	test('begins on Monday or Sunday', () => {
		expect(days).toEqual([23, 24, 25, 26, 27, 28, 29].map(day => `2026-11-${day}`))
		expect(getWeek('2026-11-25', 0)[0]).toBe('2026-11-22')
		expect(getWeek('2026-11-22', 0)[0]).toBe('2026-11-22')
		expect(getWeek('2026-11-22', 1)[0]).toBe('2026-11-16')
		expect(getWeek('2027-01-01', 1)).toEqual(Array.from({ length: 7 }, (_, n) => addDays('2026-12-28', n)))
	})

	test('of an address that names no day is none', () => {
		expect(['2026-02-30', 'now', '', '2026-1-1', undefined].map(parseWeekDay)).toEqual(Array(5).fill(undefined))
		expect(parseWeekDay('2028-02-29')).toBe('2028-02-29')
	})

	test('is in a list from the day before it, and in as many days as another zone needs', () => {
		const listed = (reader: string) => listedDaysOf(getWeekBounds(days, reader), zone)
		expect(listed(zone)).toEqual({ day: '2026-11-22', days: 8 })
		expect(listed('America/Los_Angeles')).toEqual({ day: '2026-11-22', days: 9 })
		expect(listed('Pacific/Auckland')).toEqual({ day: '2026-11-21', days: 9 })
	})
})

describe('[LAYOUT-11] meetings of a day', () => {
	test('are where their hours are', () => {
		expect(placesOf([at('2026-11-24 09:30', 90)], 1)).toEqual([['2026-11-24 09:30', 9.5, 11, '1/1']])
		expect(placesOf([at('2026-11-24 09:30', 90)], 0)).toEqual([])
	})

	test('that overlap are side by side, and one that begins at the end of another takes its lane', () => {
		const meetings = [
			at('2026-11-24 09:00', 120, 'long'),
			at('2026-11-24 09:30', 60, 'within'),
			at('2026-11-24 10:30', 60, 'after within'),
			at('2026-11-24 11:30', 60, 'apart'),
		]
		expect(placesOf(meetings, 1)).toEqual([
			['long', 9, 11, '1/2'],
			['within', 9.5, 10.5, '2/2'],
			['after within', 10.5, 11.5, '2/2'],
			['apart', 11.5, 12.5, '1/1'],
		])
	})

	test('that are short are as high as their topic, and do not cover what begins meanwhile', () => {
		const meetings = [at('2026-11-24 09:00', 5, 'short'), at('2026-11-24 09:10', 30, 'next')]
		expect(placesOf(meetings, 1)?.map(place => place[3])).toEqual(['1/2', '2/2'])
		expect(placesOf([at('2026-11-24 23:55', 5)], 1)?.[0]?.slice(1)).toEqual([23.5, 24, '1/1'])
	})

	test('over midnight are on both days', () => {
		const late = [at('2026-11-24 23:00', 120)]
		expect(placesOf(late, 1)).toEqual([['2026-11-24 23:00', 23, 24, '1/1']])
		expect(placesOf(late, 2)).toEqual([['2026-11-24 23:00', 0, 1, '1/1']])
		expect(placeMeetings(late, days, zone)[2]?.[0]?.isContinued).toBe(true)
		// It ends with the day.
		expect(placesOf([at('2026-11-24 23:00', 60)], 2)).toEqual([])
		// It began before the week.
		expect(placesOf([at('2026-11-22 23:00', 120)], 0)).toEqual([['2026-11-22 23:00', 0, 1, '1/1']])
	})

	test('are on the clock of the reader', () => {
		expect(placesOf([at('2026-11-24 09:00', 60)], 0, 'America/Los_Angeles')).toEqual([
			['2026-11-24 09:00', 17, 18, '1/1'],
		])
	})

	test('are on the wall clock where it is changed', () => {
		const [spring, autumn] = [getWeek('2026-03-29', 1), getWeek('2026-10-25', 1)]
		// From 2:00 to 3:00 there is no hour: half past one and an hour later is half past three.
		const skipped = aMeeting({ startTime: '2026-03-29 08:30:00', durationS: 3600 })
		expect(placesOf([skipped], 6, 'Europe/Berlin', spring)?.[0]?.slice(1)).toEqual([1.5, 3.5, '1/1'])
		// The hour from 2:00 to 3:00 comes twice: half past two is twice, too.
		const repeated = aMeeting({ startTime: '2026-10-25 08:30:00', durationS: 3600 })
		expect(placesOf([repeated], 6, 'Europe/Berlin', autumn)?.[0]?.slice(1)).toEqual([2.5, 3.5, '1/1'])
		const wholeDay = aMeeting({ startTime: '2026-10-25 06:00:00', durationS: 86_400 })
		expect(placesOf([wholeDay], 6, 'Europe/Berlin', autumn)?.[0]?.slice(1)).toEqual([0, 23, '1/1'])
	})

	test('without a fixed time are apart from the hours, each once', () => {
		const any = aMeeting({ isRecurring: true, repeatType: 0, status: meetingStatus.inProgress })
		const daily = { ...any, startTime: '2026-11-24 00:00:00' }
		expect(placesOf([any, daily], 1)).toEqual([])
		expect(findMeetingsOfAnyTime([any, daily])).toHaveLength(1)
	})

	test('for which there is no room beside two others are counted in their place', () => {
		const crowded = (count: number) => {
			const meetings = Array.from({ length: count }, (_, index) => at('2026-11-24 09:00', 60 + index * 10, `m${index}`))
			return limitLanes(placeMeetings([...meetings, at('2026-11-24 14:00', 30, 'apart')], days, zone)[1] ?? [])
		}
		const three = crowded(3)
		expect([three.shown.length, three.hidden]).toEqual([4, []])
		const { shown, hidden } = crowded(5)
		expect(shown.map(({ meeting, lane, lanes }) => [meeting.topic, lane, lanes])).toEqual([
			['m4', 0, 3],
			['m3', 1, 3],
			['apart', 0, 1],
		])
		expect(hidden).toMatchObject([{ count: 3, topMinute: 9 * 60, bottomMinute: 9 * 60 + 80 }])
		expect(hidden[0]?.meetings).toHaveLength(5)
	})

	test('never cover one another, and never leave the day', () => {
		const span = fc.record({ start: fc.integer({ min: 0, max: 1439 }), minutes: fc.integer({ min: 1, max: 300 }) })
		fc.assert(
			fc.property(fc.array(span, { maxLength: 12 }), spans => {
				const two = (value: number) => String(value).padStart(2, '0')
				const meetings = spans.map(({ start, minutes }, index) =>
					at(`2026-11-24 ${two(Math.floor(start / 60))}:${two(start % 60)}`, minutes, `m${index}`),
				)
				const placed = placeMeetings(meetings, days, zone)[1] ?? []
				for (const a of placed) {
					expect(a.topMinute >= 0 && a.bottomMinute <= 1440 && a.lane < a.lanes).toBe(true)
					for (const b of placed) {
						const overlaps = a !== b && a.topMinute < b.bottomMinute && b.topMinute < a.bottomMinute
						if (overlaps) expect([a.lane !== b.lane, a.lanes]).toEqual([true, b.lanes])
					}
				}
			}),
		)
	})
})
