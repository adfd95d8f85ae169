import { onTestFinished, vi } from 'vitest'

/**
 * Counts the listeners that are added to the window and the document from now on. Returns the names of those that have
 * not been removed yet.
 */
export function trackListeners(): () => string[] {
	const listening: { target: EventTarget; type: string; listener: unknown }[] = []
	for (const target of [window, document] as EventTarget[]) {
		const [add, remove] = [target.addEventListener.bind(target), target.removeEventListener.bind(target)]
		const added = vi.spyOn(target, 'addEventListener').mockImplementation((type, listener, options) => {
			// React adds this one to a document once and for all.
			if (type !== 'selectionchange') listening.push({ target, type, listener })
			add(type, listener, options)
		})
		const removed = vi.spyOn(target, 'removeEventListener').mockImplementation((type, listener, options) => {
			const index = listening.findIndex(one => one.target === target && one.type === type && one.listener === listener)
			if (index >= 0) listening.splice(index, 1)
			remove(type, listener, options)
		})
		onTestFinished(() => {
			added.mockRestore()
			removed.mockRestore()
		})
	}
	return () => listening.map(({ type }) => type)
}
