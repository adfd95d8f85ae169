import { formatWireDay, type Instant } from '@parley/core'
import { formatTimeOfDay, scheduleZone } from '../meeting/index.ts'
import { type DraftOf, partOf } from './draftStore.ts'
import { calendarOf } from './start.ts'

/** The hour the meeting begins at, if it was said, and the weekday and day of the month that lie nearest. */
export function startFor(from: DraftOf, now: Instant) {
	const start = partOf(from, 'start')
	return {
		time: start === undefined ? undefined : formatTimeOfDay(start),
		nearest: calendarOf(start ?? formatWireDay(now, scheduleZone)),
	}
}
