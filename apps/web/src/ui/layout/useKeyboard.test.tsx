import { cleanup, render } from '@testing-library/react'
import { useRef } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { keyboardHeight, overlapWithKeyboard, useKeyboard } from './useKeyboard.ts'

test('[LAYOUT-06] a field under the keyboard has to come up by what is hidden of it', () => {
	expect(overlapWithKeyboard({ top: 500, bottom: 552 }, { top: 16, bottom: 420 })).toBe(132)
	expect(overlapWithKeyboard({ top: 300, bottom: 352 }, { top: 16, bottom: 420 })).toBe(0)
	expect(overlapWithKeyboard({ top: -40, bottom: 12 }, { top: 16, bottom: 420 })).toBe(-56)
})

test('the keyboard covers what the visual viewport lost; a zoom or an address bar is no keyboard', () => {
	expect(keyboardHeight(812, { height: 476, offsetTop: 0, scale: 1 })).toBe(336)
	expect(keyboardHeight(812, { height: 476, offsetTop: 100, scale: 1 })).toBe(236)
	expect(keyboardHeight(812, { height: 406, offsetTop: 0, scale: 2 })).toBe(0)
	expect(keyboardHeight(812, { height: 760, offsetTop: 0, scale: 1 })).toBe(0)
})

function Form() {
	const bar = useRef<HTMLDivElement>(null)
	useKeyboard(bar)
	return <div ref={bar} />
}

test('[LAYOUT-06] the field in use is brought into sight on its screen, and on no later one', () => {
	const seen = Object.assign(new EventTarget(), { height: 476, offsetTop: 0, scale: 1 })
	vi.stubGlobal('visualViewport', seen)
	const scrollBy = vi.spyOn(window, 'scrollBy').mockImplementation(() => {})
	const field = document.body.appendChild(document.createElement('input'))
	vi.spyOn(field, 'getBoundingClientRect').mockReturnValue({ top: 600, bottom: 652 } as DOMRect)
	onTestFinished(() => {
		cleanup()
		field.remove()
		vi.unstubAllGlobals()
		vi.restoreAllMocks()
	})
	const keyboard = () => document.documentElement.style.getPropertyValue('--keyboard')
	const changes = [
		() => field.dispatchEvent(new Event('focusin', { bubbles: true })),
		() => seen.dispatchEvent(new Event('resize')),
		() => window.dispatchEvent(new Event('resize')),
	]
	const { unmount } = render(<Form />)
	field.focus()
	for (const change of changes) {
		scrollBy.mockClear()
		change()
		expect(scrollBy).toHaveBeenCalledOnce()
	}
	expect(keyboard()).toBe('336px')
	unmount()
	scrollBy.mockClear()
	for (const change of changes) change()
	expect([scrollBy.mock.calls, keyboard()]).toEqual([[], ''])
})
