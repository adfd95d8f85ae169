import type { ParticipantId, WaitingPerson } from '@parley/room'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { m } from '../../../locales/index.ts'
import type { RoomController } from '../roomController.ts'
import type { JoinedRoom } from '../roomState.ts'
import { WaitingSection } from './WaitingSection.tsx'

afterEach(cleanup)

const tina: WaitingPerson = { id: 'tina' as ParticipantId, name: 'Tina', isGuest: true }

const roomWith = (people: WaitingPerson[]) =>
	({
		self: 'self',
		people: [{ id: 'self', role: 'host' }],
		waiting: { isOn: true, count: people.length, people, message: null },
	}) as unknown as JoinedRoom

test('[ROOM-118] the question about a person who has gone meanwhile stays, and is answered', async () => {
	const controller = { deny: vi.fn() }
	const section = (people: WaitingPerson[]) => (
		<WaitingSection room={roomWith(people)} controller={controller as unknown as RoomController} />
	)
	const { rerender } = render(section([tina]))
	fireEvent.click(screen.getByRole('button', { name: m.waiting_deny_person({ name: 'Tina' }) }))
	await screen.findByRole('dialog')
	rerender(section([]))
	expect(screen.getByRole('dialog').textContent).toContain(m.waiting_deny_title({ name: 'Tina' }))
	fireEvent.click(screen.getByRole('button', { name: m.waiting_deny() }))
	expect(controller.deny).toHaveBeenCalledExactlyOnceWith('tina', '')
})
