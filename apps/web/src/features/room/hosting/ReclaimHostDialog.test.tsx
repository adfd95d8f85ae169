import type { Participant, ParticipantId } from '@parley/room'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { m } from '../../../locales/index.ts'
import type { JoinedRoom } from '../roomState.ts'
import { ReclaimHostDialog } from './ReclaimHostDialog.tsx'

afterEach(cleanup)

test('[ROOM-199] the owner reads who stays as co-host, and takes the role back with one press, without a password', async () => {
	const controller = { reclaimHost: vi.fn() }
	const people = [{ id: 'bo' as ParticipantId, name: 'Bo', role: 'host' }] as Participant[]
	const onOpenChange = vi.fn()
	const room = { people } as unknown as JoinedRoom
	render(<ReclaimHostDialog room={room} open onOpenChange={onOpenChange} controller={controller} />)
	const dialog = await screen.findByRole('alertdialog', { name: m.room_reclaim_title() })
	expect(dialog.textContent).toContain(m.room_reclaim_text({ name: 'Bo' }))
	expect(dialog.querySelector('input')).toBeNull()
	fireEvent.click(screen.getByRole('button', { name: m.room_reclaim_confirm() }))
	expect(controller.reclaimHost).toHaveBeenCalledOnce()
	expect(onOpenChange).toHaveBeenCalledWith(false)
})
