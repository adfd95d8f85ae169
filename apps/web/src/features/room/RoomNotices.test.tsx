import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { m } from '../../locales/index.ts'
import { deviceChoices } from '../../media/index.ts'
import { toast } from '../../ui/index.ts'
import type { AnnouncementLevel } from './announcements/announcementLevel.ts'
import { RoomNotices } from './RoomNotices.tsx'
import type { RoomController } from './roomController.ts'
import type { JoinedRoom, Notice } from './roomState.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
	cleanup()
	vi.useRealTimers()
})
const advance = (ms: number) => act(() => vi.advanceTimersByTime(ms))

const room = {
	status: 'joined',
	self: 'p1',
	people: [],
	isConnected: true,
	isServerRestarting: false,
	media: 'live',
	paused: new Set(),
	lineQualities: new Map(),
	devices: { microphone: { status: 'off' }, camera: { status: 'off' } },
	isSoundBlocked: false,
	triedPassword: undefined,
} as unknown as JoinedRoom
const joined = (number: number, name: string): Notice => ({ number, type: 'joined', name })
const notices = (notice: Notice | undefined, announcements: AnnouncementLevel = 'all', fields: object = {}) => (
	<RoomNotices room={{ ...room, notice, ...fields }} controller={{} as RoomController} announcements={announcements} />
)
const isSaid = (name: string) => screen.queryByText(new RegExp(name)) !== null

test('[ROOM-72] what happens is said for four seconds, each event for four of its own, and not after leaving', () => {
	const { rerender, unmount } = render(notices(undefined))
	rerender(notices(joined(1, 'Ann')))
	advance(3_000)
	rerender(notices(joined(2, 'Bo')))
	advance(3_999)
	expect([isSaid('Ann'), isSaid('Bo')]).toEqual([false, true])
	advance(1)
	expect(isSaid('Bo')).toBe(false)
	// The same event, rendered again.
	rerender(notices(joined(2, 'Bo')))
	expect(isSaid('Bo')).toBe(false)
	rerender(notices(joined(3, 'Cy')))
	unmount()
	expect(vi.getTimerCount()).toBe(0)
})

test.each([
	['blur', m.room_fault_camera_blur, m.room_fault_turn_off_blur],
	['blur-slow', m.room_fault_camera_blur_slow, m.room_fault_blur_slow_text],
] as const)(
	'[ROOM-241] [ROOM-242] a camera off with the error %s says why, and is opened without its blur by a button',
	(error, title, text) => {
		deviceChoices.set({ blursBackground: true })
		const devices = { microphone: { status: 'off' }, camera: { status: 'failed', error } }
		render(notices(undefined, 'all', { devices }))
		const card = screen.getByRole('alert').textContent
		expect([card?.includes(title()), card?.includes(text())]).toEqual([true, true])
		fireEvent.click(screen.getByRole('button', { name: m.room_fault_without_blur() }))
		expect(deviceChoices.get().blursBackground).toBe(false)
	},
)

test('[ROOM-83] [ROOM-87] the own line is named as the reason, unless the connection is lost anyway', () => {
	const showLine = (fields: object) => {
		cleanup()
		render(notices(undefined, 'all', fields))
		return screen.queryByText(m.room_line_poor()) !== null
	}
	expect(showLine({})).toBe(false)
	expect(showLine({ paused: new Set(['p2']) })).toBe(true)
	expect(showLine({ lineQualities: new Map([['p1', 'poor']]) })).toBe(true)
	expect(showLine({ lineQualities: new Map([['p1', 'fair']]) })).toBe(false)
	expect(showLine({ lineQualities: new Map([['p2', 'poor']]) })).toBe(false)
	expect(showLine({ paused: new Set(['p2']), media: 'interrupted' })).toBe(false)
})

