import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
	currentOccurrenceDay,
	occurrenceOn,
	occurrenceValidUntil,
	occursOn,
	parseRecurrence,
	type ScheduledMeeting,
	secondOfDay,
} from './recurrence.ts'
import { formatWireDay, formatWireTime, type Instant, parseWireTime, wallClock } from './time.ts'

const zone = 'Asia/Shanghai'
const at = (time: string): Instant => parseWireTime(time, zone) as Instant

function aMeeting(fields: Partial<ScheduledMeeting> = {}): ScheduledMeeting {
	const { startAt = at('2026-03-10 09:00:00'), durationS = 3_600 } = fields
	return {
		zone,
		startAt,
		endAt: startAt + durationS * 1000,
		durationS,
		status: 1,
		isRecurring: false,
		repeatType: 0,
		repeatCondition: 0,
		repeatSecond: 9 * 3_600,
		startedAt: null,
		...fields,
	}
}

const series = (fields: Partial<ScheduledMeeting>) => aMeeting({ isRecurring: true, repeatType: 1, ...fields })
const days = fc
	.date({ min: new Date('2020-01-01T00:00Z'), max: new Date('2060-12-31T00:00Z'), noInvalidDate: true })
	.map(date => date.toISOString().slice(0, 10))
const wallDay = (day: string) => {
	const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
	return { year, month, date, last: new Date(Date.UTC(year, month, 0)).getUTCDate() }
}

describe('on which days', () => {
	test('[REC-08] weekly: on its weekday, Sunday being 0', () => {
		fc.assert(
			fc.property(days, fc.integer({ min: 0, max: 6 }), (day, weekday) => {
				const { year, month, date } = wallDay(day)
				const expected = new Date(year, month - 1, date).getDay() === weekday
				expect(occursOn(series({ repeatType: 2, repeatCondition: weekday }), day)).toBe(expected)
			}),
		)
		expect(occursOn(series({ repeatType: 2, repeatCondition: 0 }), '2026-03-15')).toBe(true)
	})

	test('[REC-09] monthly: on its day, or on the last day of a month that has no such day', () => {
		fc.assert(
			fc.property(days, fc.integer({ min: 1, max: 31 }), (day, wanted) => {
				const { date, last } = wallDay(day)
				expect(occursOn(series({ repeatType: 3, repeatCondition: wanted }), day)).toBe(date === Math.min(wanted, last))
			}),
		)
		expect(occursOn(series({ repeatType: 3, repeatCondition: 31 }), '2026-02-28')).toBe(true)
		expect(occursOn(series({ repeatType: 3, repeatCondition: 30 }), '2028-02-29')).toBe(true)
	})

	test('[REC-06, REC-07] daily, at no fixed time and unheard-of kinds: on every day', () => {
		fc.assert(
			fc.property(days, fc.constantFrom(0, 1, 4, 99, -1), (day, repeatType) => {
				expect(occursOn(series({ repeatType, repeatCondition: 3 }), day)).toBe(true)
			}),
		)
	})
})

describe('at what time', () => {
	test('[REC-07] at its wall-clock time in its zone, summer and winter', () => {
		const berlin = series({ zone: 'Europe/Berlin', repeatSecond: 9 * 3_600 + 30 * 60 })
		const winter = occurrenceOn(berlin, '2026-01-15', null, 0)
		const summer = occurrenceOn(berlin, '2026-07-15', null, 0)
		expect(formatWireTime(winter.startAt, 'Etc/UTC')).toBe('2026-01-15 08:30:00')
		expect(formatWireTime(summer.startAt, 'Etc/UTC')).toBe('2026-07-15 07:30:00')
	})

	test('[REC-07] in the hour that daylight saving skips it still takes place, on that day, once', () => {
		const night = series({ zone: 'Europe/Berlin', repeatSecond: 2 * 3_600 + 30 * 60 })
		const { startAt } = occurrenceOn(night, '2026-03-29', null, 0)
		expect(formatWireDay(startAt, 'Europe/Berlin')).toBe('2026-03-29')
		expect(formatWireTime(startAt, 'Europe/Berlin')).toBe('2026-03-29 03:30:00')
	})

	test('[LIST-37] on any day in any zone it is on that day and ends after its duration', () => {
		const zones = fc.constantFrom(
			'Asia/Shanghai',
			'Europe/Berlin',
			'America/New_York',
			'Australia/Lord_Howe',
			'Etc/UTC',
		)
		fc.assert(
			fc.property(days, zones, fc.integer({ min: 0, max: 86_399 }), (day, zone, repeatSecond) => {
				const { startAt, endAt } = occurrenceOn(series({ zone, repeatSecond, durationS: 5_400 }), day, null, 0)
				expect(formatWireDay(startAt, zone)).toBe(day)
				expect(endAt - startAt).toBe(5_400_000)
				const { hour } = wallClock(startAt, zone)
				// A skipped hour moves it by that hour and no further.
				expect([0, 1]).toContain(hour - Math.floor(repeatSecond / 3_600))
			}),
		)
	})

	test('[ENT-01] a one-off meeting has its own time and status', () => {
		const meeting = aMeeting({ status: 2 })
		const { startAt, endAt } = meeting
		expect(occurrenceOn(meeting, '1999-01-01', 5, 0)).toEqual({ startAt, endAt, status: 2 })
	})

	test('[REC-07] the second of the day is that of the wall clock', () => {
		expect(secondOfDay(at('2026-03-10 09:30:15'), 'Asia/Shanghai')).toBe(9 * 3_600 + 30 * 60 + 15)
		expect(secondOfDay(at('2026-03-10 09:30:15'), 'Etc/UTC')).toBe(3_600 + 30 * 60 + 15)
	})
})

