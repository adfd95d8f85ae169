import { createStore, promisifyRequest, type UseStore } from 'idb-keyval'
import type { KeyValueStorage } from '../core/environment.ts'

export function indexedDbStorage(): KeyValueStorage {
	const use: UseStore = createStore('parley-im', 'kept')
	/** Resolves when it is in the database. */
	const write = (act: (store: IDBObjectStore) => void) =>
		use('readwrite', store => {
			const { transaction } = store
			act(store)
			// Otherwise it is committed only after its answer has arrived: a page closed before then loses the write.
			transaction.commit?.()
			return promisifyRequest(transaction)
		})
	return {
		kind: 'indexedDB',
		get: key => use('readonly', store => promisifyRequest<string | undefined>(store.get(key))),
		set: (key, value) => write(store => store.put(value, key)),
		remove: key => write(store => store.delete(key)),
		keys: prefix =>
			use('readonly', store =>
				promisifyRequest(store.getAllKeys(IDBKeyRange.bound(prefix, `${prefix}\uffff`)) as IDBRequest<string[]>),
			),
	}
}
