import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { someLiveData } from '../../../testing/aLive.ts'
import { useReconnecting } from './useReconnecting.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
	cleanup()
	vi.useRealTimers()
})
const advance = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('a viewer who arrives before the server notices a lost publisher learns of it as soon as it does', async () => {
	let data = someLiveData()
	const refetch = vi.fn(async () => {})
	const { result, rerender, unmount } = renderHook(({ isStalled }) => useReconnecting(data, { isStalled, refetch }), {
		initialProps: { isStalled: false },
	})
	await advance(20_000)
	expect(refetch).not.toHaveBeenCalled()
	rerender({ isStalled: true })
	await advance(3_000)
	expect(refetch).toHaveBeenCalledTimes(1)
	// The server answers as before: it notices a silent publisher only after ten seconds.
	data = someLiveData()
	rerender({ isStalled: true })
	await advance(8_000)
	expect(refetch.mock.calls.length).toBeGreaterThanOrEqual(2)
	data = someLiveData({ reconnectingForMs: 20_000 })
	rerender({ isStalled: true })
	expect(result.current).toBe(20)
	const asked = refetch.mock.calls.length
	await advance(10_000)
	expect(refetch).toHaveBeenCalledTimes(asked)
	for (let second = 0; second < 15; second++) await advance(1_000)
	expect(refetch.mock.calls.length).toBeGreaterThan(asked)
	const askedLast = refetch.mock.calls.length
	unmount()
	await advance(20_000)
	expect(refetch).toHaveBeenCalledTimes(askedLast)
})

test('leaving during a request stops the retries', async () => {
	let answer = () => {}
	const refetch = vi.fn(() => new Promise<void>(resolve => (answer = resolve)))
	const { unmount } = renderHook(() => useReconnecting(someLiveData(), { isStalled: true, refetch }))
	await advance(3_000)
	expect(refetch).toHaveBeenCalledOnce()
	unmount()
	await act(async () => answer())
	expect(vi.getTimerCount()).toBe(0)
})
