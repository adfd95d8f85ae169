import { setTimeout as delay } from 'node:timers/promises'

/** A longer transaction makes the next ones smaller; SQLite blocks other writers while one is open. */
const longMs = 16
const shortMs = 6
const fewestAtOnce = 32
const mostAtOnce = 512

export interface BatchesDeps<T> {
	/** Writes some items in one transaction and returns how long it was open, in milliseconds. */
	write(items: readonly T[]): Promise<number>
	/** True if an open transaction blocks other writers: a pause of the same length then follows it. */
	isExclusive: boolean
	onWritten(count: number): void
}

/** Writes items in transactions short enough for a running server; sizes are powers of two, so that statements are reused. */
export async function writeInBatches<T>(items: readonly T[], deps: BatchesDeps<T>): Promise<void> {
	let size = fewestAtOnce
	for (let from = 0; from < items.length; ) {
		const some = items.slice(from, from + size)
		const openMs = await deps.write(some)
		from += some.length
		deps.onWritten(some.length)
		if (openMs > longMs) size = Math.max(fewestAtOnce, size / 2)
		else if (openMs < shortMs) size = Math.min(mostAtOnce, size * 2)
		// A writer waiting for the lock retries after up to 25 ms.
		if (deps.isExclusive) await delay(Math.max(5, openMs))
	}
}
