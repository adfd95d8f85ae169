/** Runs at most so many at once; the others wait, unless too many wait already. */
export function createConcurrencyLimit(running: number, waiting: number) {
	const queue: (() => void)[] = []
	let busy = 0
	return async <T>(work: () => Promise<T>): Promise<T | 'busy'> => {
		if (busy >= running) {
			if (queue.length >= waiting) return 'busy'
			await new Promise<void>(resolve => queue.push(resolve))
		} else busy++
		try {
			return await work()
		} finally {
			// The place goes to the next in line, or is free again.
			const next = queue.shift()
			if (next) next()
			else busy--
		}
	}
}
