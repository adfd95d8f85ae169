/** Counters since the start of this node, for metrics; `connections` and `sessions` are current values. */
export interface MessagingCounters {
	connections: number
	sessions: number
	/** Pushes queued on a connection. */
	pushes: number
	/** Messages left out of the pushes of busy rooms, once for each group of listeners with the same rate. */
	skipped: number
	/** Gaps in received logs, filled from the store. */
	gaps: number
	/** Listeners that resumed from a position. */
	resumes: number
	/** Connections whose rooms were paused, and those that were closed as too slow. */
	lagging: number
	tooSlow: number
	/** Milliseconds from the newest commit to its pushes. */
	lagMs: number
}

export const createCounters = (): MessagingCounters => ({
	connections: 0,
	sessions: 0,
	pushes: 0,
	skipped: 0,
	gaps: 0,
	resumes: 0,
	lagging: 0,
	tooSlow: 0,
	lagMs: 0,
})
