import type { KeyValueStorage } from '../core/environment.ts'
import { storageOf } from '../core/tolerantStorage.ts'
import { indexedDbStorage } from './indexedDb.ts'

/** Uses IndexedDB; if its first use fails `localStorage`, else the page's memory. */
export function browserStorage(): KeyValueStorage {
	let chosen: Promise<KeyValueStorage> | undefined
	const storage = storageOf(async (name, ...given) => {
		chosen ??= choose().catch(error => {
			chosen = undefined
			throw error
		})
		const used = await chosen
		storage.kind = used.kind
		return (used[name] as (...given: string[]) => unknown)(...given)
	})
	return storage
}

async function choose(): Promise<KeyValueStorage> {
	try {
		return await probed(indexedDbStorage)
	} catch {
		const { localStorageStorage, memoryStorage } = await import('./fallbackStorage.ts')
		return probed(localStorageStorage).catch(memoryStorage)
	}
}

const probe = 'im:probe'

/** Throws if the storage is not writable. */
async function probed(create: () => KeyValueStorage): Promise<KeyValueStorage> {
	const storage = create()
	await storage.set(probe, '1')
	await storage.remove(probe)
	return storage
}
