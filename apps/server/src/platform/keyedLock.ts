/** Runs tasks with the same key one after the other; different keys run concurrently. */
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
