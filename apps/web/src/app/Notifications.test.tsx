import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { m } from '../locales/index.ts'
import { stubServer } from '../testing/stubServer.ts'
import { Notifications } from './Notifications.tsx'

const isShown = () => screen.queryByText(m.net_offline()) !== null
function setOnline(isOnline: boolean) {
	vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
	act(() => void window.dispatchEvent(new Event(isOnline ? 'online' : 'offline')))
}

beforeEach(() => {
	vi.useFakeTimers()
})
afterEach(() => {
	cleanup()
	vi.restoreAllMocks()
	vi.unstubAllGlobals()
	vi.useRealTimers()
})

test('the notice follows the network; the server is asked while there is none, and nothing is once the page is gone', async () => {
	const server = stubServer({})
	const added = vi.spyOn(window, 'addEventListener')
	const removed = vi.spyOn(window, 'removeEventListener')
	const { unmount } = render(<Notifications />)
	expect(isShown()).toBe(false)
	setOnline(false)
	expect(isShown()).toBe(true)
	await act(() => vi.advanceTimersByTimeAsync(60_000))
	expect(server.requests.length).toBeGreaterThan(1)
	setOnline(true)
	expect(isShown()).toBe(false)
	setOnline(false)
	unmount()
	await vi.advanceTimersByTimeAsync(0)
	const asked = server.requests.length
	window.dispatchEvent(new Event('online'))
	await vi.advanceTimersByTimeAsync(120_000)
	expect([server.requests.length, vi.getTimerCount()]).toEqual([asked, 0])
	const ofNetwork = (calls: unknown[][]) => calls.filter(([type]) => type === 'online' || type === 'offline').length
	expect(ofNetwork(removed.mock.calls)).toBe(ofNetwork(added.mock.calls))
})
