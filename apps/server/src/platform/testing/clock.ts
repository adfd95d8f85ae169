import type { Instant } from '@parley/core'
import type { Clock } from '../clock.ts'

export interface ManualClock extends Clock {
	advance(ms: number): void
	setTime(at: Instant): void
}

/** A clock that only moves when a test says so. */
export function createManualClock(at: Instant): ManualClock {
	let now = at
	return {
		now: () => now,
		advance(ms) {
			now += ms
		},
		setTime(instant) {
			now = instant
		},
	}
}
