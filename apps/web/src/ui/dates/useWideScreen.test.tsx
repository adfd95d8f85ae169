import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { recordListeners } from '../../testing/recordListeners.ts'
import { setScreenSize } from '../../testing/screenSize.ts'
import { useWideScreen } from './useWideScreen.ts'

afterEach(() => {
	cleanup()
	setScreenSize('phone')
	vi.restoreAllMocks()
})

test('there is room for a calendar as soon as the window is wide enough, and it is not watched after leaving', () => {
	setScreenSize('phone')
	const list = window.matchMedia('(min-width: 768px) and (min-height: 560px)')
	const listeners = recordListeners(list, 'change')
	vi.spyOn(window, 'matchMedia').mockReturnValue(list)
	const { result, unmount } = renderHook(useWideScreen)
	expect([result.current, listeners()]).toEqual([false, 1])
	setScreenSize('laptop')
	expect(result.current).toBe(true)
	unmount()
	expect(listeners()).toBe(0)
})
