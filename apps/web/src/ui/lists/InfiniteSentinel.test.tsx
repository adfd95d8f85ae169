import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { InfiniteSentinel, type InfiniteSentinelProps } from './InfiniteSentinel.tsx'

/** The observed element, and how far ahead it is observed; the test scrolls. */
const observed = new Map<() => void, string | undefined>()

beforeEach(() => {
	observed.clear()
	vi.stubGlobal(
		'IntersectionObserver',
		class {
			near: () => void
			constructor(changed: (entries: object[]) => void, { rootMargin }: IntersectionObserverInit) {
				this.near = () => changed([{ isIntersecting: true }])
				observed.set(this.near, rootMargin)
			}
			observe() {}
			disconnect = () => observed.delete(this.near)
		},
	)
})
afterEach(() => {
	cleanup()
	vi.unstubAllGlobals()
})
const scroll = () => {
	for (const near of observed.keys()) near()
}
const labels = { loading: 'loading', end: 'end', more: 'more', retry: 'retry' }
const sentinel = (changes: Partial<InfiniteSentinelProps>) => (
	<InfiniteSentinel state="more" onReach={() => {}} labels={labels} {...changes} />
)

test('the next page is asked for near the end of the list, once, and by what the list is now', () => {
	const [first, second] = [vi.fn(), vi.fn()]
	const { rerender, unmount } = render(sentinel({ onReach: first }))
	scroll()
	rerender(sentinel({ state: 'loading', onReach: first }))
	scroll()
	expect(first).toHaveBeenCalledOnce()
	rerender(sentinel({ onReach: second }))
	scroll()
	expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 1])
	rerender(sentinel({ aheadPx: 600 }))
	expect([...observed.values()]).toEqual(['600px'])
	unmount()
	expect(observed.size).toBe(0)
})

test.each(['end', 'failed', 'loading'] as const)('a list that is in state %s asks for nothing by itself', state => {
	render(sentinel({ state }))
	expect(observed.size).toBe(0)
})
