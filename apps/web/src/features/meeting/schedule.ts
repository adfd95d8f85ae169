import type { Meeting } from '@parley/api'
import {
	daysBetween,
	formatWireDay,
	formatWireTime,
	type Instant,
	meetingStatus,
	parseWireTime,
	repeatType,
	zoneFromHours,
	zoneOfWireTime,
} from '@parley/core'
import { siteZone } from '../site/index.ts'

const minuteMs = 60_000

type MeetingTime = Pick<Meeting, 'startTime' | 'timeZone'>

/**
 * The IANA zone of a meeting. The wire has only its hours from UTC at the start; where those are the hours of the site's
 * zone then, it is that zone, with its daylight saving.
 */
export const meetingZone = ({ startTime, timeZone }: MeetingTime): string =>
	zoneOfWireTime(startTime, timeZone, siteZone())

export const meetingStart = ({ startTime, timeZone }: MeetingTime): Instant =>
	parseWireTime(startTime, zoneFromHours(timeZone)) ?? Number.NaN

/** Start plus duration, whatever `end_time` says (LIST-37). */
export const meetingEnd = (meeting: MeetingTime & Pick<Meeting, 'durationS'>): Instant =>
	meetingStart(meeting) + meeting.durationS * 1000

/** `09:30` of a wire time. */
export const formatTimeOfDay = (time: string): string => time.slice(11, 16)

/** Start and end on the wall clock of the meeting's zone, and how many days later the end is. */
export function getTimeRange(meeting: MeetingTime & Pick<Meeting, 'durationS'>): {
	from: string
	to: string
	daysLater: number
} {
	const end = formatWireTime(meetingEnd(meeting), meetingZone(meeting))
	return {
		from: formatTimeOfDay(meeting.startTime),
		to: formatTimeOfDay(end),
		daysLater: daysBetween(meeting.startTime, end),
	}
}

export type RelativeDay = { kind: 'yesterday' | 'today' | 'tomorrow' } | { kind: 'date'; month: number; day: number }

/**
 * Counted in calendar days of a zone, not in hours: daylight saving has days of 23 and 25 (LIST-35, LIST-36, OP-077).
 * @param startTime a wire time in the zone
 */
export function getRelativeDay(startTime: string, zone: string, now: Instant): RelativeDay {
	switch (daysBetween(formatWireDay(now, zone), startTime)) {
		case -1:
			return { kind: 'yesterday' }
		case 0:
			return { kind: 'today' }
		case 1:
			return { kind: 'tomorrow' }
		default:
			return { kind: 'date', month: Number(startTime.slice(5, 7)), day: Number(startTime.slice(8, 10)) }
	}
}

export type Recurrence =
	| { every: 'day' }
	| { every: 'week'; weekday: number }
	| { every: 'month'; day: number }
	| { every: 'no-fixed-time' }

/** Anything unknown has no fixed time (REC-06). A one-off meeting has no recurrence, whatever its repeat type. */
export function getRecurrence(
	meeting: Pick<Meeting, 'isRecurring' | 'repeatType' | 'repeatCondition'>,
): Recurrence | undefined {
	if (!meeting.isRecurring) return undefined
	switch (meeting.repeatType) {
		case repeatType.daily:
			return { every: 'day' }
		case repeatType.weekly:
			return { every: 'week', weekday: meeting.repeatCondition }
		case repeatType.monthly:
			return { every: 'month', day: meeting.repeatCondition }
		default:
			return { every: 'no-fixed-time' }
	}
}

/** `1st`, `2nd`, `3rd`, `4th`, and `11th` to `13th`. */
export function formatOrdinal(day: number): string {
	const teens = day % 100 > 10 && day % 100 < 14
	return `${day}${(!teens && ['th', 'st', 'nd', 'rd'][day % 10]) || 'th'}`
}

/**
 * Returns the latest time an unstarted meeting has missed: its start, and then its end, without participants. Undefined
 * before its start, and for a meeting without a fixed time.
 */
export function getMissed(
	meeting: MeetingTime & Pick<Meeting, 'status' | 'durationS' | 'isRecurring' | 'repeatType' | 'repeatCondition'>,
	now: Instant,
): 'start' | 'end' | undefined {
	if (meeting.status !== meetingStatus.notStarted || getRecurrence(meeting)?.every === 'no-fixed-time') return undefined
	if (now >= meetingEnd(meeting)) return 'end'
	// Within the minute of its start, a meeting is not late.
	return now >= meetingStart(meeting) + minuteMs ? 'start' : undefined
}

/** For how many whole minutes a meeting has been in progress; undefined for one that is not. */
export function getElapsedMinutes(
	meeting: Pick<Meeting, 'status' | 'startTime' | 'startedTime' | 'timeZone'>,
	now: Instant,
): number | undefined {
	if (meeting.status !== meetingStatus.inProgress) return undefined
	const { startedTime } = meeting
	const startedAt = startedTime === undefined ? undefined : parseWireTime(startedTime, meetingZone(meeting))
	return Math.max(0, Math.floor((now - (startedAt ?? meetingStart(meeting))) / minuteMs) || 0)
}
