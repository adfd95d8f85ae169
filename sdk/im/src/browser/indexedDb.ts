import { createStore, del, get, keys, set, type UseStore } from 'idb-keyval'
import type { KeyValueStorage } from '../core/environment.ts'

export function indexedDbStorage(): KeyValueStorage {
	const store: UseStore = createStore('parley-im', 'kept')
	return {
		get: key => get<string>(key, store),
		set: (key, value) => set(key, value, store),
		remove: key => del(key, store),
		keys: async prefix => (await keys<string>(store)).filter(key => key.startsWith(prefix)),
	}
}
