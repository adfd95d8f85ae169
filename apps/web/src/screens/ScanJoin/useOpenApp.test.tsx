import type { JoinParameters } from '@parley/api'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderScreen } from '../../testing/renderScreen.tsx'
import { useOpenApp } from './useOpenApp.ts'

beforeEach(() => {
	vi.useFakeTimers()
	vi.spyOn(document, 'hasFocus').mockReturnValue(true)
	vi.spyOn(window.location, 'assign').mockImplementation(() => {})
})
afterEach(() => {
	cleanup()
	vi.useRealTimers()
	vi.restoreAllMocks()
})

const parameters = { meetingId: '842391556', roomUrl: '/room/842391556#ticket=t' } as unknown as JoinParameters

function Opening() {
	const { isOpening, open } = useOpenApp()
	return (
		<button type="button" onClick={() => void open(parameters)}>
			{isOpening ? 'opening' : 'open'}
		</button>
	)
}
const show = () => renderScreen('/Login/ScanJoin/$meetingId', Opening, '/Login/ScanJoin/842391556')
const advance = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const press = () => fireEvent.click(screen.getByRole('button'))

test('[LINK-14] where there is no app the page to download it follows', async () => {
	const { where } = await show()
	press()
	expect(screen.getByRole('button').textContent).toBe('opening')
	await advance(3_000)
	expect(where()).toBe('/invite')
})

test('where the app has opened the page stays, and may open it again', async () => {
	const { where } = await show()
	const before = where()
	press()
	await act(async () => void window.dispatchEvent(new Event('pagehide')))
	expect([screen.getByRole('button').textContent, where()]).toEqual(['open', before])
})

test('who leaves while the app is opening is not led to its download', async () => {
	const { where, go } = await show()
	press()
	await go('/')
	await advance(10_000)
	expect(where()).toBe('/')
})
