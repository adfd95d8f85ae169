import { act, cleanup, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { ornament } from './ornament.ts'
import { View } from './View.tsx'

vi.mock('./Pictures.tsx', () => {
	throw new TypeError('Failed to fetch dynamically imported module: /assets/Pictures.js')
})

afterEach(() => {
	cleanup()
	vi.useRealTimers()
})

test('[LAND-01] without the network for the other pictures the first one stays', async () => {
	vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
	vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
	const { container } = render(<View />)
	const still = container.innerHTML
	await act(() => vi.advanceTimersByTimeAsync(10_000))
	await act(() => vi.dynamicImportSettled())
	expect(container.innerHTML).toContain(still)
})

test('[LAND-10] a part of the landing that cannot be fetched breaks nothing', async () => {
	const Lost = ornament(() => Promise.reject(new TypeError('Failed to fetch')))
	const Found = ornament(async () => () => <p>found</p>)
	render(
		<>
			<Suspense>
				<Lost />
			</Suspense>
			<Suspense>
				<Found />
			</Suspense>
		</>,
	)
	await screen.findByText('found')
})
