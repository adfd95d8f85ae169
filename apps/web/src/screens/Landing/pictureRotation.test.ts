import { backgroundCount, delays } from '@parley/core'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { nextPicture, startRotation } from './pictureRotation.ts'

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
