import { initialPermissions, type Participant, type ParticipantId } from '@parley/room'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { m } from '../../locales/index.ts'
import { PersonMenu } from './hosting/PersonMenu.tsx'
import { PeopleSheet } from './PeopleSheet.tsx'
import type { RoomController } from './roomController.ts'
import type { JoinedRoom } from './roomState.ts'
import type { Pinning } from './tiles/usePinning.ts'

afterEach(cleanup)

const person = (id: string, fields: Partial<Participant>): Participant => ({
	id: id as ParticipantId,
	name: id,
	role: 'member',
	sending: { microphone: false, camera: false },
	connected: true,
	handRaisedAt: null,
	...fields,
})
const room = {
	self: 'self',
	people: [person('self', { role: 'host' }), person('bo', { name: 'Bo' })],
	permissions: initialPermissions,
	speaking: new Set(),
} as unknown as JoinedRoom

const unpinnable: Pinning = { pinned: undefined, pinOf: () => undefined }

/** Opens the actions towards Bo, and returns every title shown from then on. */
async function openActions() {
	const controller = { removeParticipant: vi.fn(), handOverTo: vi.fn() }
	const nothing = () => {}
	render(
		<PeopleSheet
			room={room}
			open
			onOpenChange={nothing}
			controller={controller as unknown as RoomController}
			onHostControls={nothing}
			onMuteAll={nothing}
			pinning={unpinnable}
			onMessage={nothing}
		/>,
	)
	fireEvent.click(screen.getByRole('button', { name: m.room_person_more({ name: 'Bo' }) }))
	await screen.findByRole('heading', { name: 'Bo' })
	const titles = new Set<string>()
	const read = () => {
		for (const title of document.querySelectorAll('h2')) titles.add(title.textContent)
	}
	const observer = new MutationObserver(read)
	observer.observe(document.body, { childList: true, characterData: true, subtree: true, attributes: true })
	return { controller, titles, read }
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name, hidden: true }))

test.each([
	['removing', m.room_person_remove, m.room_remove_title, m.room_remove, 'removeParticipant'],
	['handing over', m.room_hand_over, m.room_hand_over_title, m.room_hand_over, 'handOverTo'],
] as const)(
	'[ROOM-111] the question about %s keeps the name while it closes, and acts once',
	async (_, action, title, confirm, call) => {
		const { controller, titles, read } = await openActions()
		press(action())
		const heading = title({ name: 'Bo' })
		await screen.findByRole('heading', { name: heading })
		const button = screen.getByRole('button', { name: confirm() })
		fireEvent.click(button)
		fireEvent.click(button)
		read()
		await expect.poll(() => screen.queryByRole('heading', { name: heading })).toBeNull()
		expect(titles).toContain(heading)
		expect(titles).not.toContain(title({ name: '' }))
		expect(titles).not.toContain('')
		expect(controller[call]).toHaveBeenCalledExactlyOnceWith('bo')
	},
)

test('[ROOM-232] the menu of a tile is open at first, pins the person, and asks like the list', async () => {
	const controller = { removeParticipant: vi.fn() }
	const onToggle = vi.fn()
	const bo = room.people[1] as Participant
	const menu = (isPinned: boolean) => (
		<PersonMenu
			room={room}
			controller={controller as unknown as RoomController}
			onMessage={() => {}}
			person={bo}
			anchor={document.body}
			pinning={{ pinned: undefined, pinOf: () => ({ isPinned, onToggle }) }}
		/>
	)
	const shown = render(menu(false))
	fireEvent.click(await screen.findByRole('button', { name: m.room_pin_here() }))
	expect(onToggle).toHaveBeenCalledOnce()
	shown.unmount()
	render(menu(true))
	await screen.findByRole('button', { name: m.room_unpin() })
	fireEvent.click(screen.getByRole('button', { name: m.room_person_remove() }))
	await screen.findByRole('heading', { name: m.room_remove_title({ name: 'Bo' }) })
	expect(controller.removeParticipant).not.toHaveBeenCalled()
})

test('[ROOM-128] the menu of a person in the list has the actions of the menu of their tile', async () => {
	const onToggle = vi.fn()
	const pinning: Pinning = { pinned: undefined, pinOf: () => ({ isPinned: false, onToggle }) }
	const options = { room, controller: {} as RoomController, onMessage: () => {}, pinning }
	const actionsIn = async () => {
		const dialog = await screen.findByRole('dialog', { name: 'Bo' })
		return within(dialog)
			.getAllByRole('listitem')
			.map(item => item.textContent)
	}
	const menu = render(<PersonMenu {...options} person={room.people[1] as Participant} anchor={document.body} />)
	const ofTile = await actionsIn()
	menu.unmount()
	render(<PeopleSheet {...options} open onOpenChange={() => {}} onHostControls={() => {}} onMuteAll={() => {}} />)
	fireEvent.click(screen.getByRole('button', { name: m.room_person_more({ name: 'Bo' }) }))
	expect(await actionsIn()).toEqual(ofTile)
	fireEvent.click(screen.getByRole('button', { name: m.room_pin_here() }))
	expect(onToggle).toHaveBeenCalledOnce()
})

test('[ROOM-124] the list says who is shown large to everybody', () => {
	const nothing = () => {}
	render(
		<PeopleSheet
			room={{ ...room, spotlight: 'bo' as ParticipantId }}
			open
			onOpenChange={nothing}
			controller={{} as RoomController}
			onHostControls={nothing}
			onMuteAll={nothing}
			pinning={unpinnable}
			onMessage={nothing}
		/>,
	)
	const marked = screen.getAllByRole('listitem').filter(row => row.textContent.includes(m.room_spotlit()))
	expect(marked.map(row => row.textContent)).toEqual([expect.stringContaining('Bo')])
})

test('[ROOM-119] muting all asks first', () => {
	const nothing = () => {}
	const onMuteAll = vi.fn()
	render(
		<PeopleSheet
			room={room}
			open
			onOpenChange={nothing}
			controller={{} as RoomController}
			onHostControls={nothing}
			onMuteAll={onMuteAll}
			pinning={unpinnable}
			onMessage={nothing}
		/>,
	)
	press(m.room_mute_all())
	expect(onMuteAll).toHaveBeenCalledOnce()
})
