import type { Meeting } from '@parley/api'
import { type Instant, meetingStatus } from '@parley/core'
import { getRecurrence, meetingStart } from '../schedule.ts'

/**
 * Index of the meeting before which the line of the current time is drawn; the number of meetings where all have begun.
 * Undefined while it cannot be known because more pages follow, or where no meeting has a time.
 */
export function findNowLineIndex(meetings: readonly Meeting[], now: Instant, isComplete: boolean): number | undefined {
	const first = meetings.findIndex(meeting => isUpcoming(meeting, now))
	if (first >= 0) return first
	return isComplete && meetings.some(hasTime) ? meetings.length : undefined
}

const isUpcoming = (meeting: Meeting, now: Instant) =>
	hasTime(meeting) && meeting.status !== meetingStatus.inProgress && meetingStart(meeting) > now

const hasTime = (meeting: Meeting) => getRecurrence(meeting)?.every !== 'no-fixed-time'

/** Number of pages fetched, after the first, to find the current time. */
export const initialPagesMax = 3

/** The first scroll target of a day: its top, a meeting, or the line of the current time before one. */
export type ScrollTarget = { to: 'top' } | { to: 'nextPage' } | { to: 'meeting' | 'nowLine'; index: number }

export interface LoadedMeetings {
	meetings: readonly Meeting[]
	isComplete: boolean
	/** Pages fetched after the first. */
	extraPages: number
}

/** Current meetings first, else the current time; a day that is over is read from its beginning. */
export function findScrollTarget({ meetings, isComplete, extraPages }: LoadedMeetings, now: Instant): ScrollTarget {
	const line = findNowLineIndex(meetings, now, isComplete)
	if (line === undefined && !isComplete && extraPages < initialPagesMax && meetings.some(isOver)) {
		return { to: 'nextPage' }
	}
	const current = findCurrentMeeting(meetings, line ?? meetings.length, now)
	if (current !== undefined) return current > 0 ? { to: 'meeting', index: current } : { to: 'top' }
	if (line === undefined || line === 0 || line === meetings.length) return { to: 'top' }
	return { to: 'nowLine', index: line }
}

/**
 * A meeting in progress comes before one that is scheduled for now, however many have ended in between: the last of them,
 * or the first of an unbroken sequence that leads up to it.
 */
function findCurrentMeeting(meetings: readonly Meeting[], line: number, now: Instant): number | undefined {
	const begun = meetings.slice(0, line)
	const isWanted = begun.some(isRunning) ? isRunning : (meeting: Meeting) => isCurrent(meeting, now)
	const last = begun.findLastIndex(isWanted)
	if (last < 0) return undefined
	return begun.slice(0, last).findLastIndex(meeting => !isWanted(meeting)) + 1
}

/** Not a room without a fixed time, which may be in use all day. */
const isRunning = (meeting: Meeting) => meeting.status === meetingStatus.inProgress && hasTime(meeting)

function isCurrent(meeting: Meeting, now: Instant): boolean {
	if (isOver(meeting)) return false
	if (meeting.status === meetingStatus.inProgress) return true
	const start = meetingStart(meeting)
	return hasTime(meeting) && start <= now && now < start + meeting.durationS * 1000
}

const isOver = ({ status }: Meeting) => status === meetingStatus.ended

/** Position of an element in the window. */
export interface Extent {
	topPx: number
	bottomPx: number
}

/** The scroll target, the cards of the list, and the part of the window not covered by sticky elements above them. */
export interface OpeningPosition extends Extent {
	cards: readonly Extent[]
	/** Now, and after scrolling. */
	coveredPx: { now: number; later: number }
	viewportPx: number
}

/** Free space above and below a card that was scrolled to. */
export const edgePx = 12

/**
 * Returns the scroll offset of the list of a day when it opens: zero if its target is visible as a whole; otherwise the
 * target is centred in the uncovered area, or as near to the centre as keeps the card on top whole; a target that is higher
 * than the area begins below the cover.
 */
export function openingScroll({ topPx, bottomPx, cards, coveredPx, viewportPx }: OpeningPosition): number {
	if (topPx >= coveredPx.now && bottomPx <= viewportPx) return 0
	const roomPx = viewportPx - coveredPx.later
	const heightPx = bottomPx - topPx
	const middle = Math.round(topPx - coveredPx.later - Math.max(0, (roomPx - heightPx) / 2))
	const line = middle + coveredPx.later
	const cut = cards.find(card => card.topPx < line + edgePx && card.bottomPx > line)
	if (!cut) return middle
	const whole = Math.ceil(cut.topPx - coveredPx.later - edgePx)
	return bottomPx - whole > viewportPx ? middle : Math.max(0, whole)
}

/** Position of an expanded card in the window. */
export interface CardPosition {
	headTopPx: number
	headBottomPx: number
	cardBottomPx: number
	/** Height of the window covered by sticky elements above the list. */
	coveredPx: number
	viewportPx: number
}

/**
 * Returns how far to scroll when a card is expanded: as far as its content, at least `minBodyPx` below its head, needs
 * (LIST-17, OP-081), but never so far that its head leaves the uncovered area.
 */
export function expandedCardScroll(position: CardPosition, minBodyPx: number): number {
	const { headTopPx, headBottomPx, cardBottomPx, coveredPx, viewportPx } = position
	const bottomPx = Math.max(headBottomPx + minBodyPx, cardBottomPx)
	return Math.max(0, Math.min(Math.ceil(bottomPx - viewportPx), Math.floor(headTopPx - coveredPx)))
}
