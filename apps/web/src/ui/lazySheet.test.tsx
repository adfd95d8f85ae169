import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lazySheet, notBrought } from './lazySheet.tsx'

const say = vi.fn()
beforeEach(() => {
	say.mockReset()
	notBrought.say = say
})
afterEach(() => {
	cleanup()
	document.head.replaceChildren()
})

const Sheet = ({ open }: { open: boolean; onClose(): void }) => (open ? <p>sheet</p> : null)

/** A network that is away for the first so many times. */
function failing(times: number) {
	let tries = 0
	return async () => {
		if (++tries <= times) throw new TypeError('Failed to fetch dynamically imported module')
		return Sheet
	}
}

function show(Part: ReturnType<typeof lazySheet<Parameters<typeof Sheet>[0]>>) {
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

test('it comes with the first tap, and not before', async () => {
	const load = vi.fn(failing(0))
	show(lazySheet(load))
	await act(async () => {})
	expect(load).not.toHaveBeenCalled()
	await tap()
	expect(screen.getByText('sheet')).toBeTruthy()
	expect(say).not.toHaveBeenCalled()
})

test('one the network does not bring is told, leaves what was written, and comes with the next tap', async () => {
	show(lazySheet(failing(1)))
	fireEvent.change(screen.getByLabelText('topic'), { target: { value: 'Weekly' } })
	await tap()
	expect(say).toHaveBeenCalledOnce()
	expect(screen.queryByText('sheet')).toBeNull()
	expect(screen.getByLabelText<HTMLInputElement>('topic').value).toBe('Weekly')
	await tap()
	expect(screen.getByText('sheet')).toBeTruthy()
	expect(say).toHaveBeenCalledOnce()
})

test('where every tap counts for itself, each asks anew', async () => {
	const Part = lazySheet<{ tap: number }>(
		vi
			.fn()
			.mockRejectedValueOnce(new TypeError('network'))
			.mockResolvedValue(({ tap }: { tap: number }) => <p>tap {tap}</p>),
		({ tap }) => tap,
	)
	const { rerender } = render(<Part tap={1} />)
	await act(async () => {})
	rerender(<Part tap={1} />)
	await act(async () => {})
	expect(say).toHaveBeenCalledOnce()
	rerender(<Part tap={2} />)
	expect(await screen.findByText('tap 2')).toBeTruthy()
})

test('a stylesheet that did not come is asked for again', async () => {
	const link = Object.assign(document.createElement('link'), { rel: 'stylesheet' })
	Object.defineProperty(link, 'sheet', { value: null })
	document.head.append(link)
	show(lazySheet(failing(1)))
	await tap()
	expect(document.querySelectorAll('link')).toHaveLength(1)
	expect(document.querySelector('link')).not.toBe(link)
})
