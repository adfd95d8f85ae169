import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { trackListeners } from '../../../testing/trackListeners.ts'
import { tryDelayMs, useRepeatedTry } from './useRepeatedTry.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
	vi.useRealTimers()
	vi.restoreAllMocks()
})

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

function setVisibility(state: DocumentVisibilityState) {
	vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
	act(() => void document.dispatchEvent(new Event('visibilitychange')))
}

function startTrying() {
	const onTry = vi.fn()
	const hook = renderHook(({ isDue, round }) => useRepeatedTry({ isDue, round, onTry }), {
		initialProps: { isDue: true, round: 0 },
	})
	return { onTry, ...hook }
}

test('each try that did not help is followed by a longer wait, and nothing is tried while one is under way', async () => {
	const { onTry, rerender } = startTrying()
	await pass(tryDelayMs(0))
	expect(onTry).toHaveBeenCalledTimes(1)
	await pass(tryDelayMs(0))
	expect(onTry).toHaveBeenCalledTimes(1)
	rerender({ isDue: true, round: 1 })
	await pass(tryDelayMs(1) - 1)
	expect(onTry).toHaveBeenCalledTimes(1)
	await pass(1)
	expect(onTry).toHaveBeenCalledTimes(2)
	rerender({ isDue: false, round: 2 })
	await pass(tryDelayMs(9))
	expect(onTry).toHaveBeenCalledTimes(2)
})

test('a hidden page does not try, and tries at once when it is shown late', async () => {
	const { onTry } = startTrying()
	setVisibility('hidden')
	await pass(tryDelayMs(0))
	expect(onTry).not.toHaveBeenCalled()
	setVisibility('visible')
	await pass(0)
	expect(onTry).toHaveBeenCalledTimes(1)
})

test('a page that was hidden for a moment tries once, at the time it was due', async () => {
	const { onTry } = startTrying()
	await pass(1_000)
	setVisibility('hidden')
	setVisibility('visible')
	setVisibility('visible')
	await pass(tryDelayMs(0) - 1_001)
	expect(onTry).not.toHaveBeenCalled()
	await pass(1)
	expect(onTry).toHaveBeenCalledTimes(1)
})

test('a page that was left neither tries nor follows whether it is seen', () => {
	const listeners = trackListeners()
	const { unmount } = startTrying()
	expect([...listeners(), vi.getTimerCount()]).toEqual(['visibilitychange', 1])
	unmount()
	expect([...listeners(), vi.getTimerCount()]).toEqual([0])
})
