import { meetingStatus, repeatType } from '@parley/api'
import { formatWireDay, type Instant, parseWireTime, wallClock } from '@parley/core'

export const status = meetingStatus
export const repeat = repeatType

/** What recurrence needs to know of a meeting. */
export interface Recurring {
	isRecurring: boolean
	zone: string
	startAt: Instant
	endAt: Instant
	durationS: number
	status: number
	repeatType: number
	repeatCondition: number
	repeatSecond: number
	startedAt: Instant | null
}

/** What a repeat type may be told beside it: from, to. */
const conditions: Record<number, readonly [number, number]> = {
	[repeat.none]: [0, 0],
	[repeat.daily]: [0, 0],
	[repeat.weekly]: [0, 6],
	[repeat.monthly]: [1, 31],
}

/** How a room comes back; nothing where it cannot (REC-06 to REC-09). A weekday, or day of the month, has to be said. */
export function recurrenceOf(repeatType: number, condition: number | undefined) {
	const [least, most] = conditions[repeatType] ?? [1, 0]
	const repeatCondition = condition ?? (most === 0 ? 0 : -1)
	return repeatCondition >= least && repeatCondition <= most ? { repeatType, repeatCondition } : undefined
}

/** When a meeting takes place. */
export interface Occurrence {
	startAt: Instant
	endAt: Instant
	status: 1 | 2 | 9
}

const two = (n: number) => String(n).padStart(2, '0')
const clockTime = (second: number) =>
	`${two(Math.floor(second / 3600))}:${two(Math.floor((second % 3600) / 60))}:${two(second % 60)}`
const plusDays = (day: string, days: number): string =>
	new Date(Date.parse(`${day}T00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
const lastOfMonth = (day: string): number =>
	new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0)).getUTCDate()

/** What a calendar says of a day: weekday (Sunday 0), day of the month, and whether it is the last one. */
export function calendarOf(day: string) {
	const dayOfMonth = Number(day.slice(8, 10))
	return {
		weekday: new Date(`${day}T00:00Z`).getUTCDay(),
		dayOfMonth,
		isLastOfMonth: dayOfMonth === lastOfMonth(day),
	}
}

/** Whether a room takes place on a day; the 31st falls on the last day of a shorter month (OP-018). */
export function occursOn({ repeatType, repeatCondition }: Recurring, day: string): boolean {
	const { weekday, dayOfMonth, isLastOfMonth } = calendarOf(day)
	if (repeatType === repeat.weekly) return repeatCondition === weekday
	if (repeatType === repeat.monthly)
		return isLastOfMonth ? repeatCondition >= dayOfMonth : repeatCondition === dayOfMonth
	return true
}

/** A room's occurrence on a day, or the one-off meeting itself; `endedAt` where that occurrence has ended. */
export function occurrenceOn(meeting: Recurring, day: string, endedAt: Instant | null, now: Instant): Occurrence {
	if (!meeting.isRecurring)
		return { startAt: meeting.startAt, endAt: meeting.endAt, status: meeting.status as 1 | 2 | 9 }
	// A wall-clock time that daylight saving skips does not exist; the room then starts with the day.
	const startAt =
		parseWireTime(`${day} ${clockTime(meeting.repeatSecond)}`, meeting.zone) ?? parseWireTime(day, meeting.zone) ?? now
	const endAt = startAt + meeting.durationS * 1000
	return { startAt, endAt, status: statusOn(meeting, day, endAt, endedAt, now) }
}

function statusOn(meeting: Recurring, day: string, endAt: Instant, endedAt: Instant | null, now: Instant): 1 | 2 | 9 {
	const runningOn = meeting.status === status.inProgress && meeting.startedAt !== null
	if (runningOn && formatWireDay(meeting.startedAt as Instant, meeting.zone) === day) return status.inProgress
	const isPast = day < formatWireDay(now, meeting.zone)
	const isTimed = meeting.repeatType in { 1: 1, 2: 1, 3: 1 }
	// A room without a fixed time may be opened again whenever somebody likes.
	if (!isTimed) return isPast ? status.over : status.notStarted
	return isPast || endedAt !== null || endAt <= now ? status.over : status.notStarted
}

/** The day of the occurrence that counts now: today's while it is not over, else the next one within a year. */
export function currentDay(meeting: Recurring, now: Instant): string {
	const today = formatWireDay(now, meeting.zone)
	if (!meeting.isRecurring) return formatWireDay(meeting.startAt, meeting.zone)
	if (meeting.status === status.inProgress && meeting.startedAt !== null)
		return formatWireDay(meeting.startedAt, meeting.zone)
	for (let ahead = 0; ahead <= 366; ahead++) {
		const day = plusDays(today, ahead)
		if (occursOn(meeting, day) && (ahead > 0 || occurrenceOn(meeting, day, null, now).status !== status.over))
			return day
	}
	return today
}

/** Second of the day of an instant on the wall clock of a zone. */
export function secondOfDay(at: Instant, zone: string): number {
	const { hour, minute, second } = wallClock(at, zone)
	return hour * 3600 + minute * 60 + second
}
