import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useLargePerson } from './useLargePerson.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
	cleanup()
	vi.useRealTimers()
})

function view() {
	const hook = renderHook(({ others, speaking }) => useLargePerson([...others], new Set(speaking)), {
		initialProps: { others: 'abc', speaking: '' },
	})
	return {
		...hook,
		/** Lets them speak for a while; returns who is large then. */
		speak(speaking: string, ms: number, others = 'abc') {
			hook.rerender({ others, speaking })
			act(() => void vi.advanceTimersByTime(ms))
			return hook.result.current
		},
	}
}

test('[ROOM-99] a person is large once they have spoken for a while, and a short word changes nothing', () => {
	const { speak } = view()
	expect(speak('', 5_000)).toBe('a')
	expect(speak('b', 1_000)).toBe('a')
	expect(speak('', 5_000)).toBe('a')
	expect(speak('b', 1_300)).toBe('b')
	expect(speak('', 60_000)).toBe('b')
})

test('[ROOM-99] the large place does not change while its person speaks, nor twice within two seconds', () => {
	const { speak } = view()
	expect(speak('b', 1_300)).toBe('b')
	expect(speak('bc', 60_000)).toBe('b')
	expect(speak('c', 1_300)).toBe('c')
	expect(speak('a', 1_300)).toBe('c')
	expect(speak('a', 800)).toBe('a')
})

test('[ROOM-99] who has left gives the large place to the first', () => {
	const { speak, unmount } = view()
	expect(speak('c', 1_300)).toBe('c')
	expect(speak('', 0, 'ab')).toBe('a')
	expect(speak('', 0, '')).toBeUndefined()
	speak('b', 100, 'ab')
	unmount()
	expect(vi.getTimerCount()).toBe(0)
})
