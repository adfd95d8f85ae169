import type { Meeting } from '@parley/api'
import { type Locale, type MeetingStatus, meetingStatus } from '@parley/core'
import { language, m } from '../../locales/index.ts'
import {
	formatOrdinal,
	formatTimeOfDay,
	getRecurrence,
	getRelativeDay,
	getTimeRange,
	meetingZone,
	type Recurrence,
	type RelativeDay,
} from './schedule.ts'

export const statusLabels = {
	[meetingStatus.notStarted]: m.meeting_not_started,
	[meetingStatus.inProgress]: m.meeting_in_progress,
	[meetingStatus.ended]: m.meeting_over,
} as const satisfies Record<MeetingStatus, () => string>

/**
 * Says who may join a meeting, and with what: on a site without guests, even open meetings require sign-in. An attendee who
 * does not need the password reads what others need.
 */
export function entryLabel(meeting: Meeting, allowsGuests: boolean): string {
	if (!meeting.isPasswordWaived) return entryOf(meeting, allowsGuests)
	return m.meeting_entry_waived({ entry: entryOf({ ...meeting, needsPassword: true }, allowsGuests) })
}

function entryOf({ isPrivate, needsPassword }: Meeting, allowsGuests: boolean): string {
	if (isPrivate || !allowsGuests) return needsPassword ? m.meeting_entry_private_password() : m.meeting_entry_private()
	return needsPassword ? m.meeting_entry_open_password() : m.meeting_entry_open()
}

/** Labels of a meeting whose start or end has passed without participants. */
export const missedLabels = { start: m.meeting_nobody_yet, end: m.meeting_nobody_came } as const

const dateFormats = new Map<string, Intl.DateTimeFormat>()

/** Formats a calendar day, given as an instant in UTC. */
export function formatDate(day: Date, options: Intl.DateTimeFormatOptions, locale: Locale = language()): string {
	const key = `${locale} ${JSON.stringify(options)}`
	const format = dateFormats.get(key) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
	dateFormats.set(key, format)
	return format.format(day)
}

/** `周六` and `Saturday`: the long Chinese form is no clearer than the short one. */
const weekdayStyle = () => (language() === 'zh' ? 'short' : 'long')

/**
 * Date and weekday of a wire day; with its year where that is not the year of `from`.
 * @param isShort where there is little room: `Nov 24`, `Tue`; Chinese is as short already
 */
export function formatDateAndWeekday(day: string, from = day, isShort = false): { date: string; weekday: string } {
	const date = new Date(`${day.slice(0, 10)}T00:00Z`)
	const isOtherYear = day.slice(0, 4) !== from.slice(0, 4)
	const month = isShort && language() !== 'zh' ? 'short' : 'long'
	return {
		date: formatDate(date, { ...(isOtherYear && { year: 'numeric' }), month, day: 'numeric' }),
		weekday: formatDate(date, { weekday: isShort ? 'short' : weekdayStyle() }),
	}
}

/** Date and weekday in the order of the language; with the year where it is not that of `from`. */
export function formatFullDate(day: string, from = day): string {
	const { date, weekday } = formatDateAndWeekday(day, from)
	return language() === 'zh' ? `${date} ${weekday}` : `${weekday}, ${date}`
}

export function relativeDayLabel(label: RelativeDay): string {
	if (label.kind !== 'date') return relativeDayLabels[label.kind]()
	return formatDate(new Date(Date.UTC(2000, label.month - 1, label.day)), {
		month: language() === 'zh' ? 'long' : 'short',
		day: 'numeric',
	})
}

/** The label of a day in the middle of a sentence: in English only the name of a month has a capital. */
export function dayInSentence(day: RelativeDay): string {
	const label = relativeDayLabel(day)
	return day.kind === 'date' || language() === 'zh' ? label : label.toLowerCase()
}

const relativeDayLabels = {
	yesterday: m.meeting_yesterday,
	today: m.meeting_today,
	tomorrow: m.meeting_tomorrow,
} as const

/** The label of yesterday and tomorrow, in days from today; other days have none. */
export const adjacentDayLabel = (days: number): string | undefined =>
	days === -1 ? m.meeting_yesterday() : days === 1 ? m.meeting_tomorrow() : undefined

/** The day on which a week begins in calendars: Monday in Chinese, Sunday in English. */
export const firstWeekday = (): 0 | 1 => (language() === 'zh' ? 1 : 0)

// 2 January 2000 was a Sunday, which is 0 on the wire.
export const weekdayLabel = (weekday: number) =>
	formatDate(new Date(Date.UTC(2000, 0, 2 + weekday)), { weekday: weekdayStyle() })

export function recurrenceLabel(recurrence: Recurrence): string {
	switch (recurrence.every) {
		case 'day':
			return m.meeting_every_day()
		case 'week':
			return m.meeting_every_week({ weekday: weekdayLabel(recurrence.weekday) })
		case 'month':
			return m.meeting_every_month({ day: language() === 'zh' ? recurrence.day : formatOrdinal(recurrence.day) })
		case 'no-fixed-time':
			return m.meeting_no_fixed_time()
	}
}

export function elapsedLabel(minutes: number): string {
	if (minutes < 60) return m.meeting_running_minutes({ minutes })
	return m.meeting_running_hours({ hours: Math.floor(minutes / 60), minutes: minutes % 60 })
}

export function durationLabel(seconds: number): string {
	const minutes = Math.round(seconds / 60)
	const hours = Math.floor(minutes / 60)
	if (hours === 0) return m.meeting_minutes({ minutes })
	if (minutes % 60 === 0) return m.meeting_hours({ hours })
	return m.meeting_hours_minutes({ hours, minutes: minutes % 60 })
}

/** `次日` for an end on a later day. */
export const daysLaterLabel = (days: number): string =>
	days === 1 ? m.meeting_next_day() : m.meeting_days_later({ days })

/** Day and time of a start in one line, in its zone. */
export const meetingStartLabel = (start: Parameters<typeof meetingZone>[0], now: number): string =>
	`${relativeDayLabel(getRelativeDay(start.startTime, meetingZone(start), now))} ${formatTimeOfDay(start.startTime)}`

export type TimedMeeting = Parameters<typeof getTimeRange>[0] & Parameters<typeof getRecurrence>[0]

/** Day and hours of a meeting; a recurring one has its recurrence instead of the day, and may have no hours. */
export function meetingTimeParts(meeting: TimedMeeting, now: number): { day: string; hours?: string } {
	const recurrence = getRecurrence(meeting)
	const day = recurrence
		? recurrenceLabel(recurrence)
		: relativeDayLabel(getRelativeDay(meeting.startTime, meetingZone(meeting), now))
	if (recurrence?.every === 'no-fixed-time') return { day }
	const { from, to } = getTimeRange(meeting)
	return { day, hours: `${from}–${to}` }
}
