import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { lazyComponent, loadFailure, runWhenIdle } from './lazy.tsx'

const report = vi.fn()
beforeEach(() => {
	report.mockReset()
	loadFailure.report = report
})
afterEach(cleanup)

const Part = ({ name }: { name: string }) => <p>{name}</p>

test('the fallback is shown until the component is loaded; after that it is rendered at once everywhere', async () => {
	let finish: () => void = () => {}
	const Lazy = lazyComponent(() => new Promise<typeof Part>(resolve => (finish = () => resolve(Part))), {
		fallback: () => <i>fallback</i>,
	})
	render(<Lazy name="first" />)
	expect(screen.getByText('fallback')).toBeTruthy()
	await act(async () => finish())
	expect(screen.getByText('first')).toBeTruthy()
	expect(screen.queryByText('fallback')).toBeNull()
	render(<Lazy name="second" />)
	expect(screen.getByText('second')).toBeTruthy()
})

test('a failed load throws nothing, and the next mount tries again', async () => {
	let tries = 0
	const Lazy = lazyComponent<{ name: string }>(async () => {
		if (++tries < 2) throw new TypeError('network')
		return Part
	})
	const { unmount } = render(<Lazy name="x" />)
	await act(async () => {})
	expect([tries, screen.queryByText('x')]).toEqual([1, null])
	unmount()
	render(<Lazy name="x" />)
	expect(await screen.findByText('x')).toBeTruthy()
	expect(tries).toBe(2)
})

const Sheet = ({ open }: { open: boolean; onClose(): void }) => (open ? <p>sheet</p> : null)

/** Fails the first so many times. */
function failing(times: number) {
	let tries = 0
	return async () => {
		if (++tries <= times) throw new TypeError('Failed to fetch dynamically imported module')
		return Sheet
	}
}

function show(Part: ReturnType<typeof lazyComponent<Parameters<typeof Sheet>[0]>>) {
	function Form() {
		const [open, setOpen] = useState(false)
		return (
			<>
				<input aria-label="topic" />
				<button type="button" onClick={() => setOpen(true)}>
					choose
				</button>
				<Part open={open} onClose={() => setOpen(false)} />
			</>
		)
	}
	render(<Form />)
}
const tap = () => act(async () => fireEvent.click(screen.getByRole('button')))

test('an overlay is loaded with the first tap, and not before', async () => {
	const load = vi.fn(failing(0))
	show(lazyComponent(load, { overlay: true }))
	await act(async () => {})
	expect(load).not.toHaveBeenCalled()
	await tap()
	expect(screen.getByText('sheet')).toBeTruthy()
	expect(report).not.toHaveBeenCalled()
})

test('an overlay that cannot be loaded is reported, keeps what was typed, and is loaded with the next tap', async () => {
	show(lazyComponent(failing(1), { overlay: true }))
	fireEvent.change(screen.getByLabelText('topic'), { target: { value: 'Weekly' } })
	await tap()
	expect(report).toHaveBeenCalledOnce()
	expect(screen.queryByText('sheet')).toBeNull()
	expect(screen.getByLabelText<HTMLInputElement>('topic').value).toBe('Weekly')
	await tap()
	expect(screen.getByText('sheet')).toBeTruthy()
	expect(report).toHaveBeenCalledOnce()
})

test('with a trigger, each new value loads again', async () => {
	const Part = lazyComponent<{ tap: number }>(
		vi
			.fn()
			.mockRejectedValueOnce(new TypeError('network'))
			.mockResolvedValue(({ tap }: { tap: number }) => <p>tap {tap}</p>),
		{ overlay: true, trigger: ({ tap }) => tap },
	)
	const { rerender } = render(<Part tap={1} />)
	await act(async () => {})
	rerender(<Part tap={1} />)
	await act(async () => {})
	expect(report).toHaveBeenCalledOnce()
	rerender(<Part tap={2} />)
	expect(await screen.findByText('tap 2')).toBeTruthy()
})

test('an overlay that cannot be loaded is not reported to somebody who has left the screen', async () => {
	let fail = () => {}
	const Lazy = lazyComponent<{ open: boolean; onClose(): void }>(
		() =>
			new Promise((_, reject) => {
				fail = () => reject(new TypeError('network'))
			}),
		{ overlay: true },
	)
	const onClose = vi.fn()
	const { unmount } = render(<Lazy open onClose={onClose} />)
	unmount()
	await act(async () => fail())
	expect([report.mock.calls, onClose.mock.calls]).toEqual([[], []])
})

test.each([
	['with requestIdleCallback', true],
	['without requestIdleCallback', false],
])('what is planned for when the page is idle is cancelled %s', (_, hasIdle) => {
	vi.useFakeTimers()
	const idle = new Map<number, () => void>()
	vi.stubGlobal('requestIdleCallback', hasIdle ? (run: () => void) => idle.set(idle.size + 1, run).size : undefined)
	vi.stubGlobal('cancelIdleCallback', (handle: number) => idle.delete(handle))
	onTestFinished(() => {
		vi.useRealTimers()
		vi.unstubAllGlobals()
	})
	const runIdle = () => {
		for (const run of idle.values()) run()
		vi.runAllTimers()
	}
	const [done, cancelled] = [vi.fn(), vi.fn()]
	runWhenIdle(done)
	runWhenIdle(cancelled)()
	runIdle()
	expect([done.mock.calls.length, cancelled.mock.calls.length]).toEqual([1, 0])
})
