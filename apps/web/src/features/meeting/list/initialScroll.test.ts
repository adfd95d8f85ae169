import { meetingStatus, parseWireTime } from '@parley/core'
import { expect, test } from 'vitest'
import { aMeeting } from '../../../testing/aMeeting.ts'
import { findScrollTarget, isNearTop } from './initialScroll.ts'

const { inProgress, over } = meetingStatus
const now = parseWireTime('2026-11-21 10:30:00', 'Asia/Shanghai') as number
const ended = aMeeting({ startTime: '2026-11-21 08:00:00', durationS: 1800, status: over })
const running = aMeeting({ startTime: '2026-11-21 10:00:00', status: inProgress })
const late = aMeeting({ startTime: '2026-11-21 14:00:00' })
const whole = { isWhole: true, extraPages: 0 }
const part = { isWhole: false, extraPages: 0 }

test('the list opens on what is running', () => {
	expect(findScrollTarget({ ...whole, meetings: [ended, ended, running, running, late] }, now)).toEqual({
		at: 'entry',
		index: 2,
	})
})

test('what should have begun and is not over yet counts as held', () => {
	const waiting = aMeeting({ startTime: '2026-11-21 10:20:00', durationS: 3600 })
	expect(findScrollTarget({ ...whole, meetings: [ended, waiting, late] }, now)).toEqual({ at: 'entry', index: 1 })
	const lapsed = aMeeting({ startTime: '2026-11-21 08:00:00', durationS: 1800 })
	expect(findScrollTarget({ ...whole, meetings: [lapsed, late] }, now)).toEqual({ at: 'line', index: 1 })
})

test('with nothing running it opens on the line of now', () => {
	expect(findScrollTarget({ ...whole, meetings: [ended, ended, late] }, now)).toEqual({ at: 'line', index: 2 })
})

test('a day that is over, or has not begun, is read from its beginning', () => {
	expect(findScrollTarget({ ...whole, meetings: [ended, ended] }, now)).toEqual({ at: 'top' })
	expect(findScrollTarget({ ...whole, meetings: [late] }, now)).toEqual({ at: 'top' })
	expect(findScrollTarget({ ...whole, meetings: [running, late] }, now)).toEqual({ at: 'top' })
})

test('now beyond the first page is looked for on three more pages, and no further', () => {
	const meetings = Array.from({ length: 10 }, () => ended)
	expect(findScrollTarget({ ...part, meetings }, now)).toEqual({ at: 'more' })
	expect(findScrollTarget({ ...part, extraPages: 2, meetings }, now)).toEqual({ at: 'more' })
	expect(findScrollTarget({ ...part, extraPages: 3, meetings }, now)).toEqual({ at: 'top' })
	expect(findScrollTarget({ ...part, meetings: [...meetings, late] }, now)).toEqual({ at: 'line', index: 10 })
})

test('where nothing is over, there is nothing to get past', () => {
	const anytime = aMeeting({ isRecurring: true, repeatType: 0 })
	expect(findScrollTarget({ ...part, meetings: [anytime] }, now)).toEqual({ at: 'top' })
})

test('what is in the upper part of the window needs no scrolling', () => {
	expect(isNearTop(300, 812)).toBe(true)
	expect(isNearTop(700, 812)).toBe(false)
})
