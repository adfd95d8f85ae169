/** A value others may watch. */
export interface Store<T> {
	get(): T
	set(value: T): void
	subscribe(changed: (value: T, before: T) => void): () => void
}

export function createStore<T>(initial: T): Store<T> {
	const watchers = new Set<(value: T, before: T) => void>()
	let value = initial
	return {
		get: () => value,
		set(next) {
			const before = value
			value = next
			for (const changed of watchers) changed(next, before)
		},
		subscribe(changed) {
			watchers.add(changed)
			return () => void watchers.delete(changed)
		},
	}
}
