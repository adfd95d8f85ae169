import type { KeyValueStorage } from '../core/environment.ts'

// For browsers without IndexedDB, such as some browsers' private windows.

export function localStorageStorage(): KeyValueStorage {
	const items = localStorage
	return {
		kind: 'localStorage',
		get: async key => items.getItem(key) ?? undefined,
		set: async (key, value) => items.setItem(key, value),
		remove: async key => items.removeItem(key),
		keys: async prefix => Object.keys(items).filter(key => key.startsWith(prefix)),
	}
}

export function memoryStorage(): KeyValueStorage {
	const items = new Map<string, string>()
	return {
		kind: 'memory',
		get: async key => items.get(key),
		set: async (key, value) => void items.set(key, value),
		remove: async key => void items.delete(key),
		keys: async prefix => [...items.keys()].filter(key => key.startsWith(prefix)),
	}
}
