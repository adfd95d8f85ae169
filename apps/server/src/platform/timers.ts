import type { Instant } from '@parley/core'

/** Clock and timers, so that a simulation can own time. */
export interface Timers {
	now(): Instant
	/** Calls once after `ms`; returns a function that cancels. */
	after(ms: number, act: () => void): () => void
}
