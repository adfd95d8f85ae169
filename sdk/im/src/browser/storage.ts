import type { KeyValueStorage } from '../core/environment.ts'

/** IndexedDB, or where it fails the first time `localStorage`, or else the memory of the page. */
export function browserStorage(): KeyValueStorage {
	let chosen: Promise<KeyValueStorage> | undefined
	const storage = () => {
		chosen ??= choose()
		return chosen
	}
	return {
		get: async key => (await storage()).get(key),
		set: async (key, value) => (await storage()).set(key, value),
		remove: async key => (await storage()).remove(key),
		keys: async prefix => (await storage()).keys(prefix),
	}
}

const probe = 'im:probe'

async function choose(): Promise<KeyValueStorage> {
	for (const create of [async () => (await import('./indexedDb.ts')).indexedDbStorage(), localStorageStorage]) {
		try {
			const storage = await create()
			await storage.set(probe, '1')
			await storage.remove(probe)
			return storage
		} catch {
			// Private windows and full disks: the next one.
		}
	}
	return memoryStorage()
}

async function localStorageStorage(): Promise<KeyValueStorage> {
	const items = localStorage
	return {
		get: async key => items.getItem(key) ?? undefined,
		set: async (key, value) => items.setItem(key, value),
		remove: async key => items.removeItem(key),
		keys: async prefix => Object.keys(items).filter(key => key.startsWith(prefix)),
	}
}

export function memoryStorage(): KeyValueStorage {
	const items = new Map<string, string>()
	return {
		get: async key => items.get(key),
		set: async (key, value) => void items.set(key, value),
		remove: async key => void items.delete(key),
		keys: async prefix => [...items.keys()].filter(key => key.startsWith(prefix)),
	}
}
