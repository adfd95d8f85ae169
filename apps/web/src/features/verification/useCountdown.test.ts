import { smsType } from '@parley/api'
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useCountdown } from './useCountdown.ts'

beforeEach(() => {
	vi.useFakeTimers()
	sessionStorage.clear()
})
afterEach(() => void vi.useRealTimers())

test('[SMS-12] a form that was left counts no further, and one that is opened again counts on', async () => {
	const mobile = { areaCode: '86', mobile: '13812345678' }
	const { result, unmount } = renderHook(() => useCountdown(smsType.login, mobile))
	act(() => result.current.start())
	await act(() => vi.advanceTimersByTimeAsync(1_000))
	expect([result.current.seconds, vi.getTimerCount()]).toEqual([59, 1])
	unmount()
	expect(vi.getTimerCount()).toBe(0)
	await vi.advanceTimersByTimeAsync(9_000)
	const again = renderHook(() => useCountdown(smsType.login, mobile))
	expect(again.result.current.seconds).toBe(50)
	again.unmount()
})
