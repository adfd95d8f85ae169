import { calendarDay, formatWireDay, type Instant } from '@parley/core'
import { formatTimeOfDay } from '../../meeting/index.ts'
import { siteZone } from '../../site/index.ts'
import { type DraftKind, getDraftField, getDraftRecurrence } from '../draft/draftStorage.ts'
import { RecurrenceSchema } from '../draft/recurrence.ts'
import { usePickedValue } from '../draft/usePickedValue.ts'

/** The recurrence while it is being chosen. */
export const useRecurrenceSelection = (kind: DraftKind) =>
	usePickedValue({
		kind,
		name: 'pickedRecurrence',
		schema: RecurrenceSchema,
		initial: () => getDraftRecurrence(kind),
	})

/** The time of day of the start, if it is known, and the weekday and day of the month of the start, else of today. */
export function getDraftStart(kind: DraftKind, now: Instant) {
	const start = getDraftField(kind, 'start')
	const { weekday, dayOfMonth } = calendarDay((start ?? formatWireDay(now, siteZone())).slice(0, 10))
	return {
		time: start === undefined ? undefined : formatTimeOfDay(start),
		// A damaged draft has no valid day.
		startDay: { weekday: weekday || 0, day: dayOfMonth || 1 },
	}
}
