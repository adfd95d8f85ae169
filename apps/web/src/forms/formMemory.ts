/**
 * Keeps the entered values while the person reads the agreements and returns. In memory alone, for one return, and only
 * for the history entry of the form: a password is never written anywhere, nor shown to whoever opens the form next.
 */
export function createFormMemory<T>() {
	let saved: { entry: string | undefined; values: T } | undefined
	return {
		save(entry: string | undefined, values: T) {
			saved = { entry, values }
		},
		take(entry: string | undefined): T | undefined {
			const values = saved?.entry === entry ? saved?.values : undefined
			saved = undefined
			return values
		},
	}
}
