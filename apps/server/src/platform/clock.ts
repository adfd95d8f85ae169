import type { Instant } from '@parley/core'

/** The present, handed in so that tests can hold it still. */
export interface Clock {
	now(): Instant
}

export const systemClock: Clock = { now: () => Date.now() }
