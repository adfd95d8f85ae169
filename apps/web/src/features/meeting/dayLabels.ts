import { language, m } from '../../locales/index.ts'
import { type CalendarDay, formatDay } from '../../ui/dates/calendarDay.ts'
import type { DayPickerProps } from '../../ui/dates/DayPicker.tsx'
import { firstWeekday, formatDate, formatFullDate } from './labels.ts'

const atMidnight = ({ year, month, day }: CalendarDay) => new Date(Date.UTC(year, month - 1, day))
/** By itself Chinese would be 十一月. */
const monthName = (month: number) =>
	language() === 'zh'
		? m.meeting_day_month_text({ month })
		: formatDate(atMidnight({ year: 2000, month, day: 1 }), { month: 'long' })
const shortWeekday = (day: CalendarDay) => formatDate(atMidnight(day), { weekday: 'short' })

/** The words of wheels and calendar for choosing a day. */
export const dayLabels = (group: string): DayPickerProps['labels'] => ({
	group,
	year: m.meeting_day_year(),
	month: m.meeting_day_month(),
	day: m.meeting_day_day(),
	yearText: year => m.meeting_day_year_text({ year }),
	monthText: month => formatDate(atMidnight(month), { year: 'numeric', month: 'long' }),
	monthName,
	monthOption: month => m.meeting_day_month_text({ month }),
	dayText: day => `${m.meeting_day_day_text({ day: day.day })} ${shortWeekday(day)}`,
	// 2 January 2000 was a Sunday.
	weekdayText: weekday => shortWeekday({ year: 2000, month: 1, day: 2 + weekday }),
	dayName: day => formatFullDate(formatDay(day), ''),
	today: m.meeting_today(),
	selected: m.meeting_day_selected(),
	previousMonth: m.meeting_day_previous_month(),
	nextMonth: m.meeting_day_next_month(),
	firstWeekday: firstWeekday(),
	locale: language(),
})

/** Why a typed day is none that can be chosen. */
export const dayErrors = { noDay: m.meeting_day_type_error, outside: m.meeting_day_range_error }
