import { initialPermissions, type ParticipantRole } from '@parley/room'
import { cleanup, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { m } from '../../../locales/index.ts'
import type { RoomController } from '../roomController.ts'
import type { JoinedRoom } from '../roomState.ts'
import { HostControlsSheet } from './HostControlsSheet.tsx'

afterEach(cleanup)

function Opened({ ownRole }: { ownRole: ParticipantRole }) {
	const [open, setOpen] = useState(true)
	const room = { self: 'self', people: [{ id: 'self', role: ownRole }], permissions: initialPermissions }
	return (
		<HostControlsSheet
			room={room as unknown as JoinedRoom}
			open={open}
			onOpenChange={setOpen}
			controller={{ lowerHands() {} } as unknown as RoomController}
			onMuteAll={() => {}}
		/>
	)
}

test('[ROOM-110] the controls close for a person who no longer runs the meeting, and do not open by themselves later', async () => {
	const isShown = () => screen.queryByText(m.room_may()) !== null
	const { rerender } = render(<Opened ownRole="co-host" />)
	expect(isShown()).toBe(true)
	rerender(<Opened ownRole="member" />)
	await expect.poll(isShown).toBe(false)
	rerender(<Opened ownRole="co-host" />)
	expect(isShown()).toBe(false)
})

test('[ROOM-126] what is done at once does not look as if it led to a page', () => {
	render(<Opened ownRole="host" />)
	for (const label of [m.room_mute_all(), m.room_lower_hands(), m.room_end()]) {
		const row = screen.getByRole('button', { name: new RegExp(label) })
		expect(row.querySelectorAll('svg')).toHaveLength(1)
	}
})
