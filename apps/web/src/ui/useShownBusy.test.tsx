// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { shownBusyMs, useShownBusy } from './useShownBusy.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
	cleanup()
	vi.useRealTimers()
})

const busy = 'Trying'
const start = (label: string | false) => renderHook(useShownBusy, { initialProps: label as string | false })
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))

test('what is over in a moment is shown for long enough to be seen', () => {
	const { result, rerender } = start(false)
	expect(result.current).toBe(false)
	rerender(busy)
	expect(result.current).toBe(busy)
	rerender(false)
	pass(shownBusyMs - 1)
	expect(result.current).toBe(busy)
	pass(1)
	expect(result.current).toBe(false)
})

test('what takes longer is shown for as long as it takes', () => {
	const { result, rerender } = start(busy)
	pass(10 * shownBusyMs)
	expect(result.current).toBe(busy)
	rerender(false)
	expect(result.current).toBe(false)
})

test('who leaves while it is shown waits for nothing', () => {
	const { rerender, unmount } = start(busy)
	rerender(false)
	unmount()
	expect(vi.getTimerCount()).toBe(0)
})
