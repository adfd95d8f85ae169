import { setImmediate } from 'node:timers/promises'

interface SharedRead<T> {
	result: Promise<T>
	version: number
}

/**
 * Requests that need the same share one read. It begins one turn of the event loop later, when the requests that have
 * arrived were taken in; who comes after that waits for the next one, so that nobody is told less than was true when they
 * asked. Under load that is one read for many requests, also where each comes after a change.
 */
export function createSharedReads<T>() {
	const waiting = new Map<string, SharedRead<T>>()

	/**
	 * @param version of what is read, known before this is called
	 * @param read is given the latest version that anybody who shares it knew
	 */
	return (key: string, version: number, read: (version: number) => Promise<T>): Promise<T> => {
		const found = waiting.get(key)
		if (found) {
			found.version = Math.max(found.version, version)
			return found.result
		}
		const mine: SharedRead<T> = { version, result: begin() }
		waiting.set(key, mine)
		return mine.result

		async function begin(): Promise<T> {
			await setImmediate()
			waiting.delete(key)
			return await read(mine.version)
		}
	}
}
