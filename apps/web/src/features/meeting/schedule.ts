import type { Meeting } from '@parley/api'
import {
	daysBetween,
	defaults,
	formatWireDay,
	formatWireTime,
	type Instant,
	meetingStatus,
	parseWireTime,
	repeatType,
	zoneFromHours,
} from '@parley/core'

/** Meetings are scheduled in the zone of the site; its people read their watches there (CREATE-10). */
export const scheduleZone = zoneFromHours(defaults.timeZoneHours)

type TimedMeeting = Pick<Meeting, 'startTime' | 'durationS' | 'timeZone'>

export const meetingStart = ({ startTime, timeZone }: Pick<Meeting, 'startTime' | 'timeZone'>): Instant =>
	parseWireTime(startTime, zoneFromHours(timeZone)) ?? Number.NaN

/** Start plus duration, whatever `end_time` says (LIST-37). */
export const meetingEnd = (meeting: TimedMeeting): Instant => meetingStart(meeting) + meeting.durationS * 1000

/** `09:30` of a wire time. */
export const formatTimeOfDay = (time: string): string => time.slice(11, 16)

/** What stands in the time column: wall clock of the meeting's zone, and how many midnights lie between. */
export function getTimeRange(meeting: TimedMeeting): { from: string; to: string; daysLater: number } {
	const end = formatWireTime(meetingEnd(meeting), zoneFromHours(meeting.timeZone))
	return {
		from: formatTimeOfDay(meeting.startTime),
		to: formatTimeOfDay(end),
		daysLater: daysBetween(meeting.startTime, end),
	}
}

export type RelativeDay = { at: 'yesterday' | 'today' | 'tomorrow' } | { at: 'date'; month: number; day: number }

/** Calendar days of the meeting's zone, not hours: daylight saving has days of 23 and 25 (LIST-35, LIST-36, OP-077). */
export function getRelativeDay(startTime: string, timeZone: number, now: Instant): RelativeDay {
	switch (daysBetween(formatWireDay(now, zoneFromHours(timeZone)), startTime)) {
		case -1:
			return { at: 'yesterday' }
		case 0:
			return { at: 'today' }
		case 1:
			return { at: 'tomorrow' }
		default:
			return { at: 'date', month: Number(startTime.slice(5, 7)), day: Number(startTime.slice(8, 10)) }
	}
}

export type Recurrence =
	| { every: 'day' }
	| { every: 'week'; weekday: number }
	| { every: 'month'; day: number }
	| { every: 'no-fixed-time' }

/** How a room comes back; anything unknown has no fixed time (REC-06). A one-off meeting does not come back. */
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

/** How long a meeting has been going on, in whole minutes; nothing for one that is not. */
export function getElapsedMinutes(
	meeting: Pick<Meeting, 'status' | 'startTime' | 'startedTime' | 'timeZone'>,
	now: Instant,
): number | undefined {
	if (meeting.status !== meetingStatus.inProgress) return undefined
	const startTime = meeting.startedTime ?? meeting.startTime
	const sinceMs = now - meetingStart({ startTime, timeZone: meeting.timeZone })
	return Math.max(0, Math.floor(sinceMs / 60_000) || 0)
}
