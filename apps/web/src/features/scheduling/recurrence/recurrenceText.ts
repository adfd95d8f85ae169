import { unreachable } from '@parley/core'
import { language, m } from '../../../locales/index.ts'
import { formatOrdinal, type Recurrence, weekdayLabel } from '../../meeting/index.ts'

/** How a room comes back, in a sentence (REC-04). */
export function recurrenceText(recurrence: Recurrence, time: string | undefined): string {
	switch (recurrence.every) {
		case 'day':
			return time ? m.scheduling_hint_day_at({ time }) : m.scheduling_hint_day()
		case 'week': {
			const weekday = weekdayLabel(recurrence.weekday)
			return time ? m.scheduling_hint_week_at({ weekday, time }) : m.scheduling_hint_week({ weekday })
		}
		case 'month': {
			const day = dayOfMonthLabel(recurrence.day)
			return time ? m.scheduling_hint_month_at({ day, time }) : m.scheduling_hint_month({ day })
		}
		case 'no-fixed-time':
			return m.scheduling_hint_none()
		default:
			return unreachable(recurrence)
	}
}

/** What becomes of a day that some months lack (OP-018). */
export const shortMonthText = (recurrence: Recurrence): string | undefined =>
	recurrence.every === 'month' && recurrence.day > 28 ? m.scheduling_hint_short_month() : undefined

/** `31` in Chinese, `31st` in English (REC-10). */
export const dayOfMonthLabel = (day: number): string => (language() === 'zh' ? String(day) : formatOrdinal(day))
