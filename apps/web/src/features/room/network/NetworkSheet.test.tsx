import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { m } from '../../../locales/index.ts'
import type { JoinedRoom } from '../roomState.ts'
import { NetworkSheet } from './NetworkSheet.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
	cleanup()
	vi.useRealTimers()
})

function show(fields: Partial<JoinedRoom> = {}, isOpen = true) {
	const chosen: boolean[] = []
	let bytes = 1_240_000
	let counts = 0
	const controller = {
		setSoundOnly: (isSoundOnly: boolean) => void chosen.push(isSoundOnly),
		async countBytes() {
			counts++
			bytes += 1_000_000
			return bytes
		},
	}
	const room = { self: 'p1', isSoundOnly: false, lineQualities: new Map(), ...fields } as JoinedRoom
	const sheet = (open: boolean) => (
		<NetworkSheet room={room} open={open} onOpenChange={() => {}} controller={controller} />
	)
	const { rerender, unmount } = render(sheet(isOpen))
	return { chosen, counts: () => counts, close: () => rerender(sheet(false)), unmount }
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('[ROOM-88] sound only is chosen with a switch, and the data used is counted while the sheet is open', async () => {
	const { chosen, counts, close } = show()
	await pass(0)
	expect(screen.getByText('2.2 MB')).toBeTruthy()
	await pass(2_000)
	expect(screen.getByText('3.2 MB')).toBeTruthy()
	fireEvent.click(screen.getByRole('switch', { name: new RegExp(m.room_sound_only()) }))
	expect(chosen).toEqual([true])
	close()
	const before = counts()
	await pass(10_000)
	expect(counts()).toBe(before)
})

test('[ROOM-87] the own line is named, with what it means', () => {
	show({ lineQualities: new Map([['p1', 'poor']]) as never })
	expect(screen.getByText(m.room_quality_poor())).toBeTruthy()
	expect(screen.getByText(m.room_quality_poor_text())).toBeTruthy()
	cleanup()
	show({ lineQualities: new Map([['p2', 'poor']]) as never })
	expect(screen.getByText(m.room_quality_good())).toBeTruthy()
})
