import type { Environment, KeyValueStorage } from './environment.ts'
import type { Stats } from './stats.ts'

/** A storage that hangs is given up for the one write. */
const patienceMs = 2_000

/** The storage as the SDK uses it: whatever fails is counted, and everybody goes on as if nothing were kept. */
export function tolerant(env: Environment, stats: Stats): KeyValueStorage {
	const attempt = <T>(act: () => Promise<T>, otherwise: T) =>
		new Promise<T>(resolve => {
			const fail = (error: unknown) => {
				stats.storageErrors++
				env.log('the storage failed', error)
				resolve(otherwise)
			}
			const stop = env.after(patienceMs, () => fail('no answer'))
			Promise.resolve().then(act).then(resolve, fail).finally(stop)
		})
	return {
		get: key => attempt(() => env.storage.get(key), undefined),
		set: (key, value) => attempt(() => env.storage.set(key, value), undefined),
		remove: key => attempt(() => env.storage.remove(key), undefined),
		keys: prefix => attempt(() => env.storage.keys(prefix), []),
	}
}
