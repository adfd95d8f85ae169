const shortestMs = 20
const longestMs = 200
/** Writes a second that one conversation may cause; above this its messages are sent together. */
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
 * From when on the interval after a batch counts that leaves now: from the end of the one before it, but from no longer ago than an
 * interval. So a batch that leaves late, because storing took long or the process had no time, does not delay those behind it, after a
 * quiet moment two leave at once, and of many no more leave than one an interval.
 */
export const countedFrom = (listeners: number, lastCountedFrom: number, now: number): number => {
	const intervalMs = batchIntervalMs(listeners)
	return Math.min(now, Math.max(lastCountedFrom + intervalMs, now - intervalMs))
}
