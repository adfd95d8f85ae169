import { vi } from 'vitest'

/** Replaces `ResizeObserver`: the test says when a size has changed. The test removes it with `vi.unstubAllGlobals`. */
export function stubResizeObserver() {
	const observers = new Map<ResizeObserver, { changed: ResizeObserverCallback; observed: Set<Element> }>()

	class StubObserver implements ResizeObserver {
		constructor(changed: ResizeObserverCallback) {
			observers.set(this, { changed, observed: new Set() })
		}
		observe = (element: Element) => void observers.get(this)?.observed.add(element)
		unobserve = (element: Element) => void observers.get(this)?.observed.delete(element)
		disconnect = () => void observers.get(this)?.observed.clear()
	}
	vi.stubGlobal('ResizeObserver', StubObserver)

	return {
		/** The elements that are observed, in the order of their observers. */
		observed: () => [...observers.values()].flatMap(({ observed }) => [...observed]),
		/** Tells each observer of this element that its size has changed. */
		resize(element: Element) {
			for (const [observer, { changed, observed }] of observers) if (observed.has(element)) changed([], observer)
		},
	}
}
