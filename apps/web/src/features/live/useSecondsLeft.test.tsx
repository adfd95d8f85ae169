import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useSecondsLeft } from './useSecondsLeft.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
	cleanup()
	vi.useRealTimers()
})
const advance = (ms: number) => act(() => vi.advanceTimersByTime(ms))

test('a countdown counts whole seconds, and no timer runs before it, after it or after leaving', () => {
	const { result, unmount } = renderHook(() => useSecondsLeft())
	expect([result.current[0], vi.getTimerCount()]).toEqual([0, 0])
	act(() => result.current[1](2_000))
	expect(result.current[0]).toBe(2)
	advance(1_000)
	expect(result.current[0]).toBe(1)
	advance(1_000)
	expect([result.current[0], vi.getTimerCount()]).toEqual([0, 0])
	act(() => result.current[1](2_000))
	expect([result.current[0], vi.getTimerCount()]).toEqual([2, 1])
	unmount()
	expect(vi.getTimerCount()).toBe(0)
})
