// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { m } from '../../locales/index.ts'
import { recordListeners } from '../../testing/recordListeners.ts'
import { ErrorScreen } from './ErrorScreen.tsx'

vi.mock('../../api/index.ts', () => ({ callApi: async () => ({ ok: false, failure: { refusal: 'offline' } }) }))
afterEach(cleanup)

const shown = (error: Error) => render(<ErrorScreen error={error} reset={() => {}} />)

test('a screen that could not be loaded says that there is no network', async () => {
	shown(new TypeError('Failed to fetch dynamically imported module: /assets/x.js'))
	expect(await screen.findByRole('heading', { name: m.net_offline() })).toBeTruthy()
	expect(screen.queryByText(m.error_text())).toBeNull()
	expect(screen.getByRole('button', { name: m.error_retry() })).toBeTruthy()
})

test('a screen that threw says that something went wrong', async () => {
	shown(new Error('x is undefined'))
	await new Promise(resolve => setTimeout(resolve, 20))
	expect(screen.getByRole('heading', { name: m.error_title() })).toBeTruthy()
})

test('a screen that could not be loaded looks for the network until it is left', async () => {
	vi.useFakeTimers()
	onTestFinished(() => void vi.useRealTimers())
	const listeners = recordListeners(window, 'online')
	const { unmount } = shown(new TypeError('Failed to fetch dynamically imported module: /assets/x.js'))
	await vi.advanceTimersByTimeAsync(0)
	expect([vi.getTimerCount(), listeners()]).toEqual([1, 1])
	unmount()
	await vi.advanceTimersByTimeAsync(0)
	expect([vi.getTimerCount(), listeners()]).toEqual([0, 0])
})
