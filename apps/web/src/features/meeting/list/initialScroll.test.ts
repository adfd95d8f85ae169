import { meetingStatus, parseWireTime } from '@parley/core'
import { expect, test } from 'vitest'
import { aMeeting } from '../../../testing/aMeeting.ts'
import { isInSight, openingOf } from './initialScroll.ts'

const { inProgress, over } = meetingStatus
const now = parseWireTime('2026-11-21 10:30:00', 'Asia/Shanghai') as number
const ended = aMeeting({ startTime: '2026-11-21 08:00:00', durationS: 1800, status: over })
const running = aMeeting({ startTime: '2026-11-21 10:00:00', status: inProgress })
const late = aMeeting({ startTime: '2026-11-21 14:00:00' })
const whole = { isWhole: true, pagesAsked: 0 }
const part = { isWhole: false, pagesAsked: 0 }

test('the list opens on what is running', () => {
	expect(openingOf({ ...whole, meetings: [ended, ended, running, running, late] }, now)).toEqual({
		at: 'entry',
		index: 2,
	})
})

test('what should have begun and is not over yet counts as held', () => {
	const waiting = aMeeting({ startTime: '2026-11-21 10:20:00', durationS: 3600 })
	expect(openingOf({ ...whole, meetings: [ended, waiting, late] }, now)).toEqual({ at: 'entry', index: 1 })
	const lapsed = aMeeting({ startTime: '2026-11-21 08:00:00', durationS: 1800 })
	expect(openingOf({ ...whole, meetings: [lapsed, late] }, now)).toEqual({ at: 'line', index: 1 })
})

test('with nothing running it opens on the line of now', () => {
	expect(openingOf({ ...whole, meetings: [ended, ended, late] }, now)).toEqual({ at: 'line', index: 2 })
})

test('a day that is over, or has not begun, is read from its beginning', () => {
	expect(openingOf({ ...whole, meetings: [ended, ended] }, now)).toEqual({ at: 'top' })
	expect(openingOf({ ...whole, meetings: [late] }, now)).toEqual({ at: 'top' })
	expect(openingOf({ ...whole, meetings: [running, late] }, now)).toEqual({ at: 'top' })
})

test('now beyond the first page is looked for on three more pages, and no further', () => {
	const meetings = Array.from({ length: 10 }, () => ended)
	expect(openingOf({ ...part, meetings }, now)).toEqual({ at: 'more' })
	expect(openingOf({ ...part, pagesAsked: 2, meetings }, now)).toEqual({ at: 'more' })
	expect(openingOf({ ...part, pagesAsked: 3, meetings }, now)).toEqual({ at: 'top' })
	expect(openingOf({ ...part, meetings: [...meetings, late] }, now)).toEqual({ at: 'line', index: 10 })
})

test('where nothing is over, there is nothing to get past', () => {
	const anytime = aMeeting({ isRecurring: true, repeatType: 0 })
	expect(openingOf({ ...part, meetings: [anytime] }, now)).toEqual({ at: 'top' })
})

test('what is in the upper part of the window needs no scrolling', () => {
	expect(isInSight(300, 812)).toBe(true)
	expect(isInSight(700, 812)).toBe(false)
})
