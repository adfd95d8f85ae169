import { type Meeting, meetingStatus } from '@parley/api'
import type { Instant } from '@parley/core'
import { recurrenceOf, startOf } from './schedule.ts'

/**
 * Before which entry of the day the line of now is drawn; at the end where everything has begun, nowhere where that
 * cannot be known yet because more is to come, or where nothing stands at a time.
 */
export function nowBefore(meetings: readonly Meeting[], now: Instant, isWhole: boolean): number | undefined {
	const first = meetings.findIndex(meeting => isComing(meeting, now))
	if (first >= 0) return first
	return isWhole && meetings.some(hasTime) ? meetings.length : undefined
}

const isComing = (meeting: Meeting, now: Instant) =>
	hasTime(meeting) && meeting.status !== meetingStatus.inProgress && startOf(meeting) > now

const hasTime = (meeting: Meeting) => recurrenceOf(meeting)?.every !== 'no-fixed-time'

/** An open card has to leave room for what it opens (LIST-17, OP-081): how far the page scrolls for it. */
export function scrollFor(place: { headBottomPx: number; viewportPx: number }, neededPx: number): number {
	return Math.max(0, Math.ceil(place.headBottomPx + neededPx - place.viewportPx))
}
