import { initialPermissions, type Participant, type ParticipantId } from '@parley/room'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { RoomController, RoomState } from '../../features/room/index.ts'
import { m } from '../../locales/index.ts'
import { aMember, setPerson } from '../../testing/aPerson.ts'
import { renderScreen } from '../../testing/renderScreen.tsx'
import { stubResizeObserver } from '../../testing/stubResizeObserver.ts'
import { stubServer } from '../../testing/stubServer.ts'
import { Room } from './Room.screen.tsx'

/** The room as the screen is told of it; the test is the server. */
const visit = vi.hoisted(() => ({ state: undefined as unknown, listeners: new Set<() => void>() }))

vi.mock('../../features/room/useRoom.ts', async () => {
	const { useSyncExternalStore } = await import('react')
	const controller = new Proxy({}, { get: () => async () => undefined }) as RoomController
	return {
		useRoom() {
			const state = useSyncExternalStore(
				listener => {
					visit.listeners.add(listener)
					return () => void visit.listeners.delete(listener)
				},
				() => visit.state as RoomState,
			)
			return {
				view: { state, cameras: new Map(), screens: new Map() },
				controller: Object.assign(controller, { getVisitToken: () => undefined }),
			}
		},
	}
})

const person = (id: string, fields: Partial<Participant> = {}): Participant => ({
	id: id as ParticipantId,
	name: id,
	role: 'member',
	connected: true,
	sending: { microphone: false, camera: false },
	handRaisedAt: null,
	...fields,
})

const joined = (role: Participant['role']) =>
	({
		status: 'joined',
		self: 'self',
		topic: 'Harbour plans',
		isLocked: false,
		isOnAir: false,
		sharing: { presenter: null },
		chat: { showsHistory: true },
		permissions: initialPermissions,
		spotlight: null,
		poll: null,
		ending: null,
		recording: null,
		isAskedToUnmute: false,
		mayUnmuteOnce: false,
		ownScreen: 'off',
		screenContent: 'text',
		startedAt: Date.now(),
		people: [person('self', { role }), person('bo', { name: 'Bo', role: role === 'host' ? 'member' : 'host' })],
		speaking: new Set(),
		isConnected: true,
		isServerRestarting: false,
		media: 'live',
		paused: new Set(),
		isScreenPaused: false,
		lineQualities: new Map(),
		isSoundOnly: false,
		devices: { microphone: { status: 'off' }, camera: { status: 'off' } },
		isSoundBlocked: false,
		interruptions: [],
		arePasswordsTried: false,
		waiting: undefined,
		removed: [],
		// A co-host is the owner, who came after another host.
		ownsMeeting: role === 'co-host',
		notice: undefined,
		reactions: new Map(),
	}) as unknown as RoomState

function become(state: RoomState) {
	visit.state = state
	for (const listener of visit.listeners) listener()
}

beforeEach(() => {
	setPerson(aMember())
	stubResizeObserver()
	stubServer({})
})
afterEach(() => {
	cleanup()
	vi.unstubAllGlobals()
})

const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name, hidden: true }))
const isOpen = () => document.querySelector('[role=dialog], [role=alertdialog]') !== null

/** The ways in which a room ends for a person who has not left it. */
const ends = ['removed', 'ended-by-host', 'deleted', 'elsewhere', 'access-ended'] as const

async function closesWithTheRoom(
	role: Participant['role'],
	open: () => Promise<unknown>,
	reason: (typeof ends)[number],
) {
	visit.state = joined(role)
	await renderScreen('/room/$meetingId', Room, '/room/842391556')
	await open()
	await waitFor(() => expect(isOpen()).toBe(true))
	act(() => become({ status: 'exited', reason }))
	await screen.findByRole('heading', { level: 1 })
	expect(isOpen()).toBe(false)
	// The screen that says why can be used.
	expect(document.querySelector('main')?.closest('[inert], [aria-hidden=true]')).toBeNull()
	expect(getComputedStyle(document.body).overflow).not.toBe('hidden')
}

test.each(ends)('[ROOM-182] the sheet of the room closes when it ends with %s', async reason => {
	await closesWithTheRoom('member', () => press(m.room_more()), reason)
})

const fromMore = (name: () => string) => async () => {
	await press(m.room_more())
	await press(name())
}

test.each([
	['people', 'host', () => press(m.room_people_counted({ count: 2 }))],
	['network', 'member', fromMore(m.room_network)],
	['devices', 'member', fromMore(m.devices_title)],
	['another device', 'member', fromMore(m.transfer_open)],
	['announcements', 'member', fromMore(m.room_announce_open)],
	[
		'keys',
		'member',
		async () => {
			await screen.findByRole('button', { name: m.room_more(), hidden: true })
			// A phone offers the list once a key was pressed.
			fireEvent.keyDown(window, { key: 'Shift' })
			await fromMore(m.room_keys_open)()
		},
	],
	['claiming the host', 'member', fromMore(m.room_claim)],
	['taking the host back', 'co-host', fromMore(m.room_reclaim)],
	['controls of the host', 'host', fromMore(m.room_host_controls)],
	['recording', 'host', fromMore(m.recording_start)],
	['poll', 'host', fromMore(m.poll_title)],
	['leaving', 'host', () => press(m.room_leave())],
] as const)('[ROOM-182] %s closes when the person is removed', async (_, role, open) => {
	await closesWithTheRoom(role, open, 'removed')
})