describe('status', () => {
	const daily = series({ repeatSecond: 9 * 3_600, durationS: 3_600 })
	const statusAt = (now: string, day: string, fields = {}, endedAt: number | null = null) =>
		occurrenceOn({ ...daily, ...fields }, day, endedAt, at(now)).status

	test('[REC-07] an occurrence is over when its time is up, and not started before', () => {
		expect(statusAt('2026-03-10 08:00:00', '2026-03-10')).toBe(1)
		expect(statusAt('2026-03-10 09:59:59', '2026-03-10')).toBe(1)
		expect(statusAt('2026-03-10 10:00:00', '2026-03-10')).toBe(9)
		expect(statusAt('2026-03-10 08:00:00', '2026-03-09')).toBe(9)
		expect(statusAt('2026-03-10 08:00:00', '2026-03-11')).toBe(1)
	})

	test('[REC-06] at no fixed time it may be opened again on the day it was ended', () => {
		const anyTime = series({ repeatType: 0, status: 1 })
		const noon = at('2026-03-15 12:00:00')
		expect(occurrenceOn(anyTime, '2026-03-15', noon, noon + 60_000).status).toBe(1)
		expect(occurrenceOn(anyTime, '2026-03-14', null, noon).status).toBe(9)
	})

	test('[REC-06] at no fixed time it lasts the whole day', () => {
		expect(statusAt('2026-03-10 23:59:59', '2026-03-10', { repeatType: 0 })).toBe(1)
		expect(statusAt('2026-03-10 23:59:59', '2026-03-09', { repeatType: 0 })).toBe(9)
	})

	test('[LIST-19] one that runs is in progress on the day it started, also past its time', () => {
		const running = { status: 2, startedAt: at('2026-03-10 09:05:00') }
		expect(statusAt('2026-03-10 11:00:00', '2026-03-10', running)).toBe(2)
		expect(statusAt('2026-03-11 00:10:00', '2026-03-10', running)).toBe(2)
		expect(statusAt('2026-03-10 11:00:00', '2026-03-11', running)).toBe(1)
	})

	test('[LIST-19] only a start that was not ended counts, and only with its time', () => {
		const startedAt = at('2026-03-10 09:05:00')
		expect(statusAt('2026-03-10 09:30:00', '2026-03-10', { status: 1, startedAt })).toBe(1)
		expect(statusAt('2026-03-10 09:30:00', '2026-03-10', { status: 2, startedAt: null })).toBe(1)
	})

	test('[LIST-19] one that was ended is over on its day only', () => {
		expect(statusAt('2026-03-10 09:30:00', '2026-03-10', {}, at('2026-03-10 09:20:00'))).toBe(9)
		expect(statusAt('2026-03-10 09:30:00', '2026-03-11')).toBe(1)
	})
})

