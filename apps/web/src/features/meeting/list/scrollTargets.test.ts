import { meetingStatus, parseWireTime } from '@parley/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aMeeting } from '../../../testing/aMeeting.ts'
import { expandedCardScroll, findNowLineIndex, findScrollTarget, openingScroll } from './scrollTargets.ts'

const { inProgress } = meetingStatus
const now = parseWireTime('2026-11-21 10:30:00', 'Asia/Shanghai') as number
const early = aMeeting({ startTime: '2026-11-21 08:00:00', status: meetingStatus.ended })
const running = aMeeting({ startTime: '2026-11-21 10:00:00', status: inProgress })
const late = aMeeting({ startTime: '2026-11-21 14:00:00' })
const anytime = aMeeting({ startTime: '2026-11-21 00:00:00', isRecurring: true, repeatType: 0 })

test('the line of the current time is between what has begun and what is to come', () => {
	expect(findNowLineIndex([early, running, late], now, true)).toBe(2)
	expect(findNowLineIndex([late], now, true)).toBe(0)
})

test('a meeting that began before its time has begun', () => {
	expect(findNowLineIndex([early, { ...late, status: inProgress }], now, true)).toBe(2)
})

test('at the end of the day the line is last, once all of the day is loaded', () => {
	expect(findNowLineIndex([early, running], now, true)).toBe(2)
	expect(findNowLineIndex([early, running], now, false)).toBeUndefined()
})

test('a recurring meeting without a fixed time does not determine the line', () => {
	expect(findNowLineIndex([anytime], now, true)).toBeUndefined()
	expect(findNowLineIndex([anytime, late], now, true)).toBe(1)
})

test('every meeting before the line has begun, and the one after it has not', () => {
	const hours = fc.array(fc.integer({ min: 0, max: 23 }), { maxLength: 12 })
	fc.assert(
		fc.property(hours, drawn => {
			const sorted = [...drawn].sort((a, b) => a - b)
			const meetings = sorted.map(hour => aMeeting({ startTime: `2026-11-21 ${String(hour).padStart(2, '0')}:00:00` }))
			const line = findNowLineIndex(meetings, now, true) ?? 0
			expect(sorted.slice(0, line).every(hour => hour <= 10)).toBe(true)
			expect(sorted.slice(line).every(hour => hour > 10)).toBe(true)
		}),
	)
})

const position = { headTopPx: 600, headBottomPx: 700, cardBottomPx: 900, coveredPx: 0, viewportPx: 812 }

test('[LIST-17] a card near the edge scrolls until it has 260 px below its head', () => {
	expect(expandedCardScroll(position, 260)).toBe(148)
	expect(expandedCardScroll({ ...position, headBottomPx: 552, cardBottomPx: 700 }, 260)).toBe(0)
	expect(expandedCardScroll({ ...position, headBottomPx: 552.5, cardBottomPx: 700 }, 260)).toBe(1)
})

test('a card that expands to more than that is scrolled to whole', () => {
	expect(expandedCardScroll({ ...position, cardBottomPx: 1100 }, 260)).toBe(288)
})

test('the head of a card that is higher than the window stays in it', () => {
	expect(expandedCardScroll({ ...position, headTopPx: 100, cardBottomPx: 2000 }, 260)).toBe(100)
	expect(expandedCardScroll({ ...position, headTopPx: -20, cardBottomPx: 2000 }, 260)).toBe(0)
	expect(expandedCardScroll({ ...position, headTopPx: 300, coveredPx: 200, cardBottomPx: 2000 }, 260)).toBe(100)
})

const ended = aMeeting({ startTime: '2026-11-21 08:00:00', durationS: 1800, status: meetingStatus.ended })
const complete = { isComplete: true, extraPages: 0 }
const incomplete = { isComplete: false, extraPages: 0 }

test('the list is scrolled to what is in progress', () => {
	expect(findScrollTarget({ ...complete, meetings: [ended, ended, running, running, late] }, now)).toEqual({
		to: 'meeting',
		index: 2,
	})
})

