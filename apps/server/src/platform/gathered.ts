import { setImmediate } from 'node:timers'

/** Keys of one read: a statement about more takes too long a turn. */
const keysAtOnce = 100

interface Asked<Key, Value> {
	key: Key
	answers: PromiseWithResolvers<Value>
}

interface Reads<Key, Value> {
	/** By what two keys are the same. */
	nameOf(key: Key): string
	/** Reads a single key. */
	readOne(key: Key): Promise<Value>
	/** The values in the order of their keys, of which no two are the same. */
	readMany(keys: readonly Key[]): Promise<readonly Value[]>
}

/**
 * Reads all keys requested in one turn of the event loop together: after a restart, thousands of clients reconnect at once.
 * A read reflects everything that happened before the request.
 */
export function gathered<Key, Value>({ nameOf, readOne, readMany }: Reads<Key, Value>): (key: Key) => Promise<Value> {
	let waiting = new Map<string, Asked<Key, Value>>()

	async function read(asked: readonly Asked<Key, Value>[]): Promise<void> {
		try {
			const keys = asked.map(({ key }) => key)
			const values = keys.length === 1 ? [await readOne(keys[0] as Key)] : await readMany(keys)
			for (const [index, { answers }] of asked.entries()) answers.resolve(values[index] as Value)
		} catch (error) {
			for (const { answers } of asked) answers.reject(error)
		}
	}

	function readAll(): void {
		const asked = [...waiting.values()]
		waiting = new Map()
		for (let from = 0; from < asked.length; from += keysAtOnce) void read(asked.slice(from, from + keysAtOnce))
	}

	return key => {
		const name = nameOf(key)
		const running = waiting.get(name)
		if (running) return running.answers.promise
		if (waiting.size === 0) setImmediate(readAll)
		const answers = Promise.withResolvers<Value>()
		waiting.set(name, { key, answers })
		return answers.promise
	}
}
