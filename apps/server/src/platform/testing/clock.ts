import type { Instant } from '@parley/core'
import type { Clock } from '../clock.ts'

export interface ManualClock extends Clock {
	pass(ms: number): void
	set(at: Instant): void
}

/** A clock one turns by hand. */
export function aClock(at: Instant): ManualClock {
	let now = at
	return {
		now: () => now,
		pass(ms) {
			now += ms
		},
		set(instant) {
			now = instant
		},
	}
}
