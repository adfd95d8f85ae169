import type { ParticipantId, WaitingPerson } from '@parley/room'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { m } from '../../../locales/index.ts'
import type { RoomController } from '../roomController.ts'
import type { JoinedRoom } from '../roomState.ts'
import { AdmitCard } from './AdmitCard.tsx'
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

test('[ROOM-180] a message to those who wait leaves the field and is shown as sent, also to other hosts, until it is taken back', () => {
	const messageWaiting = vi.fn()
	const section = (message: string | null) => {
		const waiting = { isOn: true, count: 1, people: [{ id: 'p', name: 'Ann', isGuest: false }], message }
		const room = { self: 'me', people: [{ id: 'me', role: 'co-host' }], waiting } as unknown as JoinedRoom
		return <WaitingSection room={room} controller={{ messageWaiting } as unknown as RoomController} />
	}
	const { rerender } = render(section(null))
	const field = screen.getByRole<HTMLInputElement>('textbox', { name: m.waiting_write() })
	const send = screen.getByRole<HTMLButtonElement>('button', { name: m.waiting_send() })
	expect(send.disabled).toBe(true)
	fireEvent.change(field, { target: { value: 'One moment' } })
	fireEvent.click(send)
	expect([messageWaiting.mock.calls, field.value]).toEqual([[['One moment']], 'One moment'])

	rerender(section('One moment'))
	const sent = screen.getByText(m.waiting_sent({ message: 'One moment' }))
	expect([sent.closest('[role=status]') !== null, field.value, send.disabled]).toEqual([true, '', true])
	// Text that is typed meanwhile stays.
	fireEvent.change(field, { target: { value: 'Two' } })
	fireEvent.click(send)
	fireEvent.change(field, { target: { value: 'Two moments' } })
	rerender(section('Two'))
	expect(field.value).toBe('Two moments')
	fireEvent.click(screen.getByRole('button', { name: m.waiting_take_back() }))
	expect(messageWaiting).toHaveBeenLastCalledWith('')
	rerender(section(null))
	expect(screen.queryByRole('button', { name: m.waiting_take_back() })).toBeNull()
})

test('[ROOM-40] hosts read that a guest who waits has the network of a person whom they removed', () => {
	const bo: WaitingPerson = { id: 'bo' as ParticipantId, name: 'Bo', isGuest: true, sharesRemovedAddress: true }
	const controller = {} as unknown as RoomController
	render(<WaitingSection room={roomWith([tina, bo])} controller={controller} />)
	const [first, second] = screen.getAllByRole('listitem').map(row => row.textContent)
	expect(first).toContain(m.room_guest())
	expect(first).not.toContain(m.waiting_same_network())
	expect(second).toContain(m.waiting_same_network())
	cleanup()
	render(
		<AdmitCard
			waiting={{ isOn: false, count: 1, people: [bo], message: null }}
			controller={controller}
			onView={() => {}}
		/>,
	)
	screen.getByText(m.waiting_same_network())
})
