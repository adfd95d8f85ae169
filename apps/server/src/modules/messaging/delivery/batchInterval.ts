const shortestMs = 20
const longestMs = 200
/** Writes a second that one conversation may cause; above this its messages are sent together. */
const writesPerSecond = 10_000

/** Time a conversation gathers events before it sends them to its listeners together; the first leaves at once. */
export const batchIntervalMs = (listeners: number): number =>
	Math.min(longestMs, Math.max(shortestMs, Math.ceil((listeners / writesPerSecond) * 1_000)))

/** Number of listeners a conversation cannot serve within the shortest interval. */
export const isCrowd = (listeners: number): boolean => batchIntervalMs(listeners) > shortestMs

/** Milliseconds until a conversation may send again. */
export const untilNextBatch = (listeners: number, lastSentAt: number, now: number): number =>
	Math.max(0, lastSentAt + batchIntervalMs(listeners) - now)
