import type { KeyValueStorage } from '@parley/im-sdk'

/**
 * Keeps nothing beyond the page. Places in conversations belong to the pages that show them: one that only hears of calls
 * must not move them on.
 */
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
