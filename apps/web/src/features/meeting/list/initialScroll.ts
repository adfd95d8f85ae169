import type { Meeting } from '@parley/api'
import { type Instant, meetingStatus } from '@parley/core'
import { recurrenceOf, startOf } from '../schedule.ts'
import { nowBefore } from './nowLine.ts'

/** How many pages are asked for, after the first, to find where now is. */
export const openingPagesMax = 3

/** Where the list of the day opens: on its own beginning, on an entry, or on the line of now before one. */
export type Opening = { at: 'top' } | { at: 'more' } | { at: 'entry' | 'line'; index: number }

export interface Loaded {
	meetings: readonly Meeting[]
	isWhole: boolean
	/** Pages asked for after the first. */
	pagesAsked: number
}

/** What is being held comes first in sight, else what comes next; a day that is over is read from its beginning. */
export function openingOf({ meetings, isWhole, pagesAsked }: Loaded, now: Instant): Opening {
	const line = nowBefore(meetings, now, isWhole)
	if (line === undefined && !isWhole && pagesAsked < openingPagesMax && meetings.some(isOver)) {
		return { at: 'more' }
	}
	const held = heldBefore(meetings, line ?? meetings.length, now)
	if (held !== undefined) return held > 0 ? { at: 'entry', index: held } : { at: 'top' }
	if (line === undefined || line === 0 || line === meetings.length) return { at: 'top' }
	return { at: 'line', index: line }
}

/** The first of those held now, as far as nothing else lies between them and the line. */
function heldBefore(meetings: readonly Meeting[], line: number, now: Instant): number | undefined {
	const last = meetings.slice(0, line).findLastIndex(meeting => isHeld(meeting, now))
	if (last < 0) return undefined
	let first = last
	while (first > 0 && isHeld(meetings[first - 1], now)) first--
	return first
}

function isHeld(meeting: Meeting | undefined, now: Instant): boolean {
	if (!meeting || meeting.status === meetingStatus.over) return false
	if (meeting.status === meetingStatus.inProgress) return true
	const start = startOf(meeting)
	const hasTime = recurrenceOf(meeting)?.every !== 'no-fixed-time'
	return hasTime && start <= now && now < start + meeting.durationS * 1000
}

const isOver = ({ status }: Meeting) => status === meetingStatus.over

/** What is already in the upper part of the window stays where it is, with the head of the page above it. */
export const isInSight = (topPx: number, viewportPx: number): boolean => topPx <= viewportPx * 0.55

export function bringIntoSight(opening: Opening) {
	if (opening.at === 'top' || opening.at === 'more') return
	requestAnimationFrame(() => {
		const entry = document.querySelector(`[data-entry="${opening.index}"]`)
		const place = opening.at === 'line' ? entry?.previousElementSibling : entry
		if (!place || window.scrollY > 0 || isInSight(place.getBoundingClientRect().top, window.innerHeight)) return
		const still = window.matchMedia?.('(prefers-reduced-motion: reduce)').matches
		place.scrollIntoView({ block: 'start', behavior: still ? 'auto' : 'smooth' })
	})
}
