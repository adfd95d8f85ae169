import { delays } from '@parley/core'
import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useIsScrolledDown, useScrollToExpandedCard } from './useListScroll.ts'

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

test('[LIST-17] a card that is collapsed again at once, or whose list was left, scrolls nothing', async () => {
	vi.useFakeTimers()
	const entry = { current: document.createElement('li') }
	const { rerender, unmount } = renderHook(({ isExpanded }) => useScrollToExpandedCard(entry, isExpanded), {
		initialProps: { isExpanded: false },
	})
	expect(vi.getTimerCount()).toBe(0)
	rerender({ isExpanded: true })
	expect(vi.getTimerCount()).toBe(1)
	rerender({ isExpanded: false })
	expect(vi.getTimerCount()).toBe(0)
	rerender({ isExpanded: true })
	unmount()
	expect(vi.getTimerCount()).toBe(0)
})
