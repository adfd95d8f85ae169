import { delays } from '@parley/core'
import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useIsScrolledDown } from './useListScroll.ts'

afterEach(() => {
	vi.useRealTimers()
	vi.unstubAllGlobals()
})

test('[LIST-14] [PAGE-22] whether the list is scrolled by more than a screen is looked at each second, until it is left', async () => {
	vi.useFakeTimers()
	const { result, unmount } = renderHook(() => useIsScrolledDown())
	const scroll = async (to: number) => {
		vi.stubGlobal('scrollY', to)
		await act(() => vi.advanceTimersByTimeAsync(delays.scrollCheckMs))
		return result.current
	}
	expect([await scroll(window.innerHeight), await scroll(window.innerHeight + 1), await scroll(0)]).toEqual([
		false,
		true,
		false,
	])
	unmount()
	expect(vi.getTimerCount()).toBe(0)
})
