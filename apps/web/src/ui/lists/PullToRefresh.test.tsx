// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { recordListeners } from '../../testing/recordListeners.ts'
import { PullToRefresh } from './PullToRefresh.tsx'

afterEach(cleanup)

const labels = { pull: 'pull', release: 'release', refreshing: 'refreshing', button: 'refresh' }

function drag(element: HTMLElement, [x, y]: [number, number]) {
	const at = (clientX: number, clientY: number) => ({ touches: [{ clientX, clientY }] })
	fireEvent.touchStart(element, at(100, 100))
	fireEvent.touchMove(element, at(100 + x / 2, 100 + y / 2))
	fireEvent.touchMove(element, at(100 + x, 100 + y))
	fireEvent.touchEnd(element)
}

async function list(options: { scrolledPx?: number; distancePx?: number } = {}) {
	let finish = () => {}
	const onRefresh = vi.fn(() => new Promise<void>(done => (finish = done)))
	const { distancePx } = options
	render(
		<PullToRefresh
			onRefresh={onRefresh}
			labels={labels}
			scrolledPx={() => options.scrolledPx ?? 0}
			{...(distancePx && { distancePx })}
		>
			<p>rows</p>
		</PullToRefresh>,
	)
	await screen.findByRole('button', { name: 'refresh' })
	return { onRefresh, rows: screen.getByText('rows'), finish: () => act(async () => finish()) }
}

test('[PAGE-18] a pull of 34 does nothing', async () => {
	const { onRefresh, rows } = await list()
	drag(rows, [0, 34])
	expect(onRefresh).not.toHaveBeenCalled()
})

test('[PAGE-18] a pull of 36 refreshes', async () => {
	const { onRefresh, rows } = await list()
	drag(rows, [0, 36])
	expect(onRefresh).toHaveBeenCalledTimes(1)
})

test('the distance can be another', async () => {
	const { onRefresh, rows } = await list({ distancePx: 80 })
	drag(rows, [0, 79])
	expect(onRefresh).not.toHaveBeenCalled()
	drag(rows, [0, 81])
	expect(onRefresh).toHaveBeenCalledTimes(1)
})

test('a list that is scrolled, a pull up and a swipe to the side do nothing', async () => {
	const scrolled = await list({ scrolledPx: 1 })
	drag(scrolled.rows, [0, 200])
	expect(scrolled.onRefresh).not.toHaveBeenCalled()
	cleanup()
	const top = await list()
	drag(top.rows, [0, -200])
	drag(top.rows, [120, 60])
	expect(top.onRefresh).not.toHaveBeenCalled()
})

test('while it refreshes it does not start again, and says what it does', async () => {
	const { onRefresh, rows, finish } = await list()
	drag(rows, [0, 90])
	drag(rows, [0, 90])
	expect(onRefresh).toHaveBeenCalledTimes(1)
	expect(screen.getByRole('status').textContent).toBe('refreshing')
	await finish()
	expect(screen.getByRole('status').textContent).toBe('')
	drag(rows, [0, 90])
	expect(onRefresh).toHaveBeenCalledTimes(2)
})

test('a button does the same for keyboards and screen readers', async () => {
	const { onRefresh } = await list()
	fireEvent.click(screen.getByRole('button', { name: 'refresh' }))
	expect(onRefresh).toHaveBeenCalledTimes(1)
})

test('a pull that the browser takes over is given up', async () => {
	const { onRefresh, rows } = await list()
	fireEvent.touchStart(rows, { touches: [{ clientX: 100, clientY: 100 }] })
	fireEvent.touchMove(rows, { touches: [{ clientX: 100, clientY: 200 }] })
	fireEvent.touchCancel(rows)
	fireEvent.touchEnd(rows)
	expect(onRefresh).not.toHaveBeenCalled()
})

test('a list that must not be pulled does nothing, and listens to no finger', async () => {
	const onRefresh = vi.fn(async () => {})
	const pullable = (disabled: boolean) => (
		<PullToRefresh onRefresh={onRefresh} labels={labels} scrolledPx={() => 0} disabled={disabled}>
			<p>rows</p>
		</PullToRefresh>
	)
	const { rerender, container } = render(pullable(true))
	const listeners = ['touchstart', 'touchmove', 'touchend', 'touchcancel'].map(type =>
		recordListeners(container.firstElementChild as Element, type),
	)
	const counts = () => listeners.map(count => count())
	drag(screen.getByText('rows'), [0, 90])
	expect([onRefresh.mock.calls.length, counts()]).toEqual([0, [0, 0, 0, 0]])
	rerender(pullable(false))
	expect(counts()).toEqual([1, 1, 1, 1])
	await act(async () => drag(screen.getByText('rows'), [0, 90]))
	expect(onRefresh).toHaveBeenCalledOnce()
	rerender(pullable(true))
	drag(screen.getByText('rows'), [0, 90])
	expect([onRefresh.mock.calls.length, counts()]).toEqual([1, [0, 0, 0, 0]])
})
