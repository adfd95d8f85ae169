import type { MeetingId } from '@parley/core'
import { initialPermissions } from '@parley/room'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { JoinedRoom } from '../../features/room/index.ts'
import { m } from '../../locales/index.ts'
import { TransferSheet } from './TransferSheet.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
	cleanup()
	vi.useRealTimers()
})

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
/** Code and link are loaded when they are first shown. */
const loaded = () => act(() => vi.dynamicImportSettled())
const aRoom = (fields: Partial<JoinedRoom> = {}) =>
	({
		self: 'self',
		people: [{ id: 'self', role: 'member' }],
		permissions: initialPermissions,
		ownScreen: 'off',
		...fields,
	}) as unknown as JoinedRoom

/** The sheet, with a server that issues tickets or not. */
async function show() {
	const server = { answers: true, tickets: 0 }
	const onOpenChange = vi.fn()
	const controller = {
		createTransfer: async () =>
			server.answers ? { ticket: `ticket-${++server.tickets}`, expiresInMs: 120_000 } : undefined,
	}
	const sheet = (room: JoinedRoom, open = true) => (
		<TransferSheet
			meetingId={'123456789' as MeetingId}
			room={room}
			controller={controller}
			open={open}
			onOpenChange={onOpenChange}
		/>
	)
	return { server, onOpenChange, sheet }
}

test('[ROOM-210] the code is renewed before it expires, as long as it is shown', async () => {
	const { server, sheet } = await show()
	const { rerender } = render(sheet(aRoom()))
	await wait(0)
	await loaded()
	expect(screen.getByRole('img', { name: m.transfer_code() })).toBeTruthy()
	expect(server.tickets).toBe(1)
	await wait(90_000)
	expect(server.tickets).toBe(2)
	rerender(sheet(aRoom(), false))
	await wait(200_000)
	expect(server.tickets).toBe(2)
})

test('[ROOM-210] without a ticket the sheet says so, and tries again', async () => {
	const { server, sheet } = await show()
	server.answers = false
	render(sheet(aRoom()))
	await wait(0)
	expect(screen.getByRole('alert').textContent).toContain(m.transfer_failed())
	server.answers = true
	fireEvent.click(screen.getByRole('button', { name: m.room_fault_retry() }))
	await wait(0)
	await loaded()
	expect(screen.getByRole('img', { name: m.transfer_code() })).toBeTruthy()
})

test('[ROOM-211] a person who shares a screen shows nobody the code', async () => {
	const { server, sheet } = await show()
	render(sheet(aRoom({ ownScreen: 'on' })))
	await wait(0)
	expect(screen.queryByRole('img', { name: m.transfer_code() })).toBeNull()
	expect([screen.queryByText(m.transfer_sharing()) !== null, server.tickets]).toEqual([true, 0])
})

test('[ROOM-212] the sheet closes when the host no longer permits it', async () => {
	const { onOpenChange, sheet } = await show()
	const { rerender } = render(sheet(aRoom()))
	await wait(0)
	rerender(sheet(aRoom({ permissions: { ...initialPermissions, transfer: false } })))
	expect(onOpenChange).toHaveBeenCalledWith(false)
})
