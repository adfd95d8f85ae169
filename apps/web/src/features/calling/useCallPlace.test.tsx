import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { recordListeners } from '../../testing/recordListeners.ts'
import { useCallPlace } from './useCallPlace.ts'

beforeEach(() => {
	vi.useFakeTimers()
	document.body.innerHTML = '<div role="dialog"><input><input></div><button>save</button>'
})
afterEach(() => {
	cleanup()
	vi.useRealTimers()
	document.body.replaceChildren()
})
const [field, otherField, button] = ['input', 'input + input', 'button'].map(
	selector => () => document.querySelector<HTMLElement>(selector),
) as [() => HTMLElement | null, () => HTMLElement | null, () => HTMLElement | null]

/** Moves the focus like a browser: it leaves before it arrives. */
const moveTo = (element: HTMLElement | null) =>
	act(() => {
		document.activeElement?.dispatchEvent(new Event('focusout', { bubbles: true }))
		element?.focus()
		vi.runAllTimers()
	})

test('[IMCALL-55] a call waits until writing in a dialog has ended, and then stays where it is shown', () => {
	const listeners = recordListeners(document, 'focusout')
	field()?.focus()
	const { result, unmount } = renderHook(() => useCallPlace(false))
	expect(result.current).toBe('none')
	moveTo(otherField())
	expect(result.current).toBe('none')
	moveTo(button())
	expect(result.current).toBe('dialog')
	expect(listeners()).toBe(0)
	moveTo(field())
	expect(result.current).toBe('dialog')
	unmount()
})

test('[IMCALL-55] a call that waits is a notice where a meeting began meanwhile; one that is over waits for nothing', () => {
	const listeners = recordListeners(document, 'focusout')
	field()?.focus()
	const { result, rerender, unmount } = renderHook(useCallPlace, { initialProps: false })
	rerender(true)
	moveTo(button())
	expect(result.current).toBe('notice')
	unmount()
	field()?.focus()
	const waiting = renderHook(useCallPlace, { initialProps: false })
	expect(listeners()).toBe(1)
	waiting.unmount()
	expect(listeners()).toBe(0)
})
