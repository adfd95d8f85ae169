import type { Environment, KeyValueStorage } from './environment.ts'
import type { Stats } from './stats.ts'

type Operation = 'get' | 'set' | 'remove' | 'keys'

/** A storage whose four operations are one function. */
export function storageOf(act: (name: Operation, ...given: string[]) => Promise<unknown>): KeyValueStorage {
	const storage = {} as Record<Operation, unknown>
	for (const name of ['get', 'set', 'remove', 'keys'] as const)
		storage[name] = (...given: string[]) => act(name, ...given)
	return storage as unknown as KeyValueStorage
}

/** A storage that hangs is given up for the one write. */
const patienceMs = 2_000

/**
 * The storage as the SDK uses it: whatever fails is counted, and everybody goes on as if nothing were kept. It is said once,
 * with the reason, until the storage works again.
 */
export function tolerant(env: Environment, stats: Stats): KeyValueStorage {
	let isBroken = false
	return storageOf(
		(name, ...given) =>
			new Promise(resolve => {
				const fail = (error: unknown) => {
					stats.storageErrors++
					if (!isBroken) env.log('the storage failed', error)
					isBroken = true
					resolve(name === 'keys' ? [] : undefined)
				}
				const succeed = (value: unknown) => {
					isBroken = false
					resolve(value)
				}
				const stop = env.after(patienceMs, () => fail(`no answer to "${name}" for ${patienceMs} ms`))
				const act = async () => (env.storage[name] as (...given: string[]) => Promise<unknown>)(...given)
				void act().then(succeed, fail).then(stop)
			}),
	)
}