test('[ROOM-129] the outcome of an action is a toast, each once, and not on the stage behind a sheet', () => {
	const show = vi.spyOn(toast, 'show')
	const gone = (number: number): Notice => ({ number, type: 'waiting-gone', name: '' })
	const { rerender, unmount } = render(notices(gone(1)))
	expect(show).not.toHaveBeenCalled()
	for (const notice of [gone(2), gone(3)]) {
		rerender(notices(notice))
		rerender(notices(notice))
	}
	expect(show.mock.calls.map(([text]) => text)).toEqual([m.waiting_gone(), m.waiting_gone()])
	expect(isSaid(m.waiting_gone())).toBe(false)
	rerender(notices(joined(4, 'Ann')))
	expect([isSaid('Ann'), show.mock.calls.length]).toEqual([true, 2])
	unmount()
	vi.restoreAllMocks()
})

test('[ROOM-72] a notice from before the room is shown again is not repeated, the next one is shown', () => {
	const { rerender } = render(notices(joined(3, 'Ann')))
	expect(screen.queryByText(m.room_notice_joined({ name: 'Ann' }))).toBeNull()
	rerender(notices(joined(4, 'Bo')))
	expect(screen.getByText(m.room_notice_joined({ name: 'Bo' }))).toBeTruthy()
})

describe('[ROOM-226] what screen readers are told of what happens', () => {
	const people = (role: string) => ({ people: [{ id: 'p1', role }] })
	/** Returns whether the notice is seen, and whether it is in a live region. */
	function show(type: Notice['type'], level: AnnouncementLevel, role = 'member') {
		cleanup()
		const { rerender } = render(notices(undefined, level, people(role)))
		const before = document.body.textContent
		rerender(notices({ number: 1, type, name: 'Ann' }, level, people(role)))
		const said = screen.getAllByRole('status').some(region => region.textContent !== '')
		return { seen: document.body.textContent !== before, said }
	}

	test.each([
		['joined', [true, false, false]],
		['left', [true, false, false]],
		['hand', [true, true, false]],
		['sharing', [true, true, false]],
		['poll', [true, true, false]],
		['muted', [true, true, true]],
		['recording-started', [true, true, true]],
		['screen.failed', [true, true, true]],
	] as const)('%s: at each of the three levels; it is seen at all of them', (type, expected) => {
		const shown = (['all', 'important', 'little'] as const).map(level => show(type, level))
		expect(shown.map(({ said }) => said)).toEqual(expected)
		expect(shown.map(({ seen }) => seen)).toEqual([true, true, true])
	})

	test('those who run the meeting are told of every hand', () => {
		expect(show('hand', 'little', 'host').said).toBe(true)
		expect(show('hand', 'little', 'co-host').said).toBe(true)
	})
})

test('[ROOM-34] the warning of guesses names the password and leads to it; meanwhile nothing says that one is alone', () => {
	const alone = () => screen.queryByText(m.room_alone_title()) !== null
	const { rerender } = render(notices(undefined))
	expect(alone()).toBe(true)
	const onShowMeeting = vi.fn()
	const dismissPasswordWarning = vi.fn()
	const show = (triedPassword: 'meeting' | 'host' | 'live') =>
		rerender(
			<RoomNotices
				room={{ ...room, triedPassword }}
				controller={{ dismissPasswordWarning } as unknown as RoomController}
				announcements="all"
				onShowMeeting={onShowMeeting}
			/>,
		)
	for (const [password, title] of [
		['meeting', m.room_password_tried_meeting()],
		['host', m.room_password_tried_host()],
		['live', m.room_password_tried_live()],
	] as const) {
		show(password)
		expect([screen.queryByText(title) !== null, alone()]).toEqual([true, false])
		fireEvent.click(screen.getByRole('button', { name: m.room_password_details() }))
	}
	expect([onShowMeeting.mock.calls.length, dismissPasswordWarning.mock.calls.length]).toEqual([3, 3])
})

test('[ROOM-34] a host who is alone while somebody waits is not told that they are alone', () => {
	const waiting = { isOn: true, count: 1, people: [], message: null }
	render(<RoomNotices room={{ ...room, waiting }} controller={{} as RoomController} announcements="all" />)
	expect(screen.queryByText(m.room_alone_title())).toBeNull()
})
