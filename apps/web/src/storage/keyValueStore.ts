/** The part of the `Storage` of a browser that is used here. */
export interface KeyValueStore {
	getItem(key: string): string | null
	setItem(key: string, value: string): void
	removeItem(key: string): void
}

export function createMemoryStore(): KeyValueStore {
	const values = new Map<string, string>()
	return {
		getItem: key => values.get(key) ?? null,
		setItem: (key, value) => void values.set(key, value),
		removeItem: key => void values.delete(key),
	}
}

/**
 * A store that never throws: what the browser refuses to store (private mode, full, switched off) is held in memory for
 * as long as the page lives.
 * @param find the store of the browser; reading that property may throw by itself
 */
export function createSafeStore(find: () => KeyValueStore | undefined): KeyValueStore {
	const memory = createMemoryStore()
	const store = attempt(find)
	if (!store) return memory

	return {
		getItem: key => memory.getItem(key) ?? attempt(() => store.getItem(key)) ?? null,
		setItem(key, value) {
			memory.removeItem(key)
			const isStored = attempt(() => {
				store.setItem(key, value)
				return true
			})
			if (!isStored) memory.setItem(key, value)
		},
		removeItem(key) {
			memory.removeItem(key)
			attempt(() => store.removeItem(key))
		},
	}
}

function attempt<T>(act: () => T): T | undefined {
	try {
		return act()
	} catch {
		return undefined
	}
}
