import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
	dayBounds,
	daysBetween,
	formatWireDay,
	formatWireTime,
	isZone,
	parseWireTime,
	utcOffsetHours,
	wallClock,
	zoneFromHours,
	zoneOfWireTime,
} from './time.ts'

const zones = [
	'Asia/Shanghai',
	'Etc/UTC',
	'Europe/Berlin',
	'America/New_York',
	'America/St_Johns',
	'Asia/Kolkata',
	'Asia/Kathmandu',
	'Australia/Lord_Howe',
	'Pacific/Apia',
	'Pacific/Kiritimati',
	'Africa/Casablanca',
	'America/Sao_Paulo',
]
const aZone = fc.constantFrom(...zones)
const anInstant = fc.integer({ min: Date.UTC(1992, 0), max: Date.UTC(2150, 0) }).map(at => at - (at % 1000))

/** The platform's own formatting of an instant in a zone. */
function platformTime(at: number, zone: string): string {
	return new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' }).format(at)
}

describe('wire time', () => {
	test('[OP-079] shows the wall clock, in any zone', () => {
		fc.assert(
			fc.property(anInstant, aZone, (at, zone) => {
				expect(formatWireTime(at, zone)).toBe(platformTime(at, zone))
			}),
		)
	})

	test.each([
		['Europe/Berlin', '2026-03-29'],
		['Europe/Berlin', '2026-10-25'],
		['America/New_York', '2026-11-01'],
		['Australia/Lord_Howe', '2026-04-04'],
		['Pacific/Apia', '2011-12-30'],
	])('[OP-079] of %s is right all through %s, when its offset changes', (zone, day) => {
		const quarterHourMs = 900_000
		const midnight = Date.parse(`${day}T00:00Z`)
		for (let at = midnight - 96 * quarterHourMs; at < midnight + 192 * quarterHourMs; at += quarterHourMs)
			expect(formatWireTime(at, zone)).toBe(platformTime(at, zone))
	})

	test('[OP-079] stays right when more days are asked for than are cached', () => {
		const first = Date.UTC(2020, 0, 1, 12)
		for (let day = 0; day < 5_000; day++) formatWireTime(first + day * 86_400_000, 'Europe/Berlin')
		for (let at = first; at < first + 400 * 86_400_000; at += 10 * 86_400_000)
			expect(formatWireTime(at, 'Europe/Berlin')).toBe(platformTime(at, 'Europe/Berlin'))
	})

	test('[OP-079] is read back as the same clock time, and as the same instant unless it comes twice', () => {
		fc.assert(
			fc.property(anInstant, aZone, (at, zone) => {
				const written = formatWireTime(at, zone)
				const read = parseWireTime(written, zone)
				expect(read).toBeDefined()
				expect(formatWireTime(read as number, zone)).toBe(written)
				// An ambiguous hour in autumn is one of two instants.
				expect(Math.abs((read as number) - at)).toBeLessThanOrEqual(3_600_000)
			}),
			{ numRuns: 400 },
		)
		fc.assert(
			fc.property(anInstant, at => {
				expect(parseWireTime(formatWireTime(at, 'Asia/Shanghai'), 'Asia/Shanghai')).toBe(at)
			}),
		)
	})

	test('[OP-079] may leave out seconds, or be a day', () => {
		expect(parseWireTime('2026-03-10 10:00', 'Asia/Shanghai')).toBe(Date.UTC(2026, 2, 10, 2))
		expect(parseWireTime('2026-03-10', 'Asia/Shanghai')).toBe(Date.UTC(2026, 2, 9, 16))
	})

	test.each([
		'2026-02-30 10:00:00',
		'2026-13-01',
		'2026-00-10',
		'2026-03-00',
		'2026-03-10 24:00',
		'2026-03-10 10:60',
		'2026-03-10 10:00:60',
		'',
		'10:00',
		'2026-3-1',
		'2026-03-10T10:00',
	])('[OP-079] %j names no instant', time => {
		expect(parseWireTime(time, 'Asia/Shanghai')).toBeUndefined()
	})

	test('an hour that daylight saving skips moves on by that hour', () => {
		const at = parseWireTime('2026-03-29 02:30:00', 'Europe/Berlin') as number
		expect(formatWireTime(at, 'Europe/Berlin')).toBe('2026-03-29 03:30:00')
	})

	test('an ambiguous time is the first one, and a skipped day does not exist', () => {
		expect(parseWireTime('2026-10-25 02:30:00', 'Europe/Berlin')).toBe(Date.UTC(2026, 9, 25, 0, 30))
		expect(parseWireTime('2026-04-05 01:45:00', 'Australia/Lord_Howe')).toBe(Date.UTC(2026, 3, 4, 14, 45))
		expect(parseWireTime('2026-02-15 02:59:00', 'Africa/Casablanca')).toBe(Date.UTC(2026, 1, 15, 1, 59))
		expect(parseWireTime('2011-12-30 12:00:00', 'Pacific/Apia')).toBeUndefined()
	})
})

