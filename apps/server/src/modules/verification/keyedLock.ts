/** Runs what is asked for under one key in turn; different keys do not wait for each other. */
export function createKeyedLock() {
	const last = new Map<string, Promise<unknown>>()
	return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
		const before = last.get(key) ?? Promise.resolve()
		const running = before.then(work, work)
		last.set(key, running)
		try {
			return await running
		} finally {
			if (last.get(key) === running) last.delete(key)
		}
	}
}
