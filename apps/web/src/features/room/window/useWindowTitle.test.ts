import type { Participant } from '@parley/room'
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { m } from '../../../locales/index.ts'
import { windowTitle } from '../../../ui/index.ts'
import type { JoinedRoom } from '../roomState.ts'
import { useWindowTitle } from './useWindowTitle.ts'

const topic = 'Harbour plans'

beforeEach(() => {
	vi.useFakeTimers()
	windowTitle.setOfScreen('Meeting · Parley')
})
afterEach(() => {
	cleanup()
	vi.useRealTimers()
})

const aRoom = ({ speaking = [] as string[], waiting = 0, role = 'host' } = {}) =>
	({
		topic,
		self: 'self',
		people: [
			{ id: 'self', name: 'Me', role },
			{ id: 'bo', name: 'Bo', role: 'member' },
			{ id: 'ann', name: 'Ann', role: 'member' },
		] as unknown as Participant[],
		speaking: new Set(speaking),
		waiting: { isOn: true, count: waiting, people: [], message: '' },
	}) as unknown as JoinedRoom

function open(room: JoinedRoom) {
	const hook = renderHook(shown => useWindowTitle(shown), { initialProps: room })
	const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))
	return { ...hook, pass }
}

test('[ROOM-187] the window is named after who speaks, after those who wait for its host, and as before on leaving', () => {
	const { rerender, pass, unmount } = open(aRoom())
	expect(document.title).toBe(topic)
	rerender(aRoom({ speaking: ['self'] }))
	pass(5_000)
	expect(document.title).toBe(topic)
	rerender(aRoom({ speaking: ['self', 'bo'] }))
	pass(0)
	expect(document.title).toBe(m.room_window_speaking({ name: 'Bo', topic }))
	rerender(aRoom({ speaking: ['bo'], waiting: 3 }))
	pass(2_000)
	expect(document.title).toBe(m.room_window_waiting({ count: 3, topic }))
	// A member is not told who waits.
	rerender(aRoom({ waiting: 3, role: 'member' }))
	pass(2_000)
	expect(document.title).toBe(topic)
	// The router names the screen after it was rendered.
	windowTitle.setOfScreen('Meeting · Talk')
	expect(document.title).toBe(topic)
	unmount()
	expect(document.title).toBe('Meeting · Talk')
})

test('[ROOM-187] the title changes at most every 2 s, and not in the pauses of one who speaks', () => {
	const { rerender, pass } = open(aRoom())
	const speaks = (name: string) => m.room_window_speaking({ name, topic })
	rerender(aRoom({ speaking: ['bo'] }))
	pass(0)
	rerender(aRoom())
	pass(1_900)
	rerender(aRoom({ speaking: ['bo'] }))
	pass(1_900)
	expect(document.title).toBe(speaks('Bo'))
	rerender(aRoom({ speaking: ['ann'] }))
	pass(0)
	expect(document.title).toBe(speaks('Ann'))
	rerender(aRoom({ speaking: ['bo'] }))
	pass(1_999)
	expect(document.title).toBe(speaks('Ann'))
	pass(1)
	expect(document.title).toBe(speaks('Bo'))
	rerender(aRoom())
	pass(2_000)
	expect(document.title).toBe(topic)
})
