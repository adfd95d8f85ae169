import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { recordListeners } from '../../../testing/recordListeners.ts'
import { useWakeLock } from './useWakeLock.ts'

afterEach(() => {
	cleanup()
	vi.restoreAllMocks()
})

/** A browser that grants locks when the test says so. */
function stubLocks() {
	let held = 0
	let asked = 0
	const waiting: (() => void)[] = []
	const give = () =>
		act(async () => {
			for (const answer of waiting.splice(0)) answer()
		})
	const request = () => {
		asked++
		return new Promise(resolve =>
			waiting.push(() => {
				held++
				resolve({ release: async () => void held-- })
			}),
		)
	}
	Object.defineProperty(navigator, 'wakeLock', { value: { request }, configurable: true })
	onTestFinished(() => void Reflect.deleteProperty(navigator, 'wakeLock'))
	return { give, state: () => ({ held, asked }) }
}
const becomes = (visibility: DocumentVisibilityState) => {
	vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility)
	document.dispatchEvent(new Event('visibilitychange'))
}

test('the screen stays on while something plays, and may turn off afterwards', async () => {
	const locks = stubLocks()
	const listeners = recordListeners(document, 'visibilitychange')
	const { rerender, unmount } = renderHook(useWakeLock, { initialProps: false })
	expect([locks.state(), listeners()]).toEqual([{ held: 0, asked: 0 }, 0])
	rerender(true)
	await locks.give()
	expect(locks.state()).toEqual({ held: 1, asked: 1 })
	rerender(false)
	expect([locks.state().held, listeners()]).toEqual([0, 0])
	rerender(true)
	await locks.give()
	unmount()
	expect([locks.state().held, listeners()]).toEqual([0, 0])
})

test('a page that becomes visible requests the lock again, which the browser released; a hidden one requests none', async () => {
	const locks = stubLocks()
	renderHook(() => useWakeLock(true))
	await locks.give()
	becomes('hidden')
	expect(locks.state().asked).toBe(1)
	becomes('visible')
	expect(locks.state().asked).toBe(2)
})

test('a lock granted after the viewer has left is released', async () => {
	const locks = stubLocks()
	const { unmount } = renderHook(() => useWakeLock(true))
	unmount()
	await locks.give()
	expect(locks.state()).toEqual({ held: 0, asked: 1 })
})
