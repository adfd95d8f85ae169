import { padTwoDigits } from './duration.ts'
import { type MeetingStatus, meetingStatus } from './meetingRules.ts'
import { addDays, dayBounds, formatWireDay, type Instant, parseWireTime, wallClock } from './time.ts'

/** `repeat_type` on the wire; anything else means no fixed time (REC-06). */
export const repeatType = { none: 0, daily: 1, weekly: 2, monthly: 3 } as const

/** The fields of a meeting that recurrence depends on. Instants are UTC milliseconds. */
export interface ScheduledMeeting {
	isRecurring: boolean
	/** IANA name; occurrences are computed on its wall clock. */
	zone: string
	startAt: Instant
	endAt: Instant
	durationS: number
	status: number
	repeatType: number
	/** The weekday 0 to 6, Sunday 0, or the day of the month 1 to 31 (REC-08, REC-09). */
	repeatCondition: number
	/** Start of an occurrence, in seconds since midnight. */
	repeatSecond: number
	/** Time at which the occurrence in progress was started. */
	startedAt: Instant | null
}

/** The range of `repeatCondition` of each repeat type: first, last. */
const conditionRanges: Record<number, readonly [number, number]> = {
	[repeatType.none]: [0, 0],
	[repeatType.daily]: [0, 0],
	[repeatType.weekly]: [0, 6],
	[repeatType.monthly]: [1, 31],
}

/**
 * A valid pair of repeat type and condition, or nothing (REC-06 to REC-09). Weekly and monthly need a condition; the
 * others have 0.
 */
export function parseRecurrence(type: number, condition: number | undefined) {
	const [first, last] = conditionRanges[type] ?? [1, 0]
	const repeatCondition = condition ?? (last === 0 ? 0 : -1)
	return repeatCondition >= first && repeatCondition <= last ? { repeatType: type, repeatCondition } : undefined
}

/** One date of a series, or the one date of a one-off meeting. */
export interface Occurrence {
	startAt: Instant
	endAt: Instant
	status: MeetingStatus
}

const clockTime = (second: number) =>
	`${padTwoDigits(Math.floor(second / 3600))}:${padTwoDigits(Math.floor((second % 3600) / 60))}:${padTwoDigits(second % 60)}`
const lastDayOfMonth = (day: string): number =>
	new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0)).getUTCDate()

/** Weekday (Sunday 0) and day of the month of a wire day, and whether it is the last of its month. */
export function calendarDay(day: string) {
	const dayOfMonth = Number(day.slice(8, 10))
	return {
		weekday: new Date(`${day}T00:00Z`).getUTCDay(),
		dayOfMonth,
		isLastOfMonth: dayOfMonth === lastDayOfMonth(day),
	}
}

/** Returns whether a series has an occurrence on a wire day; the 31st falls on the last day of a shorter month (OP-018). */
export function occursOn(
	{ repeatType: type, repeatCondition }: Pick<ScheduledMeeting, 'repeatType' | 'repeatCondition'>,
	day: string,
): boolean {
	const { weekday, dayOfMonth, isLastOfMonth } = calendarDay(day)
	if (type === repeatType.weekly) return repeatCondition === weekday
	if (type === repeatType.monthly) return isLastOfMonth ? repeatCondition >= dayOfMonth : repeatCondition === dayOfMonth
	return true
}

/**
 * Returns the occurrence of a series on a wire day, or the one-off meeting itself.
 * @param endedAt when a person ended that occurrence; null if nobody did
 */
export function occurrenceOn(
	meeting: ScheduledMeeting,
	day: string,
	endedAt: Instant | null,
	now: Instant,
): Occurrence {
	if (!meeting.isRecurring)
		return { startAt: meeting.startAt, endAt: meeting.endAt, status: meeting.status as MeetingStatus }
	// A wall-clock time that daylight saving skips does not exist; the occurrence then starts with the day.
	const startAt =
		parseWireTime(`${day} ${clockTime(meeting.repeatSecond)}`, meeting.zone) ?? parseWireTime(day, meeting.zone) ?? now
	const endAt = startAt + meeting.durationS * 1000
	return { startAt, endAt, status: statusOn(meeting, day, endAt, endedAt, now) }
}

/** Returns until when an occurrence on a wire day stays as it is, unless the meeting is changed or ended. */
export function occurrenceValidUntil(
	meeting: Pick<ScheduledMeeting, 'isRecurring' | 'zone'>,
	day: string,
	{ endAt }: Occurrence,
	now: Instant,
): Instant {
	if (!meeting.isRecurring) return Number.POSITIVE_INFINITY
	const endOfDay = dayBounds(day, meeting.zone)?.to ?? now
	return Math.min(...[endAt, endOfDay].map(at => (at > now ? at : Number.POSITIVE_INFINITY)))
}

function statusOn(
	meeting: ScheduledMeeting,
	day: string,
	endAt: Instant,
	endedAt: Instant | null,
	now: Instant,
): MeetingStatus {
	const runningOn = meeting.status === meetingStatus.inProgress && meeting.startedAt !== null
	if (runningOn && formatWireDay(meeting.startedAt as Instant, meeting.zone) === day) return meetingStatus.inProgress
	const isPast = day < formatWireDay(now, meeting.zone)
	const hasFixedTime = meeting.repeatType !== repeatType.none && meeting.repeatType in conditionRanges
	// Without a fixed time the room can be opened again at any time of the day.
	if (!hasFixedTime) return isPast ? meetingStatus.ended : meetingStatus.notStarted
	return isPast || endedAt !== null || endAt <= now ? meetingStatus.ended : meetingStatus.notStarted
}

/** The wire day of the current occurrence: today's while it is not over, else the next one within a year. */
export function currentOccurrenceDay(meeting: ScheduledMeeting, now: Instant): string {
	const today = formatWireDay(now, meeting.zone)
	if (!meeting.isRecurring) return formatWireDay(meeting.startAt, meeting.zone)
	if (meeting.status === meetingStatus.inProgress && meeting.startedAt !== null)
		return formatWireDay(meeting.startedAt, meeting.zone)
	for (let ahead = 0; ahead <= 366; ahead++) {
		const day = addDays(today, ahead)
		if (occursOn(meeting, day) && (ahead > 0 || occurrenceOn(meeting, day, null, now).status !== meetingStatus.ended))
			return day
	}
	return today
}

/** Second of the day of an instant on the wall clock of a zone. */
export function secondOfDay(at: Instant, zone: string): number {
	const { hour, minute, second } = wallClock(at, zone)
	return hour * 3600 + minute * 60 + second
}