test('a meeting that should have begun and is not over counts as current', () => {
	const waiting = aMeeting({ startTime: '2026-11-21 10:20:00', durationS: 3600 })
	expect(findScrollTarget({ ...complete, meetings: [ended, waiting, late] }, now)).toEqual({ to: 'meeting', index: 1 })
	const lapsed = aMeeting({ startTime: '2026-11-21 08:00:00', durationS: 1800 })
	expect(findScrollTarget({ ...complete, meetings: [lapsed, late] }, now)).toEqual({ to: 'nowLine', index: 1 })
})

test('a meeting that people are in comes before ones that nobody came to, and before what has ended since', () => {
	const waiting = aMeeting({ startTime: '2026-11-21 10:20:00', durationS: 3600 })
	expect(findScrollTarget({ ...complete, meetings: [ended, running, ended, waiting, late] }, now)).toEqual({
		to: 'meeting',
		index: 1,
	})
	// A room without a fixed time may be in use all day.
	const inUse = { ...anytime, status: inProgress }
	expect(findScrollTarget({ ...complete, meetings: [inUse, ended, waiting, late] }, now)).toEqual({
		to: 'meeting',
		index: 2,
	})
})

test('with nothing in progress it is scrolled to the line of the current time', () => {
	expect(findScrollTarget({ ...complete, meetings: [ended, ended, late] }, now)).toEqual({ to: 'nowLine', index: 2 })
})

test('a day that is over, or has not begun, is not scrolled', () => {
	expect(findScrollTarget({ ...complete, meetings: [ended, ended] }, now)).toEqual({ to: 'top' })
	expect(findScrollTarget({ ...complete, meetings: [late] }, now)).toEqual({ to: 'top' })
	expect(findScrollTarget({ ...complete, meetings: [running, late] }, now)).toEqual({ to: 'top' })
})

test('the current time is searched for on three more pages, and no further', () => {
	const meetings = Array.from({ length: 10 }, () => ended)
	expect(findScrollTarget({ ...incomplete, meetings }, now)).toEqual({ to: 'nextPage' })
	expect(findScrollTarget({ ...incomplete, extraPages: 2, meetings }, now)).toEqual({ to: 'nextPage' })
	expect(findScrollTarget({ ...incomplete, extraPages: 3, meetings }, now)).toEqual({ to: 'top' })
	expect(findScrollTarget({ ...incomplete, meetings: [...meetings, late] }, now)).toEqual({ to: 'nowLine', index: 10 })
})

test('where nothing is over, no further page is loaded', () => {
	const anytime = aMeeting({ isRecurring: true, repeatType: 0 })
	expect(findScrollTarget({ ...incomplete, meetings: [anytime] }, now)).toEqual({ to: 'top' })
})

const opening = { cards: [], coveredPx: { now: 230, later: 200 }, viewportPx: 800 }

test('what can be seen whole is not scrolled to', () => {
	expect(openingScroll({ ...opening, topPx: 230, bottomPx: 330 })).toBe(0)
	expect(openingScroll({ ...opening, topPx: 700, bottomPx: 800 })).toBe(0)
})

test('what cannot be seen whole comes to the middle of what is not covered', () => {
	const [topPx, bottomPx] = [720, 820]
	const scrolled = openingScroll({ ...opening, topPx, bottomPx })
	expect([topPx - scrolled - 200, 800 - (bottomPx - scrolled)]).toEqual([250, 250])
	expect(openingScroll({ ...opening, topPx: 5000, bottomPx: 5100 })).toBe(5000 - 450)
})

test('what is higher than the room for it begins where the cover ends', () => {
	expect(openingScroll({ ...opening, topPx: 700, bottomPx: 1700 })).toBe(500)
})

test('the card on top is not cut, where what is scrolled to can still be seen', () => {
	const cards = [500, 612, 724, 836].map(topPx => ({ topPx, bottomPx: topPx + 100 }))
	const [topPx, bottomPx] = [836, 936]
	// In the middle it would be scrolled by 386: the first card would be cut at 586 of 500 to 600.
	expect(openingScroll({ ...opening, topPx, bottomPx, cards })).toBe(500 - 200 - 12)
	expect(openingScroll({ ...opening, topPx, bottomPx, cards: cards.slice(1) })).toBe(386)
	expect(openingScroll({ ...opening, viewportPx: 410, topPx, bottomPx, cards })).toBe(836 - 200 - 55)
})
