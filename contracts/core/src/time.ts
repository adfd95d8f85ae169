import { tzOffset } from '@date-fns/tz/tzOffset'
import { padTwoDigits } from './duration.ts'

/** An instant: milliseconds since 1970 in UTC. */
export type Instant = number

const zoneOfHours: Record<number, string> = { 8: 'Asia/Shanghai', 0: 'Etc/UTC' }

/** The IANA zone meant by hours from UTC on the wire; 8 is Asia/Shanghai. */
export function zoneFromHours(hours: number): string {
	const whole = Math.trunc(hours)
	if (whole !== hours) return offset(hours)
	// Etc/GMT signs are reversed: UTC+9 is Etc/GMT-9.
	return zoneOfHours[whole] ?? (whole > 0 ? `Etc/GMT-${Math.min(whole, 14)}` : `Etc/GMT+${Math.min(-whole, 12)}`)
}

/**
 * Returns the IANA zone of a wire time sent with its UTC offset in hours: the expected zone if it has this offset at
 * that time, so that its daylight saving is kept, otherwise the zone of the offset.
 */
export function zoneOfWireTime(time: string, hours: number, expected: string): string {
	const at = parseWireTime(time, expected)
	return at !== undefined && utcOffsetHours(expected, at) === hours ? expected : zoneFromHours(hours)
}

/** `+05:30`, for offsets without a named zone here. */
function offset(hours: number): string {
	const minutes = Math.round(Math.abs(hours) * 60)
	return `${hours < 0 ? '-' : '+'}${padTwoDigits(Math.floor(minutes / 60))}:${padTwoDigits(minutes % 60)}`
}

const minuteMs = 60_000
const dayMs = 86_400_000
const offsetMs = (zone: string, at: Instant) => offsetMinutes(zone, at) * minuteMs

/** Hours from UTC of a zone at an instant, as the wire wants them. */
export const utcOffsetHours = (zone: string, at: Instant): number => offsetMinutes(zone, at) / 60

const maxCachedDays = 4_096
/** Minutes from UTC by zone and UTC day; undefined for a day on which they change. */
const offsetOfDay = new Map<string, Map<number, number | undefined>>()
let cachedDays = 0

/** Asking the platform takes microseconds and is needed for every time of every meeting, so days are cached. */
function offsetMinutes(zone: string, at: Instant): number {
	const day = Math.floor(at / dayMs)
	let days = offsetOfDay.get(zone)
	if (!days?.has(day)) {
		if (cachedDays >= maxCachedDays) {
			offsetOfDay.clear()
			cachedDays = 0
			days = undefined
		}
		days ??= new Map()
		const first = tzOffset(zone, new Date(day * dayMs))
		// No zone changes twice within a day, so an offset equal at both ends holds between them.
		days.set(day, first === tzOffset(zone, new Date((day + 1) * dayMs)) ? first : undefined)
		offsetOfDay.set(zone, days)
		cachedDays += 1
	}
	return days.get(day) ?? tzOffset(zone, new Date(at))
}

export const isZone = (zone: string): boolean => !Number.isNaN(tzOffset(zone, new Date(0)))

/** The wall clock of a zone at an instant. */
export function wallClock(at: Instant, zone: string) {
	const shown = new Date(at + offsetMs(zone, at))
	return {
		year: shown.getUTCFullYear(),
		month: shown.getUTCMonth() + 1,
		day: shown.getUTCDate(),
		hour: shown.getUTCHours(),
		minute: shown.getUTCMinutes(),
		second: shown.getUTCSeconds(),
		weekday: shown.getUTCDay(),
	}
}

/** Returns when the clock of a zone shows the reading, given as if in UTC: the first time if it does so twice. */
function instantOfWallClock(reading: number, zone: string): Instant {
	const before = reading - offsetMs(zone, reading - dayMs)
	const after = reading - offsetMs(zone, reading + dayMs)
	const isShown = (at: Instant) => at + offsetMs(zone, at) === reading
	// A reading the clock skips moves forward by the length of the gap.
	return isShown(before) || !isShown(after) ? before : after
}

/** `YYYY-MM-DD HH:mm:ss` of an instant in a zone. */
export function formatWireTime(at: Instant, zone: string): string {
	const clock = wallClock(at, zone)
	return `${wireDayOf(clock)} ${padTwoDigits(clock.hour)}:${padTwoDigits(clock.minute)}:${padTwoDigits(clock.second)}`
}

/** `YYYY-MM-DD` of an instant in a zone. */
export const formatWireDay = (at: Instant, zone: string): string => wireDayOf(wallClock(at, zone))

const wireDayOf = ({ year, month, day }: { year: number; month: number; day: number }): string =>
	`${String(year).padStart(4, '0')}-${padTwoDigits(month)}-${padTwoDigits(day)}`

/** Returns the instant a wire time names in a zone, or undefined if the calendar day does not exist. */
export function parseWireTime(time: string, zone: string): Instant | undefined {
	const [, y, mo, d, h, mi, s] = /^(\d{4})-(\d{2})-(\d{2})(?: (\d{2}):(\d{2})(?::(\d{2}))?)?$/.exec(time) ?? []
	if (y === undefined) return undefined
	const [year, month, day] = [Number(y), Number(mo), Number(d)]
	const [hour, minute, second] = [Number(h ?? 0), Number(mi ?? 0), Number(s ?? 0)]
	if (hour > 23 || minute > 59 || second > 59) return undefined
	const at = instantOfWallClock(Date.UTC(year, month - 1, day, hour, minute, second), zone)
	const shown = wallClock(at, zone)
	return shown.year === year && shown.month === month && shown.day === day ? at : undefined
}

/** First instant of a wire day in a zone, and of the day after it. */
export function dayBounds(day: string, zone: string): { from: Instant; to: Instant } | undefined {
	const from = parseWireTime(day, zone)
	if (from === undefined) return undefined
	const { year, month, day: date } = wallClock(from, zone)
	return { from, to: instantOfWallClock(Date.UTC(year, month - 1, date + 1), zone) }
}

/** Whole calendar days from one wire day to another; tomorrow is 1 (LIST-35, OP-077). */
export const daysBetween = (from: string, to: string): number =>
	Math.round((Date.parse(`${to.slice(0, 10)}T00:00Z`) - Date.parse(`${from.slice(0, 10)}T00:00Z`)) / dayMs)

/** The wire day so many calendar days later. */
export const addDays = (day: string, days: number): string =>
	new Date(Date.parse(`${day}T00:00Z`) + days * dayMs).toISOString().slice(0, 10)
