import { beforeEach, expect, test, vi } from 'vitest'
import type { RoomController } from '../roomController.ts'
import type { RoomState } from '../roomState.ts'
import { createRoomVisits, type OpenOptions, type RoomVisit } from './roomVisits.ts'

const joined = { status: 'joined' } as RoomState
const joining: RoomState = { status: 'joining', isOffline: false }
const left: RoomState = { status: 'exited', reason: 'left' }

/** The log of the rooms: `+1` started, `-1` left, `x1` given up. */
let happened: string[]
let states: Map<RoomController, RoomState>
let mayResume: boolean[]
let arrivedAt: string | undefined
let visits: ReturnType<typeof createRoomVisits>

beforeEach(() => {
	vi.useFakeTimers()
	happened = []
	states = new Map()
	mayResume = []
	arrivedAt = undefined
	visits = createRoomVisits({
		isArrival: meetingId => meetingId === arrivedAt,
		createController(meetingId, may) {
			mayResume.push(may)
			const controller = {
				getView: () => ({ state: states.get(controller) ?? joining, cameras: new Map() }),
				start: () => happened.push(`+${meetingId}`),
				leave() {
					happened.push(`-${meetingId}`)
					states.set(controller, left)
				},
				close: () => happened.push(`x${meetingId}`),
				dropTicket: () => happened.push(`ticket of ${meetingId} dropped`),
			} as unknown as RoomController
			return controller
		},
	})
	return () => vi.useRealTimers()
})

/** A screen at the address of a room; leaves it when called. */
function enter(meetingId: string, options: Partial<OpenOptions> = {}) {
	const visit = visits.open(meetingId, { hasTicket: true, ...options })
	const leaveScreen = visits.show(visit)
	vi.runAllTimers()
	return { visit, leaveScreen }
}
const become = ({ controller }: RoomVisit, state: RoomState) => states.set(controller, state)

test('[ROOM-78] an entered room continues when its screen is left, and is shown again', () => {
	const { visit, leaveScreen } = enter('1')
	become(visit, joined)
	leaveScreen()
	expect(visits.get()).toEqual({ visit, isOnScreen: false })
	expect(visits.isOngoing()).toBe(true)

	const again = enter('1', { hasTicket: false })
	expect(again.visit).toBe(visit)
	expect(visits.get().isOnScreen).toBe(true)
	expect(happened).toEqual(['+1', 'ticket of 1 dropped'])
})

test('[ROOM-14] a room not entered yet is abandoned with its screen', () => {
	const { leaveScreen } = enter('1')
	leaveScreen()
	expect(happened).toEqual(['+1', 'x1'])
	expect(visits.get()).toEqual({ visit: undefined, isOnScreen: false })
})

test('a screen that is mounted twice starts its room once', () => {
	const visit = visits.open('1', { hasTicket: true })
	visits.show(visit)()
	visits.show(visits.open('1', { hasTicket: true }))
	vi.runAllTimers()
	expect(happened).toEqual(['+1'])
})

test('[ROOM-78] entering another room leaves the current one', () => {
	const first = enter('1')
	become(first.visit, joined)
	first.leaveScreen()
	enter('2')
	expect(happened).toEqual(['+1', '-1', '+2'])
})

test('[ROOM-78] a continuing room can be left from outside; a finished one is not touched', () => {
	const { visit } = enter('1')
	visits.leave()
	expect(happened).toEqual(['+1'])
	become(visit, joined)
	visits.leave()
	expect(happened).toEqual(['+1', '-1'])
})

test('[ROOM-80] after a reload on another screen a room is returned to behind its bar, and shown without entering again', () => {
	visits.openBehind({ meetingId: '1', topic: 'Plans' }, true)
	expect(happened).toEqual(['+1'])
	expect(mayResume).toEqual([true])
	const { visit, isOnScreen } = visits.get()
	expect([visit?.keptTopic, isOnScreen]).toEqual(['Plans', false])
	expect(visits.getKept()).toBe(visit)
	if (visit) become(visit, joined)
	expect(visits.isOngoing()).toBe(true)
	expect(enter('1', { hasTicket: false }).visit).toBe(visit)
	expect(visits.getKept()).toBeUndefined()
	expect(happened).toEqual(['+1', 'ticket of 1 dropped'])
})

test('[ROOM-80] a failed return is shown until dismissed; a continuing room cannot be dismissed', () => {
	visits.openBehind({ meetingId: '1', topic: 'Plans' }, false)
	expect(mayResume).toEqual([false])
	const { visit } = visits.get()
	if (!visit) throw new Error('no visit')
	visits.forget(visit)
	expect(visits.get().visit).toBe(visit)
	become(visit, { status: 'exited', reason: 'resume.invalid' })
	expect(visits.getKept()).toBeUndefined()
	visits.forget(visit)
	expect(visits.get().visit).toBeUndefined()
})

test('[ROOM-80] no call is resumed behind a room that a screen shows', () => {
	enter('1')
	visits.openBehind({ meetingId: '2', topic: 'Plans' }, true)
	expect(happened).toEqual(['+1'])
})

test('[ROOM-79] returning to a room that was left shows the reason, and enters only with a new ticket', () => {
	const { visit, leaveScreen } = enter('1')
	become(visit, left)
	leaveScreen()
	expect(enter('1', { hasTicket: false }).visit).toBe(visit)
	expect(happened).toEqual(['+1', 'ticket of 1 dropped'])
	expect(enter('1').visit).not.toBe(visit)
})

test('[ROOM-21] [ROOM-79] without a ticket a room is resumed only on arrival at its address, or on request', () => {
	arrivedAt = '1'
	become(enter('1', { hasTicket: false }).visit, left)
	enter('2', { hasTicket: false })
	enter('1', { hasTicket: false })
	enter('1', { hasTicket: false, resumes: true })
	expect(mayResume).toEqual([true, false, false, true])
})

test('a replaced room is left once, however many rooms follow', () => {
	const first = enter('1')
	become(first.visit, joined)
	const second = enter('2')
	become(second.visit, joined)
	states.set(first.visit.controller, joined)
	enter('3')
	expect(happened).toEqual(['+1', '-1', '+2', '-2', '+3'])
})

test('a removed listener hears of no visit', () => {
	const changed = vi.fn()
	const stop = visits.subscribe(changed)
	const { leaveScreen } = enter('1')
	const before = changed.mock.calls.length
	expect(before).toBeGreaterThan(0)
	stop()
	leaveScreen()
	expect(changed).toHaveBeenCalledTimes(before)
})

test('[ROOM-79] after a room behind its bar no other one counts as an arrival', () => {
	arrivedAt = '2'
	visits.openBehind({ meetingId: '1', topic: 'Harbour plans' }, true)
	visits.open('2', { hasTicket: false })
	expect(mayResume).toEqual([true, false])
})
