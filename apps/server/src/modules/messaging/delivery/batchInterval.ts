const shortestMs = 20
const longestMs = 200
/** Socket writes per second that one conversation may cause; above this its messages are sent together. */
const writesPerSecond = 10_000

/** Returns how long a conversation gathers events before sending them to its listeners together; the first two are sent at once. */
export const batchIntervalMs = (listeners: number): number =>
	Math.min(longestMs, Math.max(shortestMs, Math.ceil((listeners / writesPerSecond) * 1_000)))

/** Number of listeners a conversation cannot serve within the shortest interval. */
export const isCrowd = (listeners: number): boolean => batchIntervalMs(listeners) > shortestMs

/** Milliseconds until a conversation may send again. */
export const untilNextBatch = (listeners: number, lastCountedFrom: number, now: number): number =>
	Math.max(0, lastCountedFrom + batchIntervalMs(listeners) - now)

/**
 * Returns the start of the interval after a batch that leaves now: the end of the previous interval, but at most one interval
 * ago. A batch that leaves late, because storing took long or the process was busy, does not delay the next ones; after a
 * quiet moment two leave at once; and in the long run at most one leaves per interval.
 */
export const countedFrom = (listeners: number, lastCountedFrom: number, now: number): number => {
	const intervalMs = batchIntervalMs(listeners)
	return Math.min(now, Math.max(lastCountedFrom + intervalMs, now - intervalMs))
}
