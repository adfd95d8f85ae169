import type { Instant } from '@parley/core'

/** The current time, injected so that tests can control it. */
export interface Clock {
	now(): Instant
}

export const systemClock: Clock = { now: () => Date.now() }
