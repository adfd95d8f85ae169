import type { Meeting } from '@parley/api'
import { type Instant, meetingStatus } from '@parley/core'
import { getRecurrence, meetingStart } from '../schedule.ts'
import { findNowLineIndex } from './nowLine.ts'

/** How many pages are asked for, after the first, to find where now is. */
export const initialPagesMax = 3

/** Where the list of the day opens: on its own beginning, on an entry, or on the line of now before one. */
export type ScrollTarget = { at: 'top' } | { at: 'more' } | { at: 'entry' | 'line'; index: number }

export interface LoadedMeetings {
	meetings: readonly Meeting[]
	isWhole: boolean
	/** Pages asked for after the first. */
	extraPages: number
}

/** What is being held comes first in sight, else what comes next; a day that is over is read from its beginning. */
export function findScrollTarget({ meetings, isWhole, extraPages }: LoadedMeetings, now: Instant): ScrollTarget {
	const line = findNowLineIndex(meetings, now, isWhole)
	if (line === undefined && !isWhole && extraPages < initialPagesMax && meetings.some(isOver)) {
		return { at: 'more' }
	}
	const held = firstCurrentMeeting(meetings, line ?? meetings.length, now)
	if (held !== undefined) return held > 0 ? { at: 'entry', index: held } : { at: 'top' }
	if (line === undefined || line === 0 || line === meetings.length) return { at: 'top' }
	return { at: 'line', index: line }
}

/** The first of those held now, as far as nothing else lies between them and the line. */
function firstCurrentMeeting(meetings: readonly Meeting[], line: number, now: Instant): number | undefined {
	const last = meetings.slice(0, line).findLastIndex(meeting => isCurrent(meeting, now))
	if (last < 0) return undefined
	let first = last
	while (first > 0 && isCurrent(meetings[first - 1], now)) first--
	return first
}

function isCurrent(meeting: Meeting | undefined, now: Instant): boolean {
	if (!meeting || meeting.status === meetingStatus.over) return false
	if (meeting.status === meetingStatus.inProgress) return true
	const start = meetingStart(meeting)
	const hasTime = getRecurrence(meeting)?.every !== 'no-fixed-time'
	return hasTime && start <= now && now < start + meeting.durationS * 1000
}

const isOver = ({ status }: Meeting) => status === meetingStatus.over

/** What is already in the upper part of the window stays where it is, with the head of the page above it. */
export const isNearTop = (topPx: number, viewportPx: number): boolean => topPx <= viewportPx * 0.55

export function scrollToTarget(opening: ScrollTarget) {
	if (opening.at === 'top' || opening.at === 'more') return
	requestAnimationFrame(() => {
		const entry = document.querySelector(`[data-entry="${opening.index}"]`)
		const place = opening.at === 'line' ? entry?.previousElementSibling : entry
		if (!place || window.scrollY > 0 || isNearTop(place.getBoundingClientRect().top, window.innerHeight)) return
		const still = window.matchMedia?.('(prefers-reduced-motion: reduce)').matches
		place.scrollIntoView({ block: 'start', behavior: still ? 'auto' : 'smooth' })
	})
}
