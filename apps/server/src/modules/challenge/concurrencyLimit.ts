/** Runs at most `running` tasks at once and queues at most `waiting`; beyond that the result is `busy`. */
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
			// The slot passes to the next in the queue, or becomes free.
			const next = queue.shift()
			if (next) next()
			else busy--
		}
	}
}
