/**
 * What was typed, put aside while somebody reads the terms. In memory alone, and for one return: a password is never
 * written anywhere.
 */
export function createFormMemory<T>() {
	let kept: T | undefined
	return {
		keep(form: T) {
			kept = form
		},
		take(): T | undefined {
			const form = kept
			kept = undefined
			return form
		},
	}
}
