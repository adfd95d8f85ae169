import type { Instant } from '@parley/core'

/** Clock and timers, so that a simulation can own time. */
export interface Timers {
	now(): Instant
	/** Calls once after `ms`; returns a function that cancels. */
	after(ms: number, act: () => void): () => void
}

/** Calls `act` every `ms`; returns a function that stops it. */
export type Repeat = (ms: number, act: () => void) => () => void

/** Does not keep the process running. */
export const repeatInBackground: Repeat = (ms, act) => {
	const timer = setInterval(act, ms)
	timer.unref()
	return () => clearInterval(timer)
}
