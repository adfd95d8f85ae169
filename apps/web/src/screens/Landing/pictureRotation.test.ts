import { backgroundCount, delays } from '@parley/core'
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { recordListeners } from '../../testing/recordListeners.ts'
import { nextPicture, startRotation, usePicture } from './pictureRotation.ts'

describe('the pictures', () => {
	beforeEach(() => void vi.useFakeTimers())
	afterEach(() => void vi.useRealTimers())

	function aTab(more: { hidden?: boolean; still?: boolean } = {}) {
		const state = { hidden: false, still: false, ...more }
		let changed = () => {}
		let picture = 0
		const stop = startRotation(
			() => {
				picture = nextPicture(picture)
			},
			{
				isHidden: () => state.hidden,
				prefersStill: () => state.still,
				onChange: act => {
					changed = act
					return () => {
						changed = () => {}
					}
				},
			},
		)
		return { state, stop, picture: () => picture, changed: () => changed() }
	}

	test('[LAND-01] are exactly three, and after the last comes the first', () => {
		expect(backgroundCount).toBe(3)
		expect([0, 1, 2].map(nextPicture)).toEqual([1, 2, 0])
	})

	test('[LAND-02] change every six seconds', () => {
		expect(delays.backgroundMs).toBe(6_000)
		const tab = aTab()
		vi.advanceTimersByTime(5_999)
		expect(tab.picture()).toBe(0)
		vi.advanceTimersByTime(1)
		expect(tab.picture()).toBe(1)
		vi.advanceTimersByTime(12_000)
		expect(tab.picture()).toBe(0)
	})

	test('[LAND-02] rest while nobody sees them, and go on after', () => {
		const tab = aTab()
		tab.state.hidden = true
		tab.changed()
		vi.advanceTimersByTime(60_000)
		expect(tab.picture()).toBe(0)
		tab.state.hidden = false
		tab.changed()
		vi.advanceTimersByTime(6_000)
		expect(tab.picture()).toBe(1)
	})

	test('[LAND-02] stand still for those who want it so, and once stopped', () => {
		const still = aTab({ still: true })
		const stopped = aTab()
		stopped.stop()
		stopped.changed()
		vi.advanceTimersByTime(60_000)
		expect([still.picture(), stopped.picture()]).toEqual([0, 0])
	})
})

describe('the pictures of the page', () => {
	beforeEach(() => void vi.useFakeTimers())
	afterEach(() => {
		cleanup()
		vi.useRealTimers()
		vi.restoreAllMocks()
	})
	const advance = (ms: number) => act(() => vi.advanceTimersByTime(ms))

	test('[LAND-02] rest while the tab is hidden or motion is not wanted, and nothing of them runs after leaving', () => {
		const still = Object.assign(new EventTarget(), { matches: false })
		vi.spyOn(window, 'matchMedia').mockReturnValue(still as unknown as MediaQueryList)
		const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(false)
		const listeners = [recordListeners(document, 'visibilitychange'), recordListeners(still, 'change')]
		const { result, unmount } = renderHook(usePicture)
		advance(6_000)
		expect(result.current).toBe(1)
		hidden.mockReturnValue(true)
		document.dispatchEvent(new Event('visibilitychange'))
		advance(60_000)
		expect(result.current).toBe(1)
		hidden.mockReturnValue(false)
		document.dispatchEvent(new Event('visibilitychange'))
		still.matches = true
		still.dispatchEvent(new Event('change'))
		advance(60_000)
		expect(result.current).toBe(1)
		still.matches = false
		still.dispatchEvent(new Event('change'))
		advance(6_000)
		expect([result.current, vi.getTimerCount()]).toEqual([2, 1])
		unmount()
		expect([vi.getTimerCount(), ...listeners.map(count => count())]).toEqual([0, 0, 0])
	})
})