describe('days', () => {
	test('[PAGE-02] a day goes from its first instant to the first of the next, daylight saving or not', () => {
		fc.assert(
			fc.property(anInstant, aZone, (at, zone) => {
				const day = formatWireDay(at, zone)
				const { from, to } = dayBounds(day, zone) as { from: number; to: number }
				expect(from <= at && at < to).toBe(true)
				expect([formatWireDay(from, zone), formatWireDay(to - 1, zone)]).toEqual([day, day])
				expect(formatWireDay(from - 1, zone) < day && formatWireDay(to, zone) > day).toBe(true)
			}),
		)
		const hours = (day: string) => {
			const { from, to } = dayBounds(day, 'Europe/Berlin') as { from: number; to: number }
			return (to - from) / 3_600_000
		}
		expect([hours('2026-03-29'), hours('2026-06-01'), hours('2026-10-25')]).toEqual([23, 24, 25])
		expect(dayBounds('2026-02-30', 'Etc/UTC')).toBeUndefined()
	})

	test('[LIST-35, OP-077, OP-078] between two days are calendar days', () => {
		expect(daysBetween('2026-03-10', '2026-03-11')).toBe(1)
		expect(daysBetween('2026-03-10 23:59:59', '2026-03-11 00:00:00')).toBe(1)
		expect(daysBetween('2026-03-11', '2026-03-10')).toBe(-1)
		expect(daysBetween('2026-03-28', '2026-03-30')).toBe(2)
		expect(daysBetween('2025-12-31', '2026-01-01')).toBe(1)
	})
})

describe('zones', () => {
	test('[CREATE-10, CONST-06] hours on the wire are a zone, eight is that of Shanghai', () => {
		expect(zoneFromHours(8)).toBe('Asia/Shanghai')
		expect(zoneFromHours(0)).toBe('Etc/UTC')
		for (let hours = -12; hours <= 14; hours++) expect(utcOffsetHours(zoneFromHours(hours), 0)).toBeCloseTo(hours)
		for (const hours of [99, -99, 1e15]) expect(isZone(zoneFromHours(hours))).toBe(true)
	})

	test('a zone has the hours of the season', () => {
		expect(utcOffsetHours('Europe/Berlin', Date.UTC(2026, 0))).toBe(1)
		expect(utcOffsetHours('Europe/Berlin', Date.UTC(2026, 6))).toBe(2)
		expect(utcOffsetHours('Asia/Kolkata', 0)).toBe(5.5)
	})

	test('an unknown zone name is reported', () => {
		expect(zones.every(isZone)).toBe(true)
		expect(isZone('Mars/Olympus')).toBe(false)
	})

	test('the wall clock names the weekday, Sunday being 0', () => {
		expect(wallClock(Date.UTC(2026, 2, 14, 17), 'Asia/Shanghai')).toEqual({
			year: 2026,
			month: 3,
			day: 15,
			hour: 1,
			minute: 0,
			second: 0,
			weekday: 0,
		})
	})
})

test('[OP-077] a wire time in the hours of the expected zone is in that zone, summer and winter', () => {
	expect(zoneOfWireTime('2026-07-01 10:00:00', 2, 'Europe/Berlin')).toBe('Europe/Berlin')
	expect(zoneOfWireTime('2026-12-01 10:00:00', 1, 'Europe/Berlin')).toBe('Europe/Berlin')
	expect(zoneOfWireTime('2026-07-01 10:00:00', 1, 'Europe/Berlin')).toBe('Etc/GMT-1')
	expect(zoneOfWireTime('2026-07-01 10:00:00', 8, 'Europe/Berlin')).toBe('Asia/Shanghai')
	expect(zoneOfWireTime('no time', 8, 'Europe/Berlin')).toBe('Asia/Shanghai')
})
