import type { Environment, KeyValueStorage } from './environment.ts'
import type { Stats } from './stats.ts'

type Operation = 'get' | 'set' | 'remove' | 'keys'

/** Storage whose four operations go through one function. */
export function storageOf(act: (name: Operation, ...given: string[]) => Promise<unknown>): KeyValueStorage {
	const storage = {} as Record<Operation, unknown>
	for (const name of ['get', 'set', 'remove', 'keys'] as const)
		storage[name] = (...given: string[]) => act(name, ...given)
	return storage as unknown as KeyValueStorage
}

/** Time after which a hanging write is given up. */
const patienceMs = 2_000

/**
 * The storage as the SDK uses it: failures are counted, and callers continue as if nothing were stored. The first
 * failure is logged.
 */
export const tolerant = (env: Environment, stats: Stats): KeyValueStorage =>
	storageOf(
		(name, ...given) =>
			new Promise(resolve => {
				const fail = (error: unknown = 'timeout') => {
					if (!stats.storageErrors++) env.log('storage failed', error)
					resolve(name === 'keys' ? [] : undefined)
				}
				const stop = env.after(patienceMs, fail)
				const act = async () => (env.storage[name] as (...given: string[]) => Promise<unknown>)(...given)
				void act().then(resolve, fail).then(stop)
			}),
	)
