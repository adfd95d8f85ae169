import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endNamedJoin, nameSocketInJoin, prepareRoomSockets, takeRoomSockets } from './preparedSockets.ts'
import type { RoomSockets } from './roomSockets.ts'

interface TestSockets {
	connected: string[]
	/** Calls of the room. */
	called: string[]
	isClosed: boolean
}
const meetingId = '842391556'
let opened: TestSockets[]
let isOnline: boolean

/** Sockets that note what happens to them. */
function open(meetingId?: string): RoomSockets {
	const state: TestSockets = { connected: [], called: [], isClosed: false }
	opened.push(state)
	const namespace = (name: string) => ({ connect: () => void state.connected.push(name) })
	return {
		presence: {
			...namespace('presence'),
			getId: () => (isOnline ? 'socket-1' : undefined),
			call: async (name: string) => void state.called.push(name),
		},
		media: () => namespace('media'),
		meetingId,
		close() {
			state.isClosed = true
		},
		state,
	} as unknown as RoomSockets
}
const stateOf = (sockets: RoomSockets) => (sockets as unknown as { state: TestSockets }).state

beforeEach(() => {
	vi.useFakeTimers()
	opened = []
	isOnline = true
})
afterEach(() => {
	takeRoomSockets(meetingId, open)
	vi.useRealTimers()
})

test('[ROOM-81] both namespaces are connected while the form is shown, and the room takes them over', () => {
	const release = prepareRoomSockets(undefined, open)
	expect(opened).toEqual([{ connected: ['presence', 'media'], called: [], isClosed: false }])
	release()
	expect(stateOf(takeRoomSockets(meetingId, open))).toBe(opened[0])
	vi.advanceTimersByTime(120_000)
	expect(opened).toEqual([{ connected: ['presence', 'media'], called: [], isClosed: false }])
	expect(stateOf(takeRoomSockets(meetingId, open))).toBe(opened[1])
})

test('[ROOM-81] a form that is left without joining closes them, also if another was opened meanwhile', () => {
	prepareRoomSockets(undefined, open)()
	vi.advanceTimersByTime(4_000)
	const release = prepareRoomSockets(undefined, open)
	vi.advanceTimersByTime(4_000)
	expect(opened.map(({ isClosed }) => isClosed)).toEqual([false])
	release()
	vi.advanceTimersByTime(5_000)
	expect(opened.map(({ isClosed }) => isClosed)).toEqual([true])
	window.dispatchEvent(new Event('pointerdown'))
	expect(opened).toHaveLength(1)
})

test('[ROOM-81] without activity they are closed before the server does so, and opened again by the next', () => {
	const release = prepareRoomSockets(undefined, open)
	vi.advanceTimersByTime(49_000)
	window.dispatchEvent(new Event('keydown'))
	vi.advanceTimersByTime(49_000)
	expect(opened.map(({ isClosed }) => isClosed)).toEqual([false])
	vi.advanceTimersByTime(1_000)
	expect(opened.map(({ isClosed }) => isClosed)).toEqual([true])
	window.dispatchEvent(new Event('pointerdown'))
	expect(opened.map(({ isClosed }) => isClosed)).toEqual([true, false])
	release()
})

test('[ROOM-81] joins that wait for the host keep them without a touch, and no longer once the form was left', () => {
	const release = prepareRoomSockets(undefined, open)
	for (let waitedMs = 0; waitedMs < 180_000; waitedMs += 5_000) {
		vi.advanceTimersByTime(5_000)
		nameSocketInJoin()
	}
	// Each is replaced before the server closes it.
	expect(opened.map(({ isClosed }) => isClosed)).toEqual([true, true, true, false])
	endNamedJoin({ mayHaveEntered: false })
	release()
	vi.advanceTimersByTime(3_000)
	nameSocketInJoin()
	vi.advanceTimersByTime(3_000)
	expect(opened.map(({ isClosed }) => isClosed)).toEqual([true, true, true, true])
})

test('[ROOM-81] a room without prepared sockets connects to the engine while it is entered', () => {
	expect(stateOf(takeRoomSockets(meetingId, open)).connected).toEqual(['presence', 'media'])
})

test('[ROOM-89] a join names the connected socket, and the room knows', () => {
	expect(nameSocketInJoin()).toBeUndefined()
	prepareRoomSockets(undefined, open)
	isOnline = false
	expect([nameSocketInJoin(), takeRoomSockets(meetingId, open).isNamedInJoin]).toEqual([undefined, false])
	isOnline = true
	prepareRoomSockets(undefined, open)
	expect([nameSocketInJoin(), takeRoomSockets(meetingId, open).isNamedInJoin]).toEqual(['socket-1', true])
	expect(takeRoomSockets(meetingId, open).isNamedInJoin).toBeUndefined()
})

test('[ROOM-89] a join that was refused keeps the sockets; one without an answer leaves the room that it may have entered', () => {
	prepareRoomSockets(undefined, open)
	nameSocketInJoin()
	endNamedJoin({ mayHaveEntered: false })
	endNamedJoin({ mayHaveEntered: true })
	expect(opened[0]).toMatchObject({ called: [], isClosed: false })
	nameSocketInJoin()
	endNamedJoin({ mayHaveEntered: true })
	expect(opened[0]).toMatchObject({ called: ['leave'], isClosed: true })
	expect(stateOf(takeRoomSockets(meetingId, open))).toBe(opened[1])
})

test('[NODE-19] sockets for another meeting are not taken over; those for no certain one are', () => {
	prepareRoomSockets(meetingId, open)
	expect(takeRoomSockets(meetingId, open).meetingId).toBe(meetingId)

	prepareRoomSockets('100000001', open)
	expect([takeRoomSockets(meetingId, open).meetingId, opened[1]?.isClosed]).toEqual([meetingId, true])

	prepareRoomSockets('100000001', open)
	prepareRoomSockets(undefined, open)
	expect(opened[3]?.isClosed).toBe(true)
	expect([takeRoomSockets(meetingId, open).meetingId, opened.length]).toEqual([undefined, 5])
})
