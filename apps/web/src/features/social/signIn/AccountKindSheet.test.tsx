import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { AccountKindSheet } from './AccountKindSheet.tsx'

test('[SOC-16] an account that was chosen does not count as a cancellation, closing does', async () => {
	const events = { onSelect: vi.fn(), onClose: vi.fn() }
	const { unmount } = render(<AccountKindSheet opener={{ current: null }} {...events} />)
	fireEvent.click(await screen.findByRole('button', { name: /手机号账号/ }))
	await vi.waitFor(() => expect(events.onSelect.mock.calls).toEqual([['phone']]))
	await new Promise(resolve => setTimeout(resolve, 20))
	expect(events.onClose).not.toHaveBeenCalled()
	unmount()

	render(<AccountKindSheet opener={{ current: null }} {...events} />)
	fireEvent.click(await screen.findByRole('button', { name: '关闭' }))
	await vi.waitFor(() => expect(events.onClose).toHaveBeenCalledTimes(1))
	expect(events.onSelect).toHaveBeenCalledTimes(1)
})
