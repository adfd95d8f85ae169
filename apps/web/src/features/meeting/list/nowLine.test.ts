import { meetingStatus, parseWireTime } from '@parley/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aMeeting } from '../../../testing/aMeeting.ts'
import { expandedCardScroll, findNowLineIndex } from './nowLine.ts'

const { inProgress, over } = meetingStatus
const now = parseWireTime('2026-11-21 10:30:00', 'Asia/Shanghai') as number
const early = aMeeting({ startTime: '2026-11-21 08:00:00', status: over })
const running = aMeeting({ startTime: '2026-11-21 10:00:00', status: inProgress })
const late = aMeeting({ startTime: '2026-11-21 14:00:00' })
const anytime = aMeeting({ startTime: '2026-11-21 00:00:00', isRecurring: true, repeatType: 0 })

test('the line of now stands between what has begun and what is to come', () => {
	expect(findNowLineIndex([early, running, late], now, true)).toBe(2)
	expect(findNowLineIndex([late], now, true)).toBe(0)
})

test('a meeting that began before its time has begun', () => {
	expect(findNowLineIndex([early, { ...late, status: inProgress }], now, true)).toBe(2)
})

test('at the end of the day the line stands last, once all of the day is here', () => {
	expect(findNowLineIndex([early, running], now, true)).toBe(2)
	expect(findNowLineIndex([early, running], now, false)).toBeUndefined()
})

test('a room without a time does not say where now is', () => {
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

const place = { headTopPx: 600, headBottomPx: 700, cardBottomPx: 900, viewportPx: 812 }

test('[LIST-17] a card near the edge scrolls until it has 260 px below its head', () => {
	expect(expandedCardScroll(place, 260)).toBe(148)
	expect(expandedCardScroll({ ...place, headBottomPx: 552, cardBottomPx: 700 }, 260)).toBe(0)
	expect(expandedCardScroll({ ...place, headBottomPx: 552.5, cardBottomPx: 700 }, 260)).toBe(1)
})

test('a card that opens to more than that is brought into sight whole', () => {
	expect(expandedCardScroll({ ...place, cardBottomPx: 1100 }, 260)).toBe(288)
})

test('the head of a card that is higher than the window stays in it', () => {
	expect(expandedCardScroll({ ...place, headTopPx: 100, cardBottomPx: 2000 }, 260)).toBe(100)
	expect(expandedCardScroll({ ...place, headTopPx: -20, cardBottomPx: 2000 }, 260)).toBe(0)
})
