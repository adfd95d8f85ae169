import { parseWireTime } from '@parley/core'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { aMeeting } from '../../../testing/aMeeting.ts'
import { useSite } from '../../site/index.ts'
import { Timeline } from './Timeline.tsx'

const now = parseWireTime('2026-11-21 10:24:00', 'Asia/Shanghai') as number
const early = aMeeting({ meetingId: '100000001' as never, startTime: '2026-11-21 08:00:00', durationS: 1800 })
const late = aMeeting({ meetingId: '100000002' as never, startTime: '2026-11-21 23:30:00', durationS: 3600 })

function show(meetings = [early, late], day = '2026-11-21') {
	render(
		<Timeline
			meetings={meetings}
			reader={{}}
			now={now}
			day={day}
			isComplete
			expandedKey={undefined}
			onExpand={() => {}}
		/>,
	)
	return screen.getAllByRole('listitem').map(item => item.textContent)
}

afterEach(() => {
	cleanup()
	useSite.setState({ zone: 'Asia/Shanghai' })
})

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

test('the line shows the time of the zone of the site, entries the hours of their own zone', () => {
	useSite.setState({ zone: 'Europe/Berlin' })
	const inBerlin = aMeeting({ startTime: '2026-11-21 02:00:00', timeZone: 1, durationS: 1800 })
	const inShanghai = aMeeting({ startTime: '2026-11-21 17:00:00', timeZone: 8, durationS: 3600 })
	const [first, line, last] = show([inBerlin, inShanghai])
	expect(first).toMatch(/^02:00 – 02:30/)
	expect(line).toMatch(/^现在 03:24/)
	expect(last).toMatch(/^17:00 – 18:00/)
})

test('today is the day of the zone of the site', () => {
	useSite.setState({ zone: 'America/New_York' })
	expect(show([late], '2026-11-20').some(text => text?.startsWith('现在 21:24'))).toBe(true)
	cleanup()
	expect(show([late], '2026-11-21').some(text => text?.startsWith('现在'))).toBe(false)
})
