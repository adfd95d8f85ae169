import { formatWireDay, type Instant } from '@parley/core'
import { formatTimeOfDay } from '../../meeting/index.ts'
import { siteZone } from '../../site/index.ts'
import { type DraftKind, getDraftField } from '../draft/draftStorage.ts'
import { getWeekdayAndDay } from '../draft/start.ts'

/** The hour the meeting begins at, if it was said, and the weekday and day of the month that lie nearest. */
export function getDraftStart(from: DraftKind, now: Instant) {
	const start = getDraftField(from, 'start')
	return {
		time: start === undefined ? undefined : formatTimeOfDay(start),
		startDay: getWeekdayAndDay(start ?? formatWireDay(now, siteZone())),
	}
}
