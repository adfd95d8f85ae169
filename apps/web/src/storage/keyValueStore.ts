/** What is kept by name, as text. `localStorage` and `sessionStorage` are such shelves. */
export interface KeyValueStore {
	getItem(key: string): string | null
	setItem(key: string, value: string): void
	removeItem(key: string): void
}

export function createMemoryStore(): KeyValueStore {
	const kept = new Map<string, string>()
	return {
		getItem: key => kept.get(key) ?? null,
		setItem: (key, value) => void kept.set(key, value),
		removeItem: key => void kept.delete(key),
	}
}

/**
 * A shelf that never throws: what the browser refuses to keep (private mode, full, switched off) is kept in memory for
 * as long as the page lives.
 * @param find reaching for the browser's shelf may throw by itself
 */
export function createSafeStore(find: () => KeyValueStore | undefined): KeyValueStore {
	const memory = createMemoryStore()
	const shelf = attempt(find)
	if (!shelf) return memory

	return {
		getItem: key => memory.getItem(key) ?? attempt(() => shelf.getItem(key)) ?? null,
		setItem(key, value) {
			memory.removeItem(key)
			const kept = attempt(() => {
				shelf.setItem(key, value)
				return true
			})
			if (!kept) memory.setItem(key, value)
		},
		removeItem(key) {
			memory.removeItem(key)
			attempt(() => shelf.removeItem(key))
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
