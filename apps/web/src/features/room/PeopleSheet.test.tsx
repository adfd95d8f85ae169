import { initialPermissions, type Participant, type ParticipantId, type RemovedPerson } from '@parley/room'
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
	removed: [],
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

const removedGuest: RemovedPerson = { id: 'mallory' as ParticipantId, name: 'Mallory', role: 'guest' }
const removedCoHost: RemovedPerson = { id: 'carl' as ParticipantId, name: 'Carl', role: 'co-host' }

/** The list with these removed people, as a person of this role sees it. */
function listFor(role: Participant['role'], removed: RemovedPerson[], controller = {}) {
	const nothing = () => {}
	return (
		<PeopleSheet
			room={{ ...room, people: [person('self', { role })], removed }}
			open
			onOpenChange={nothing}
			controller={controller as RoomController}
			onHostControls={nothing}
			onMuteAll={nothing}
			pinning={unpinnable}
			onMessage={nothing}
		/>
	)
}
const allowAgain = (name: string) => screen.queryByRole('button', { name: m.room_allow_again_person({ name }) })

test('[ROOM-181] host and co-host see who was removed, and allow those to join again on whom they can act', () => {
	const controller = { allowAgain: vi.fn() }
	const shown = render(listFor('host', [removedGuest, removedCoHost], controller))
	screen.getByRole('heading', { name: m.room_removed_section({ count: 2 }) })
	fireEvent.click(allowAgain('Mallory') as HTMLElement)
	expect(controller.allowAgain).toHaveBeenCalledExactlyOnceWith(removedGuest)
	expect(allowAgain('Carl')).not.toBeNull()
	shown.rerender(listFor('co-host', [removedGuest, removedCoHost]))
	expect([allowAgain('Mallory') !== null, allowAgain('Carl')]).toEqual([true, null])
	screen.getByText('Carl')
	shown.rerender(listFor('member', [removedGuest]))
	expect(screen.queryByText('Mallory')).toBeNull()
	shown.rerender(listFor('host', []))
	expect(screen.queryByRole('heading', { name: m.room_removed_section({ count: 0 }) })).toBeNull()
})

test('[ROOM-181] the focus stays at the list of the removed when the pressed button goes with its row', () => {
	const controller = { allowAgain: vi.fn() }
	const shown = render(listFor('host', [removedGuest, removedCoHost], controller))
	const button = allowAgain('Mallory') as HTMLElement
	button.focus()
	fireEvent.click(button)
	shown.rerender(listFor('host', [removedCoHost], controller))
	expect(document.activeElement?.contains(allowAgain('Carl'))).toBe(true)
	expect(document.activeElement).not.toBe(document.body)
})

test.each([
	['a guest', 'guest', m.room_remove_text_guest],
	['a member', 'member', m.room_remove_text],
] as const)(
	'[ROOM-181] before %s is removed the question says whom that concerns and how it is undone',
	async (_, role, text) => {
		const bo = person('bo', { name: 'Bo', role })
		render(
			<PersonMenu
				room={{ ...room, people: [person('self', { role: 'host' }), bo] }}
				controller={{} as RoomController}
				onMessage={() => {}}
				person={bo}
				anchor={document.body}
				pinning={unpinnable}
			/>,
		)
		fireEvent.click(await screen.findByRole('button', { name: m.room_person_remove() }))
		const question = await screen.findByRole('alertdialog')
		within(question).getByText(text())
	},
)
