import { setImmediate } from 'node:timers/promises'

interface SharedRead<T> {
	result: Promise<T>
	version: number
}

/**
 * Requests that need the same data share one read. It begins one turn of the event loop later, when all arrived
 * requests have been parsed; later ones wait for the next read, so that no one gets data older than their request.
 * Under load this is one read for many requests, even if each comes after a change.
 */
export function createSharedReads<T>() {
	const waiting = new Map<string, SharedRead<T>>()

	/**
	 * @param version version of the data, known before this is called
	 * @param read receives the latest version known to any of the sharing requests
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
