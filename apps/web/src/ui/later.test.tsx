import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { later } from './later.tsx'

afterEach(cleanup)

const Part = ({ name }: { name: string }) => <p>{name}</p>

test('its place is kept until it is here; then it stands at once wherever it is shown', async () => {
	let come: () => void = () => {}
	const Later = later(
		() => new Promise<typeof Part>(resolve => (come = () => resolve(Part))),
		() => <i>meanwhile</i>,
	)
	render(<Later name="first" />)
	expect(screen.getByText('meanwhile')).toBeTruthy()
	await act(async () => come())
	expect(screen.getByText('first')).toBeTruthy()
	expect(screen.queryByText('meanwhile')).toBeNull()
	render(<Later name="second" />)
	expect(screen.getByText('second')).toBeTruthy()
})

test('one the network does not bring breaks nothing, and is asked for again where it is wanted next', async () => {
	let tries = 0
	const Later = later<{ name: string }>(async () => {
		if (++tries < 2) throw new TypeError('network')
		return Part
	})
	const { unmount } = render(<Later name="x" />)
	await act(async () => {})
	expect([tries, screen.queryByText('x')]).toEqual([1, null])
	unmount()
	render(<Later name="x" />)
	expect(await screen.findByText('x')).toBeTruthy()
	expect(tries).toBe(2)
})
