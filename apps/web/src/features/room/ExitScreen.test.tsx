import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { m } from '../../locales/index.ts'
import { canRejoin, ExitScreen } from './ExitScreen.tsx'

afterEach(cleanup)

const show = (reason: Parameters<typeof ExitScreen>[0]['reason'], more: { lastedMs?: number } = {}) => {
	const [onRejoin, onReload] = [vi.fn(), vi.fn()]
	const leaving = { onRejoin, onReload, onHome: () => {}, onResume: () => {} }
	render(<ExitScreen reason={reason} {...more} signedIn={false} {...leaving} />)
	return { onRejoin, onReload }
}

test('an address typed by hand says that nobody has joined yet, and leads to joining', () => {
	const { onRejoin } = show('no-ticket')
	expect(screen.getByRole('heading', { name: '您还没有加入会议' })).toBeTruthy()
	expect(screen.queryByRole('button', { name: '重新加入' })).toBeNull()
	fireEvent.click(screen.getByRole('button', { name: '加入会议' }))
	expect(onRejoin).toHaveBeenCalledOnce()
})

test('[ROOM-93] an outdated page is loaded again, and does not join with what it knows', () => {
	const { onReload } = show('page.outdated')
	expect(screen.getByRole('heading', { name: '页面需要更新' })).toBeTruthy()
	expect(screen.queryByRole('button', { name: '重新加入' })).toBeNull()
	fireEvent.click(screen.getByRole('button', { name: '重新打开页面' }))
	expect(onReload).toHaveBeenCalledOnce()
})

test('[ROOM-184] a removed person reads that the host can allow them again, and can try then', () => {
	const { onRejoin } = show('removed')
	screen.getByText(m.room_out_removed_text())
	fireEvent.click(screen.getByRole('button', { name: m.room_out_rejoin() }))
	expect(onRejoin).toHaveBeenCalledOnce()
	cleanup()
	show('participant.removed')
	screen.getByRole('button', { name: m.room_out_rejoin() })
	expect([canRejoin('removed'), canRejoin('participant.removed')]).toEqual([false, false])
})

test('[ROOM-71] a person who was in the meeting can rejoin', () => {
	show('left')
	expect(screen.getByRole('button', { name: '重新加入' })).toBeTruthy()
})

test('[ROOM-71] a person who was in the meeting sees how long it lasted', () => {
	show('ended-by-host', { lastedMs: 3_725_000 })
	expect(screen.getByText(/会议时长 1:02:05/)).toBeTruthy()
	cleanup()
	show('ended-by-host')
	expect(screen.queryByText(/会议时长/)).toBeNull()
})
