import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { trackListeners } from '../../testing/trackListeners.ts'
import { useSite } from '../site/index.ts'
import { useNow } from './useNow.ts'

const minute = 60_000
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

beforeEach(() => {
	vi.useFakeTimers({ now: 10 * minute + 30_000 })
	useSite.setState({ clockOffsetMs: 0 })
})
afterEach(() => void vi.useRealTimers())

test('the current minute is that of the server, and changes as it begins', async () => {
	useSite.setState({ clockOffsetMs: 5 * minute })
	const { result } = renderHook(() => useNow())
	expect(result.current).toBe(15 * minute)
	await pass(29_000)
	expect(result.current).toBe(15 * minute)
	await pass(1_000)
	expect(result.current).toBe(16 * minute)
	await pass(minute)
	expect(result.current).toBe(17 * minute)
})

test('a page that slept shows the current minute as soon as it is seen again', async () => {
	const { result } = renderHook(() => useNow())
	vi.setSystemTime(40 * minute)
	act(() => void document.dispatchEvent(new Event('visibilitychange')))
	expect(result.current).toBe(40 * minute)
})

test('a component that was left follows neither the time nor whether the page is seen', () => {
	const listeners = trackListeners()
	const { unmount } = renderHook(() => useNow())
	expect([...listeners(), vi.getTimerCount()]).toEqual(['visibilitychange', 1])
	unmount()
	expect([...listeners(), vi.getTimerCount()]).toEqual([0])
})
