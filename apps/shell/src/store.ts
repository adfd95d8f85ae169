/** A value with subscribers. */
export interface Store<T> {
	get(): T
	set(value: T): void
	subscribe(changed: (value: T, before: T) => void): () => void
}

export function createStore<T>(initial: T): Store<T> {
	const listeners = new Set<(value: T, before: T) => void>()
	let value = initial
	return {
		get: () => value,
		set(next) {
			const before = value
			value = next
			for (const changed of listeners) changed(next, before)
		},
		subscribe(changed) {
			listeners.add(changed)
			return () => void listeners.delete(changed)
		},
	}
}
