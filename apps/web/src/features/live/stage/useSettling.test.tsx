import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useSettling } from './useSettling.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
	cleanup()
	vi.useRealTimers()
})
const advance = (ms: number) => act(() => vi.advanceTimersByTime(ms))

test('the player seeks once, to where the slider is released, and the slider follows the player again', () => {
	const settled = vi.fn()
	const { result } = renderHook(() => useSettling(settled))
	for (const position of [10, 20, 30]) {
		act(() => result.current[1](position))
		advance(100)
	}
	expect([result.current[0], settled.mock.calls]).toEqual([30, []])
	advance(50)
	expect([result.current[0], settled.mock.calls]).toEqual([undefined, [[30]]])
	expect(vi.getTimerCount()).toBe(0)
})

test('only the newest player receives a position, and none after leaving', () => {
	const [before, now] = [vi.fn(), vi.fn()]
	const { result, rerender, unmount } = renderHook(useSettling, { initialProps: before })
	act(() => result.current[1](10))
	rerender(now)
	advance(150)
	expect([before.mock.calls, now.mock.calls]).toEqual([[], [[10]]])
	act(() => result.current[1](20))
	unmount()
	expect(vi.getTimerCount()).toBe(0)
})
