// @vitest-environment happy-dom
import { delays } from '@parley/core'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Banner } from './Banner.tsx'
import { createToasts, ToastHost } from './Toasts.tsx'

beforeEach(() => {
	vi.useFakeTimers()
})
afterEach(() => {
	cleanup()
	vi.useRealTimers()
})

const texts = (toasts: ReturnType<typeof createToasts>) => toasts.current().map(item => item.text)

test('[OP-089] a toast stays 2 seconds unless told otherwise', () => {
	const toasts = createToasts()
	toasts.show('short')
	toasts.show('long', { durationMs: 3000 })
	vi.advanceTimersByTime(1999)
	expect(texts(toasts)).toEqual(['short', 'long'])
	vi.advanceTimersByTime(1)
	expect(texts(toasts)).toEqual(['long'])
	vi.advanceTimersByTime(1000)
	expect(texts(toasts)).toEqual([])
})

test('the same text again starts its time anew instead of showing twice', () => {
	const toasts = createToasts()
	const id = toasts.show('again')
	vi.advanceTimersByTime(1500)
	expect(toasts.show('again')).toBe(id)
	vi.advanceTimersByTime(1500)
	expect(texts(toasts)).toEqual(['again'])
	vi.advanceTimersByTime(500)
	expect(texts(toasts)).toEqual([])
})

test('a fourth drives out the oldest', () => {
	const toasts = createToasts()
	for (const text of ['1', '2', '3', '4']) toasts.show(text)
	expect(texts(toasts)).toEqual(['2', '3', '4'])
})

test('a dismissed toast is gone and its time with it', () => {
	const toasts = createToasts()
	toasts.dismiss(toasts.show('x'))
	expect(texts(toasts)).toEqual([])
	expect(vi.getTimerCount()).toBe(0)
})

test('the host is a polite live region before its first text', () => {
	const toasts = createToasts()
	render(<ToastHost toasts={toasts} />)
	const region = screen.getByRole('status')
	expect(region.getAttribute('aria-live')).toBe('polite')
	act(() => void toasts.show('copied'))
	expect(region.textContent).toBe('copied')
	act(() => vi.advanceTimersByTime(2000))
	expect(region.textContent).toBe('')
})

test('[LOGIN-46] an error banner stays in view while what is above it grows', () => {
	let grow = () => {}
	const disconnect = vi.fn()
	vi.stubGlobal(
		'ResizeObserver',
		class {
			disconnect = disconnect
			constructor(onResize: () => void) {
				grow = onResize
			}
			observe() {}
		},
	)
	const scroll = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => {})
	const { unmount } = render(<Banner goneAfterMs={delays.bannerMs}>wrong password</Banner>)
	grow()
	expect(scroll.mock.contexts).toEqual([screen.getByRole('alert')])
	unmount()
	expect(disconnect).toHaveBeenCalled()
	vi.unstubAllGlobals()
})

test('[LOGIN-46] an error banner asks to go after 2 seconds, and a new text gets 2 seconds of its own', () => {
	const gone = vi.fn()
	const banner = (text: string) => (
		<Banner goneAfterMs={delays.bannerMs} onGone={gone}>
			{text}
		</Banner>
	)
	const { rerender } = render(banner('wrong password'))
	act(() => vi.advanceTimersByTime(1500))
	rerender(banner('too many attempts'))
	act(() => vi.advanceTimersByTime(1999))
	expect(gone).not.toHaveBeenCalled()
	act(() => vi.advanceTimersByTime(1))
	expect(gone).toHaveBeenCalledTimes(1)
	expect(screen.getByRole('alert').textContent).toBe('too many attempts')
})
