import type { Environment } from './environment.ts'
import type { Stats } from './stats.ts'

export type Listener<E> = (event: E) => void

export interface Emitter<Events> {
	/** Returns a function that unsubscribes. */
	on<N extends keyof Events>(name: N, listener: Listener<Events[N]>): () => void
	emit<N extends keyof Events>(name: N, event: Events[N]): void
}

/** A listener that throws is logged and counted; the other listeners and the SDK continue. */
export function createEmitter<Events>(env: Pick<Environment, 'log'>, stats: Stats): Emitter<Events> {
	const listeners = new Map<keyof Events, Set<Listener<never>>>()
	return {
		on(name, listener) {
			const ofName = listeners.get(name) ?? new Set()
			listeners.set(name, ofName.add(listener))
			return () => void ofName.delete(listener)
		},
		emit(name, event) {
			for (const listener of [...(listeners.get(name) ?? [])]) {
				try {
					;(listener as Listener<typeof event>)(event)
				} catch (error) {
					stats.listenerErrors++
					env.log(`listener of ${name as string} failed`, error)
				}
			}
		},
	}
}
