import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useAppBadge } from './useAppBadge.ts'

afterEach(() => {
	cleanup()
	vi.restoreAllMocks()
})

test('[ROOM-188] the icon of the app counts while the page is hidden, and no longer once it is shown or the room is left', () => {
	let badge: number | undefined
	Object.assign(navigator, {
		setAppBadge: async (count: number) => {
			badge = count
		},
		clearAppBadge: async () => {
			badge = undefined
		},
	})
	const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible')
	const become = (state: DocumentVisibilityState) => {
		visibility.mockReturnValue(state)
		act(() => void document.dispatchEvent(new Event('visibilitychange')))
	}
	const { rerender, unmount } = renderHook(count => useAppBadge(count), { initialProps: 2 })
	expect(badge).toBeUndefined()
	become('hidden')
	expect(badge).toBe(2)
	rerender(3)
	expect(badge).toBe(3)
	rerender(0)
	expect(badge).toBeUndefined()
	rerender(1)
	become('visible')
	expect(badge).toBeUndefined()
	become('hidden')
	unmount()
	expect(badge).toBeUndefined()
	become('hidden')
	expect(badge).toBeUndefined()
})

test('[ROOM-188] a browser without badges shows none', () => {
	Object.assign(navigator, { setAppBadge: undefined, clearAppBadge: undefined })
	renderHook(() => useAppBadge(2)).unmount()
})
