/** What modules announce to each other; each event is a fact in the past. */
export interface Bus<Events extends Record<string, unknown>> {
	/** Tells everybody who listens; a listener that fails does not keep the others from hearing. */
	announce<K extends keyof Events & string>(name: K, event: Events[K]): void
	/** Listens until the returned function is called. */
	on<K extends keyof Events & string>(name: K, listener: (event: Events[K]) => void | Promise<void>): () => void
}

export function createBus<Events extends Record<string, unknown>>(
	onFailure: (name: string, error: unknown) => void,
): Bus<Events> {
	const listeners = new Map<string, Set<(event: never) => void | Promise<void>>>()
	return {
		announce(name, event) {
			for (const listener of listeners.get(name) ?? []) {
				Promise.resolve()
					.then(() => listener(event as never))
					.catch(error => onFailure(name, error))
			}
		},
		on(name, listener) {
			const set = listeners.get(name) ?? new Set()
			listeners.set(name, set.add(listener))
			return () => void set.delete(listener)
		},
	}
}
