import { onTestFinished, vi } from 'vitest'

/**
 * Records which listeners of a type a target has from now on, until the test ends.
 * @returns the number of those that were not removed
 */
export function recordListeners(target: EventTarget, type: string): () => number {
	const left = new Set<unknown>()
	const { addEventListener: add, removeEventListener: remove } = target
	const added = vi.spyOn(target, 'addEventListener').mockImplementation((...call: Parameters<typeof add>) => {
		if (call[0] === type) left.add(call[1])
		return add.apply(target, call)
	})
	const removed = vi.spyOn(target, 'removeEventListener').mockImplementation((...call: Parameters<typeof remove>) => {
		if (call[0] === type) left.delete(call[1])
		return remove.apply(target, call)
	})
	onTestFinished(() => {
		added.mockRestore()
		removed.mockRestore()
	})
	return () => left.size
}
