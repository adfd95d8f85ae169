/**
 * Keeps the entered values while the person reads the agreements and returns. In memory alone, and for one return: a
 * password is never written anywhere.
 */
export function createFormMemory<T>() {
	let saved: T | undefined
	return {
		save(values: T) {
			saved = values
		},
		take(): T | undefined {
			const values = saved
			saved = undefined
			return values
		},
	}
}
