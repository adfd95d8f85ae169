import type { KeyValueStorage } from '@parley/im-sdk'

/** Keeps nothing beyond the page. */
export function createPageStorage(): KeyValueStorage {
	const values = new Map<string, string>()
	return {
		kind: 'memory',
		get: async key => values.get(key),
		set: async (key, value) => void values.set(key, value),
		remove: async key => void values.delete(key),
		keys: async prefix => [...values.keys()].filter(key => key.startsWith(prefix)),
	}
}
