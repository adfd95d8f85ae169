import { onTestFinished } from 'vitest'

/**
 * Records which listeners of a type a target has from now on, until the test ends.
 * @returns the number of those that were not removed
 */
export function recordListeners(target: EventTarget, type: string): () => number {
	const left = new Set<unknown>()
	const { addEventListener, removeEventListener } = target
	target.addEventListener = (...call: Parameters<typeof addEventListener>) => {
		if (call[0] === type) left.add(call[1])
		addEventListener.apply(target, call)
	}
	target.removeEventListener = (...call: Parameters<typeof removeEventListener>) => {
		if (call[0] === type) left.delete(call[1])
		removeEventListener.apply(target, call)
	}
	onTestFinished(() => void Object.assign(target, { addEventListener, removeEventListener }))
	return () => left.size
}
