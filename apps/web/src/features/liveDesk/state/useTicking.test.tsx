import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useTicking } from './useTicking.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
	cleanup()
	vi.useRealTimers()
})
const advance = (ms: number) => act(() => vi.advanceTimersByTime(ms))

test('the time advances while enabled, and no timer runs otherwise or after leaving', () => {
	const { result, rerender, unmount } = renderHook(useTicking, { initialProps: false })
	const began = result.current
	advance(5_000)
	expect([result.current - began, vi.getTimerCount()]).toEqual([0, 0])
	rerender(true)
	expect(result.current - began).toBe(5_000)
	advance(2_000)
	expect(result.current - began).toBe(7_000)
	rerender(false)
	advance(2_000)
	expect([result.current - began, vi.getTimerCount()]).toEqual([7_000, 0])
	rerender(true)
	unmount()
	expect(vi.getTimerCount()).toBe(0)
})
