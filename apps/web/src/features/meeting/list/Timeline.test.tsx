import { parseWireTime } from '@parley/core'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { aMeeting } from '../../../testing/aMeeting.ts'
import { Timeline } from './Timeline.tsx'

const now = parseWireTime('2026-11-21 10:24:00', 'Asia/Shanghai') as number
const early = aMeeting({ meetingId: '100000001' as never, startTime: '2026-11-21 08:00:00', durationS: 1800 })
const late = aMeeting({ meetingId: '100000002' as never, startTime: '2026-11-21 23:30:00', durationS: 3600 })

function show(meetings = [early, late], day = '2026-11-21') {
	render(<Timeline meetings={meetings} viewer={{}} now={now} day={day} isComplete />)
	return screen.getAllByRole('listitem').map(item => item.textContent)
}

afterEach(cleanup)

test('[LIST-21] [ENT-06] each entry shows its hours, and that it ends on the next day', () => {
	const [first, , last] = show()
	expect(first).toMatch(/^08:00 – 08:30/)
	expect(last).toMatch(/^23:30 – 00:30次日/)
})

test('the line of the current time is between what has begun and what is to come', () => {
	expect(show().map(text => text?.startsWith('现在 10:24'))).toEqual([false, true, false])
})

test('a recurring meeting without a fixed time has no hours', () => {
	const [first] = show([aMeeting({ isRecurring: true, repeatType: 0 })])
	expect(first).toMatch(/^随时/)
	expect(first).not.toContain('10:00')
})

test('another day has no line of the current time', () => {
	expect(show([early, late], '2026-11-20').some(text => text?.startsWith('现在'))).toBe(false)
})
