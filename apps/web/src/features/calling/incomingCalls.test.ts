import { delays } from '@parley/core'
import { beforeEach, expect, test } from 'vitest'
import { type CallNotice, createIncomingCalls, type IncomingCalls } from './incomingCalls.ts'

const rings = delays.callRingsMs
let clock: number
let timers: Set<{ at: number; act: () => void }>
let ended: string[]
let inMeeting: string | undefined
let calls: IncomingCalls
/** Lead of the server's clock. */
const ahead = 10_000

beforeEach(() => {
	clock = 1_000_000
	timers = new Set()
	ended = []
	inMeeting = undefined
	calls = createIncomingCalls({
		now: () => clock,
		serverNow: () => clock + ahead,
		after(ms, act) {
			const timer = { at: clock + ms, act }
			timers.add(timer)
			return () => void timers.delete(timer)
		},
		isInMeeting: id => id === inMeeting,
		onEnded: (call, why) => ended.push(`${call.meetingId} ${why}`),
	})
})

function advance(ms: number) {
	clock += ms
	for (const timer of [...timers].filter(({ at }) => at <= clock)) {
		timers.delete(timer)
		timer.act()
	}
}
const ring = (meetingId: string, more: Partial<CallNotice> = {}) =>
	calls.notice({
		ts: clock + ahead,
		from: { userId: 'u-han', nickName: '韩梅', imgUrl: '' },
		meetingId,
		content: '周会',
		...more,
	} as CallNotice)
const ringing = () => calls.store.getState().calls.map(({ meetingId }) => meetingId)

test('[IMCALL-55] a call says who calls, to what, and rings for a minute; then it was missed', () => {
	ring('1')
	const call = { meetingId: '1', topic: '周会', from: { name: '韩梅', picture: '' }, endsAt: clock + rings }
	expect(calls.store.getState().calls).toEqual([{ ...call, isAnswered: false }])
	advance(rings - 1)
	expect(ended).toEqual([])
	advance(1)
	expect([ringing(), ended]).toEqual([[], ['1 missed']])
})

test('[IMCALL-55] what comes late rings for what is left of its minute, and after it was only missed', () => {
	ring('1', { ts: clock + ahead - 50_000 })
	expect(calls.store.getState().calls[0]?.endsAt).toBe(clock + 10_000)
	ring('2', { ts: clock + ahead - rings })
	expect([ringing(), ended]).toEqual([['1'], ['2 missed']])
	// A clock that is behind makes no call longer.
	ring('3', { ts: clock + ahead + 90_000 })
	expect(calls.store.getState().calls[1]?.endsAt).toBe(clock + rings)
})

test.each([
	['joined', 'joined'],
	['declined', 'declined'],
	['over', 'over'],
	[undefined, 'missed'],
] as const)('[IMCALL-55] what is cancelled as %s ends as %s, and no other call with it', (reason, why) => {
	ring('1')
	ring('2')
	ring('1', { cancelled: true, reason })
	expect([ringing(), ended]).toEqual([['2'], [`1 ${why}`]])
	advance(rings)
	expect(ended).toEqual([`1 ${why}`, '2 missed'])
})

test('[IMCALL-55] several calls wait for one another, and each rings no longer than its minute', () => {
	ring('1')
	advance(20_000)
	ring('2')
	expect(ringing()).toEqual(['1', '2'])
	advance(40_000)
	expect([ringing(), ended]).toEqual([['2'], ['1 missed']])
	advance(20_000)
	expect([ringing(), ended]).toEqual([[], ['1 missed', '2 missed']])
})

test('[IMCALL-55] who closed a call hears no more of it, whatever becomes of it elsewhere', () => {
	ring('1')
	calls.close('1')
	ring('1', { cancelled: true, reason: 'over' })
	advance(rings)
	expect([ringing(), ended, timers.size]).toEqual([[], [], 0])
})

test('[IMCALL-55] one that is being answered here is not ended by its own answer, its time or another call', () => {
	ring('1')
	calls.answer('1')
	expect(timers.size).toBe(0)
	ring('1', { cancelled: true, reason: 'joined' })
	ring('1')
	advance(rings)
	expect([ringing(), ended, timers.size]).toEqual([['1'], [], 0])
	calls.close('1')
	expect(ringing()).toEqual([])
})

test('[IMCALL-55] a meeting that calls again rings once, from then on', () => {
	ring('1')
	advance(30_000)
	ring('1')
	expect([ringing(), timers.size]).toEqual([['1'], 1])
	advance(30_000)
	expect(ringing()).toEqual(['1'])
	advance(30_000)
	expect(ended).toEqual(['1 missed'])
})

test('[IMCALL-55] who is in the meeting is not called to it', () => {
	inMeeting = '1'
	ring('1')
	ring('2')
	expect(ringing()).toEqual(['2'])
})

test('[IMCALL-55] with the connection everything ends that rings, and nothing is said of it', () => {
	ring('1')
	ring('2')
	calls.clear()
	advance(rings)
	expect([ringing(), ended, timers.size]).toEqual([[], [], 0])
})
