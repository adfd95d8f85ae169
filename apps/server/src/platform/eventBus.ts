/** Events that modules publish to each other; each is a fact in the past. */
export interface EventBus<Events extends Record<string, unknown>> {
	/** Calls every listener asynchronously; one that fails does not affect the others. */
	publish<K extends keyof Events & string>(name: K, event: Events[K]): void
	/** Returns a function that unsubscribes the listener. */
	subscribe<K extends keyof Events & string>(name: K, listener: (event: Events[K]) => void | Promise<void>): () => void
}

export function createEventBus<Events extends Record<string, unknown>>(
	onFailure: (name: string, error: unknown) => void,
): EventBus<Events> {
	const listeners = new Map<string, Set<(event: never) => void | Promise<void>>>()
	return {
		publish(name, event) {
			for (const listener of listeners.get(name) ?? []) {
				Promise.resolve()
					.then(() => listener(event as never))
					.catch(error => onFailure(name, error))
			}
		},
		subscribe(name, listener) {
			const set = listeners.get(name) ?? new Set()
			listeners.set(name, set.add(listener))
			return () => void set.delete(listener)
		},
	}
}
