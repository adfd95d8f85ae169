import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { copyText, useCopy } from './CopyButton.tsx'

beforeEach(() => {
	vi.useFakeTimers()
})
afterEach(() => {
	cleanup()
	vi.useRealTimers()
	vi.restoreAllMocks()
	vi.unstubAllGlobals()
})

test('without a secure context the text is selected and copied, and nothing of it stays on the page', async () => {
	vi.stubGlobal('navigator', { clipboard: undefined })
	let selected: string | undefined
	document.execCommand = () => {
		selected = document.querySelector('textarea')?.value
		return true
	}
	expect(await copyText('842 391 556')).toBe(true)
	expect([selected, document.querySelector('textarea')]).toEqual(['842 391 556', null])
	Reflect.deleteProperty(document, 'execCommand')
})

test('a copied text is ticked for a second and a half, each time it is copied', async () => {
	const { result, unmount } = renderHook(() => useCopy('x', { write: async () => true }))
	for (const _ of ['first', 'second']) {
		await act(() => result.current.copy())
		act(() => vi.advanceTimersByTime(1_499))
		expect(result.current.ticked).toBe(true)
		act(() => vi.advanceTimersByTime(1))
		expect(result.current.ticked).toBe(false)
	}
	await act(() => result.current.copy())
	unmount()
	expect(vi.getTimerCount()).toBe(0)
})
