import { formatWireDay, type Instant, occursOn, parseRecurrence, parseWireTime, repeatType } from '@parley/core'
import * as v from 'valibot'
import { getRecurrence, type Recurrence } from '../../meeting/index.ts'

/** A recurrence in the storage of the tab. */
export const RecurrenceSchema = v.variant('every', [
	v.object({ every: v.literal('day') }),
	v.object({ every: v.literal('week'), weekday: v.number() }),
	v.object({ every: v.literal('month'), day: v.number() }),
	v.object({ every: v.literal('no-fixed-time') }),
])

/** The recurrence as the contract has it (REC-06 to REC-09). */
export function toRepeatFields(recurrence: Recurrence): { repeatType: number; repeatCondition?: number } {
	switch (recurrence.every) {
		case 'day':
			return { repeatType: repeatType.daily }
		case 'week':
			return { repeatType: repeatType.weekly, repeatCondition: recurrence.weekday }
		case 'month':
			return { repeatType: repeatType.monthly, repeatCondition: recurrence.day }
		case 'no-fixed-time':
			return { repeatType: repeatType.none }
	}
}

/** Reads the fields of a meeting. Invalid recurrences get no fixed time; one-off meetings get the default (REC-06). */
export function fromRepeatFields(meeting: Parameters<typeof getRecurrence>[0]): Recurrence {
	const recurrence = getRecurrence(meeting) ?? { every: 'day' }
	const { repeatType, repeatCondition } = toRepeatFields(recurrence)
	return parseRecurrence(repeatType, repeatCondition) ? recurrence : { every: 'no-fixed-time' }
}

const dayMs = 86_400_000
/** The longest gap between two occurrences: from the 31st of July to that of August, or the last day of a month. */
const maxDaysAhead = 62

/** The first occurrence from now on, at the time of day of `start` (OP-018). */
export function nextOccurrenceStart(start: string, recurrence: Recurrence, now: Instant, zone: string): string {
	const { repeatType, repeatCondition = 0 } = toRepeatFields(recurrence)
	const today = Date.parse(`${formatWireDay(now, zone)}T00:00Z`)
	for (let ahead = 0; ahead <= maxDaysAhead; ahead++) {
		const day = new Date(today + ahead * dayMs).toISOString().slice(0, 10)
		const time = `${day} ${start.slice(11)}`
		if (occursOn({ repeatType, repeatCondition }, day) && (parseWireTime(time, zone) ?? 0) >= now) return time
	}
	return start
}
