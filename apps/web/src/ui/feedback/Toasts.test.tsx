// @vitest-environment happy-dom
import { delays } from '@parley/core'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { buttonClass } from '../actions/Button.tsx'
import { Checkbox } from '../fields/Checkbox.tsx'
import { TextField } from '../fields/TextField.tsx'
import { Banner } from './Banner.tsx'
import { createToasts, ToastHost } from './Toasts.tsx'
import { findLift } from './toastPlace.ts'

beforeEach(() => {
	vi.useFakeTimers()
})
afterEach(() => {
	cleanup()
	vi.useRealTimers()
})

const texts = (toasts: ReturnType<typeof createToasts>) => toasts.current().map(item => item.text)

test('[OP-089] a toast stays 2 seconds unless told otherwise', () => {
	const [short, long] = [createToasts(), createToasts()]
	short.show('short')
	long.show('long', { durationMs: 3000 })
	vi.advanceTimersByTime(1999)
	expect([texts(short), texts(long)]).toEqual([['short'], ['long']])
	vi.advanceTimersByTime(1)
	expect([texts(short), texts(long)]).toEqual([[], ['long']])
	vi.advanceTimersByTime(1000)
	expect(texts(long)).toEqual([])
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

test('they do not pile up: a new one takes the place of the one before, with the whole of its time', () => {
	const toasts = createToasts()
	toasts.show('1')
	vi.advanceTimersByTime(1500)
	toasts.show('2')
	expect([texts(toasts), vi.getTimerCount()]).toEqual([['2'], 1])
	vi.advanceTimersByTime(1999)
	expect(texts(toasts)).toEqual(['2'])
	vi.advanceTimersByTime(1)
	expect([texts(toasts), vi.getTimerCount()]).toEqual([[], 0])
})

const area = (top: number, bottom: number, left = 0, right = 375) => ({ top, bottom, left, right })

test.each([
	['no button', [], 0],
	['a button below it', [area(740, 790)], 0],
	['a button under it', [area(680, 732)], 724 - 680 + 8],
	['two on top of one another', [area(620, 672), area(690, 742)], 724 - 620 + 8],
	['two with room for it between them', [area(560, 612), area(690, 742)], 724 - 690 + 8],
	['a button beside it', [area(680, 732, 400, 600)], 0],
	['nothing but buttons', [area(0, 812)], 0],
])('a toast lies on no button: %s', (_, buttons, lift) => {
	expect(findLift(area(680, 724, 50, 325), buttons)).toBe(lift)
})

test.each([
	['a main button', { kind: 'primary' }, {}, '52px'],
	['one of the landing', { kind: 'bare' }, {}, '52px'],
	['a button of words', { kind: 'quiet' }, {}, '52px'],
	['one behind a dialog, which nobody can tap', { kind: 'primary' }, { 'aria-hidden': 'true' }, '0px'],
	['a checkbox with its words', 'checkbox', {}, '52px'],
] as const)('%s that comes while a toast is shown lifts it where it has to', async (_, look, around, lift) => {
	vi.useRealTimers()
	const rects = new Map<Element, Partial<DOMRect>>()
	vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
		return { width: 1, height: 1, ...area(680, 724), ...rects.get(this) } as DOMRect
	})
	const toasts = createToasts()
	render(<ToastHost toasts={toasts} />)
	const host = screen.getByRole('status')
	act(() => void toasts.show('copied', { durationMs: 60_000 }))
	host.style.setProperty('--lift', 'none yet')
	const { container } = render(
		<div {...around}>
			{look === 'checkbox' ? (
				<Checkbox>I have read it</Checkbox>
			) : (
				<a href="/" className={buttonClass(look)}>
					join
				</a>
			)}
		</div>,
	)
	rects.set(container.querySelector('a, label') as Element, area(680, 732))
	await vi.waitFor(() => expect(host.style.getPropertyValue('--lift')).toBe(lift))
	vi.restoreAllMocks()
})

test.each([
	['is lifted above the field as well', 580, '152px'],
	['covers the field where there is no room above it', 20, '52px'],
])('a toast above a button %s', async (_, top, lift) => {
	vi.useRealTimers()
	const rects = new Map<Element, Partial<DOMRect>>()
	vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
		return { width: 1, height: 1, ...area(680, 724), ...rects.get(this) } as DOMRect
	})
	const toasts = createToasts()
	render(
		<>
			<TextField label="Password" />
			<button type="button" className={buttonClass({ kind: 'primary' })}>
				Sign in
			</button>
		</>,
	)
	rects.set(screen.getByRole('textbox').parentElement as Element, area(top, 660))
	rects.set(screen.getByRole('button'), area(680, 732))
	render(<ToastHost toasts={toasts} />)
	act(() => void toasts.show('consent first', { durationMs: 60_000 }))
	expect(screen.getByRole('status').style.getPropertyValue('--lift')).toBe(lift)
	vi.restoreAllMocks()
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

test('once its toast is gone, the screen under the host moves it no more', async () => {
	const frames: FrameRequestCallback[] = []
	vi.spyOn(window, 'requestAnimationFrame').mockImplementation(run => frames.push(run))
	const toasts = createToasts()
	const { container } = render(<ToastHost toasts={toasts} />)
	const changes = [
		() => window.dispatchEvent(new Event('resize')),
		() => window.dispatchEvent(new Event('scroll')),
		() => container.parentElement?.append(document.createElement('p')),
	]
	const countAfter = async (change: () => void) => {
		const before = frames.length
		change()
		await vi.advanceTimersByTimeAsync(1)
		for (const run of frames.slice(before)) run(0)
		return frames.length - before
	}
	act(() => void toasts.show('copied', { durationMs: 60_000 }))
	for (const change of changes) expect(await countAfter(change)).toBe(1)
	act(() => vi.advanceTimersByTime(60_000))
	for (const change of changes) expect(await countAfter(change)).toBe(0)
	vi.restoreAllMocks()
})

test('a place that is still to be found is not looked for once the toast is gone', () => {
	vi.spyOn(window, 'requestAnimationFrame').mockReturnValue(7)
	const cancelled = vi.spyOn(window, 'cancelAnimationFrame').mockImplementation(() => {})
	const toasts = createToasts()
	render(<ToastHost toasts={toasts} />)
	act(() => void toasts.show('copied'))
	window.dispatchEvent(new Event('resize'))
	act(() => vi.advanceTimersByTime(2000))
	expect(cancelled).toHaveBeenCalledWith(7)
	vi.restoreAllMocks()
})

test('while a toast is shown each change of the screen places it anew', () => {
	const frames: FrameRequestCallback[] = []
	vi.spyOn(window, 'requestAnimationFrame').mockImplementation(run => frames.push(run))
	const toasts = createToasts()
	render(<ToastHost toasts={toasts} />)
	act(() => void toasts.show('copied'))
	for (const count of [1, 2]) {
		window.dispatchEvent(new Event('resize'))
		expect(frames).toHaveLength(count)
		frames.at(-1)?.(0)
	}
	vi.restoreAllMocks()
})

test('a listener that has gone hears of no toast', () => {
	const toasts = createToasts()
	const changed = vi.fn()
	const stop = toasts.subscribe(changed)
	toasts.show('1')
	stop()
	toasts.show('2')
	expect(changed).toHaveBeenCalledOnce()
})
