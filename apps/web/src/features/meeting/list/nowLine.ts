import type { Meeting } from '@parley/api'
import { type Instant, meetingStatus } from '@parley/core'
import { getRecurrence, meetingStart } from '../schedule.ts'

/**
 * Before which entry of the day the line of now is drawn; at the end where everything has begun, nowhere where that
 * cannot be known yet because more is to come, or where nothing stands at a time.
 */
export function findNowLineIndex(meetings: readonly Meeting[], now: Instant, isWhole: boolean): number | undefined {
	const first = meetings.findIndex(meeting => isUpcoming(meeting, now))
	if (first >= 0) return first
	return isWhole && meetings.some(hasTime) ? meetings.length : undefined
}

const isUpcoming = (meeting: Meeting, now: Instant) =>
	hasTime(meeting) && meeting.status !== meetingStatus.inProgress && meetingStart(meeting) > now

const hasTime = (meeting: Meeting) => getRecurrence(meeting)?.every !== 'no-fixed-time'

/** Where an open card stands in the window. */
export interface CardPosition {
	headTopPx: number
	headBottomPx: number
	cardBottomPx: number
	viewportPx: number
}

/**
 * How far the page scrolls for a card that opens: below its head there is room for what it opens, at the least the one
 * given (LIST-17, OP-081), but its head never leaves the window for that.
 */
export function expandedCardScroll(
	{ headTopPx, headBottomPx, cardBottomPx, viewportPx }: CardPosition,
	leastPx: number,
): number {
	const bottomPx = Math.max(headBottomPx + leastPx, cardBottomPx)
	return Math.max(0, Math.min(Math.ceil(bottomPx - viewportPx), Math.floor(headTopPx)))
}