describe('the day that counts now', () => {
	test('[REC-07] today while today is not over, then the next', () => {
		const daily = series({ repeatSecond: 9 * 3_600, durationS: 3_600 })
		expect(currentOccurrenceDay(daily, at('2026-03-10 09:30:00'))).toBe('2026-03-10')
		expect(currentOccurrenceDay(daily, at('2026-03-10 10:00:00'))).toBe('2026-03-11')
	})

	test('[REC-08, REC-09] is never past, is one it occurs on, and none before it is left out', () => {
		const kinds = fc.oneof(
			fc.integer({ min: 0, max: 6 }).map(repeatCondition => ({ repeatType: 2, repeatCondition })),
			fc.integer({ min: 1, max: 31 }).map(repeatCondition => ({ repeatType: 3, repeatCondition })),
		)
		fc.assert(
			fc.property(kinds, days, (kind, today) => {
				const meeting = series({ ...kind, repeatSecond: 12 * 3_600 })
				const day = currentOccurrenceDay(meeting, at(`${today} 08:00:00`))
				expect(occursOn(meeting, day)).toBe(true)
				for (let t = Date.parse(today); t < Date.parse(day); t += 86_400_000) {
					expect(occursOn(meeting, new Date(t).toISOString().slice(0, 10))).toBe(false)
				}
				expect(day >= today).toBe(true)
			}),
			{ numRuns: 60 },
		)
	})

	test('[REC-07] a start that was ended, or has no time, does not hold the day', () => {
		const daily = series({ repeatSecond: 9 * 3_600, durationS: 3_600 })
		const startedAt = at('2026-03-09 09:05:00')
		const now = at('2026-03-10 08:00:00')
		expect(currentOccurrenceDay({ ...daily, status: 1, startedAt }, now)).toBe('2026-03-10')
		expect(currentOccurrenceDay({ ...daily, status: 2, startedAt: null }, now)).toBe('2026-03-10')
	})

	test('[LIST-34] one that runs past midnight still counts as the day it started', () => {
		const running = series({ status: 2, startedAt: at('2026-03-10 23:50:00') })
		expect(currentOccurrenceDay(running, at('2026-03-11 00:30:00'))).toBe('2026-03-10')
	})

	test('[ENT-01] of a one-off meeting is its own day', () => {
		expect(currentOccurrenceDay(aMeeting(), at('2030-01-01 00:00:00'))).toBe('2026-03-10')
	})
})

describe('how a series may recur', () => {
	test.each([
		['[REC-06] at no fixed time', 0, 0, 0],
		['[REC-07] every day', 1, 0, 0],
		['[REC-08] every week', 2, 0, 6],
		['[REC-09] every month', 3, 1, 31],
	])('%s: %i with %i to %i beside it', (_, type, least, most) => {
		for (const repeatCondition of [least, most])
			expect(parseRecurrence(type, repeatCondition)).toEqual({ repeatType: type, repeatCondition })
		expect(parseRecurrence(type, least - 1)).toBeUndefined()
		expect(parseRecurrence(type, most + 1)).toBeUndefined()
	})

	test('[REC-08] [REC-09] a weekday or a day of the month is not guessed', () => {
		expect([0, 1, 2, 3].filter(type => parseRecurrence(type, undefined))).toEqual([0, 1])
	})

	test.each([-1, 4, 7, 1.5, Number.NaN])('[REC-06] in no way numbered %d', type => {
		expect(parseRecurrence(type, 0)).toBeUndefined()
	})
})

describe('how long an occurrence stays as it is', () => {
	const now = at('2026-03-10 10:00:00')
	const anInstant = fc.integer({ min: now - 3 * 86_400_000, max: now + 3 * 86_400_000 }).map(ms => ms - (ms % 60_000))
	const aSeries = fc
		.record({
			zone: fc.constantFrom(zone, 'Europe/Berlin', 'America/New_York', 'Pacific/Kiritimati'),
			repeatType: fc.integer({ min: 0, max: 4 }),
			repeatCondition: fc.integer({ min: 0, max: 31 }),
			repeatSecond: fc.integer({ min: 0, max: 86_399 }),
			durationS: fc.integer({ min: 60, max: 86_400 }),
			status: fc.constantFrom(1, 2),
			startedAt: fc.option(anInstant),
		})
		.map(fields => series(fields))
	const parts = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

	test('[REC-07, LIST-17] nothing changes before that, neither its status nor which one is current', () => {
		fc.assert(
			fc.property(aSeries, anInstant, fc.option(anInstant), parts, (meeting, asked, endedAt, part) => {
				const current = currentOccurrenceDay(meeting, asked)
				for (const day of [current, '2026-03-09', '2026-03-10', '2026-03-11']) {
					const on = occurrenceOn(meeting, day, endedAt, asked)
					const until = Math.min(occurrenceValidUntil(meeting, day, on, asked), asked + 10 * 86_400_000)
					expect(until).toBeGreaterThan(asked)
					for (const later of [asked + Math.floor((until - asked) * part), until - 1]) {
						expect(occurrenceOn(meeting, day, endedAt, later)).toEqual(on)
						if (day === current) expect(currentOccurrenceDay(meeting, later)).toBe(current)
					}
				}
			}),
			{ numRuns: 2_000 },
		)
	})

	test('a one-off meeting changes only when it is edited', () => {
		const meeting = aMeeting()
		const on = occurrenceOn(meeting, '2026-03-10', null, now)
		expect(occurrenceValidUntil(meeting, '2026-03-10', on, now)).toBe(Number.POSITIVE_INFINITY)
	})
})
