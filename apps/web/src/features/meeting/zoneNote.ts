import { formatWireTime, type Instant, isZone, parseWireTime, utcOffsetHours } from '@parley/core'
import { m } from '../../locales/index.ts'
import { dayInSentence, type TimedMeeting } from './labels.ts'
import { formatTimeOfDay, getRecurrence, getRelativeDay, meetingZone } from './schedule.ts'

/** A time as it is shown: on the wall clock of a zone. */
export interface ZonedTime {
	/** A wire time in the zone. */
	startTime: string
	/** IANA name. */
	zone: string
	/** Shown until its end. */
	durationS?: number | undefined
	/** Shown without its day, which repeats. */
	repeats?: boolean
}

/** The IANA zone of the reader's clock; nothing where the browser names none that is known. */
export function readerZone(): string | undefined {
	const zone: string | undefined = new Intl.DateTimeFormat().resolvedOptions().timeZone
	return zone !== undefined && isZone(zone) ? zone : undefined
}

/** `UTC+8`, `UTC−3:30`: the name of the zone of a time, the same in every language. */
export function zoneLabel({ startTime, zone }: ZonedTime): string {
	const hours = utcOffsetHours(zone, parseWireTime(startTime, zone) ?? 0)
	const minutes = Math.round(Math.abs(hours) * 60)
	const rest = minutes % 60
	return `UTC${hours < 0 ? '−' : '+'}${Math.floor(minutes / 60)}${rest ? `:${String(rest).padStart(2, '0')}` : ''}`
}

/** The zone of a time, for a reader whose clock shows another one then (LIST-35). */
export function foreignZoneLabel(time: ZonedTime): string | undefined {
	return clockHere(time) && zoneLabel(time)
}

/**
 * `UTC+8 · 04:16–05:16 your time`: the zone of a time, and the time on the reader's clock, with its day if that differs.
 * Undefined if the reader's clock shows the same.
 */
export function zoneNote(time: ZonedTime, now: Instant): string | undefined {
	const here = clockHere(time)
	if (!here) return undefined
	const from = formatTimeOfDay(here.from)
	const hours = time.durationS === undefined ? from : `${from}–${formatTimeOfDay(here.to)}`
	const day = otherDay(time, here.from, here.zone, now)
	const text = day === undefined ? hours : `${day} ${hours}`
	return m.meeting_zone_note({ zone: zoneLabel(time), time: text })
}

/** Start and end as wire times on the reader's clock, where that is another one. */
function clockHere({ startTime, zone, durationS = 0 }: ZonedTime) {
	const here = readerZone()
	const at = parseWireTime(startTime, zone)
	if (here === undefined || at === undefined || utcOffsetHours(here, at) === utcOffsetHours(zone, at)) return undefined
	return { zone: here, from: formatWireTime(at, here), to: formatWireTime(at + durationS * 1000, here) }
}

function otherDay(
	{ startTime, zone, repeats }: ZonedTime,
	from: string,
	here: string,
	now: Instant,
): string | undefined {
	const [there, day] = [startTime.slice(0, 10), from.slice(0, 10)]
	if (repeats) return there === day ? undefined : day < there ? m.meeting_day_before() : m.meeting_next_day()
	const relative = getRelativeDay(from, here, now)
	// The same date can be today there and tomorrow here.
	if (there === day && relative.kind === getRelativeDay(startTime, zone, now).kind) return undefined
	return dayInSentence(relative)
}

/** The zone of the hours of a meeting, and when that is on the reader's clock; nothing where it has no hours. */
export function meetingZoneNote(meeting: TimedMeeting, now: Instant): string | undefined {
	const recurrence = getRecurrence(meeting)
	if (recurrence?.every === 'no-fixed-time') return undefined
	const { startTime, durationS } = meeting
	return zoneNote({ startTime, durationS, zone: meetingZone(meeting), repeats: recurrence !== undefined }, now)
}
