import { TZDate, tzOffset } from '@date-fns/tz'
import * as v from 'valibot'

/** An instant: milliseconds since 1970 in UTC. */
export type Instant = number

/** `YYYY-MM-DD HH:mm:ss`, read in the zone that travels beside it. */
export const WireTime = v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}(:\d{2})?$/))

/** `YYYY-MM-DD`. */
export const WireDay = v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}$/))

const two = (n: number) => String(n).padStart(2, '0')

const zoneOfHours: Record<number, string> = { 8: 'Asia/Shanghai', 0: 'Etc/UTC' }

/** The IANA zone meant by hours from UTC on the wire; 8 is Asia/Shanghai. */
export function zoneFromHours(hours: number): string {
	const whole = Math.trunc(hours)
	if (whole !== hours) return offset(hours)
	// Etc/GMT signs are reversed: UTC+9 is Etc/GMT-9.
	return zoneOfHours[whole] ?? (whole > 0 ? `Etc/GMT-${Math.min(whole, 14)}` : `Etc/GMT+${Math.min(-whole, 12)}`)
}

/** `+05:30`, for hours that no zone of its own is kept for. */
function offset(hours: number): string {
	const minutes = Math.round(Math.abs(hours) * 60)
	return `${hours < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

/** Hours from UTC of a zone at an instant, as the wire wants them. */
export const hoursOfZone = (zone: string, at: Instant): number => tzOffset(zone, new Date(at)) / 60

export const isZone = (zone: string): boolean => !Number.isNaN(tzOffset(zone, new Date(0)))

/** The wall clock of a zone at an instant. */
export function wallClock(at: Instant, zone: string) {
	const date = new TZDate(at, zone)
	return {
		year: date.getFullYear(),
		month: date.getMonth() + 1,
		day: date.getDate(),
		hour: date.getHours(),
		minute: date.getMinutes(),
		second: date.getSeconds(),
		weekday: date.getDay(),
	}
}

/** `YYYY-MM-DD HH:mm:ss` of an instant in a zone. */
export function wireTime(at: Instant, zone: string): string {
	const { hour, minute, second } = wallClock(at, zone)
	return `${wireDay(at, zone)} ${two(hour)}:${two(minute)}:${two(second)}`
}

/** `YYYY-MM-DD` of an instant in a zone. */
export function wireDay(at: Instant, zone: string): string {
	const { year, month, day } = wallClock(at, zone)
	return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`
}

/** The instant a wire time names in a zone, or nothing if there is no such calendar day. */
export function instantOf(time: string, zone: string): Instant | undefined {
	const [, y, mo, d, h, mi, s] = /^(\d{4})-(\d{2})-(\d{2})(?: (\d{2}):(\d{2})(?::(\d{2}))?)?$/.exec(time) ?? []
	if (y === undefined) return undefined
	const [year, month, day] = [Number(y), Number(mo), Number(d)]
	const [hour, minute, second] = [Number(h ?? 0), Number(mi ?? 0), Number(s ?? 0)]
	if (hour > 23 || minute > 59 || second > 59) return undefined
	const date = new TZDate(year, month - 1, day, hour, minute, second, zone)
	const sameDay = date.getFullYear() === year && date.getMonth() === month - 1 && date.getDate() === day
	return sameDay ? date.getTime() : undefined
}

/** First instant of a wire day in a zone, and of the day after it. */
export function dayBounds(day: string, zone: string): { from: Instant; to: Instant } | undefined {
	const from = instantOf(day, zone)
	if (from === undefined) return undefined
	const { year, month, day: date } = wallClock(from, zone)
	return { from, to: new TZDate(year, month - 1, date + 1, zone).getTime() }
}

/** Whole calendar days from one wire day to another; tomorrow is 1 (LIST-35, OP-077). */
export const daysBetween = (from: string, to: string): number =>
	Math.round((Date.parse(`${to.slice(0, 10)}T00:00Z`) - Date.parse(`${from.slice(0, 10)}T00:00Z`)) / 86_400_000)

/** Seconds from a wire duration: a number of seconds, or `hh:mm` (OP-003). */
export function secondsOf(duration: string | number): number | undefined {
	if (typeof duration === 'number') return Number.isFinite(duration) ? duration : undefined
	const [, hours, minutes] = /^(\d{1,3}):(\d{2})$/.exec(duration) ?? []
	if (hours !== undefined) return Number(hours) * 3600 + Number(minutes) * 60
	return /^\d+$/.test(duration) ? Number(duration) : undefined
}

/** `01:30` of 5400 seconds (CREATE-07). */
export const hoursAndMinutes = (seconds: number): string =>
	`${two(Math.floor(seconds / 3600))}:${two(Math.floor((seconds % 3600) / 60))}`
