import { recordingLength } from '@parley/room'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { m } from '../../../locales/index.ts'
import type { RoomController } from '../roomController.ts'
import type { RoomState } from '../roomState.ts'
import { BarOfVisit, RecordingVoice } from './RoomBar.tsx'

const said: string[] = []
beforeEach(() => {
	said.length = 0
	vi.stubGlobal('speechSynthesis', { getVoices: () => [{}], speak: ({ text }: { text: string }) => said.push(text) })
	vi.stubGlobal(
		'SpeechSynthesisUtterance',
		class {
			text: string
			constructor(text: string) {
				this.text = text
			}
		},
	)
})
afterEach(() => {
	cleanup()
	vi.unstubAllGlobals()
})

const joined = {
	status: 'joined',
	self: 'self',
	topic: 'Harbour plans',
	people: [{ id: 'self', role: 'member' }],
	isConnected: true,
	isServerRestarting: false,
	media: 'live',
	lineQualities: new Map(),
	interruptions: [],
	devices: { microphone: { status: 'off' }, camera: { status: 'off' } },
	startedAt: 0,
	recording: null,
} as unknown as RoomState

/** The bar of a call that goes on over another screen. */
async function show() {
	let view = { state: joined }
	const listeners = new Set<() => void>()
	const controller = {
		getView: () => view,
		subscribe(listener: () => void) {
			listeners.add(listener)
			return () => void listeners.delete(listener)
		},
	} as unknown as RoomController
	const onForget = vi.fn()
	const root = createRootRoute()
	const list = createRoute({
		getParentRoute: () => root,
		path: '/',
		component: () => (
			<>
				<RecordingVoice controller={controller} />
				<BarOfVisit visit={{ meetingId: '1', controller }} onForget={onForget} />
			</>
		),
	})
	const room = createRoute({ getParentRoute: () => root, path: '/room/$meetingId' })
	const router = createRouter({ routeTree: root.addChildren([list, room]), history: createMemoryHistory() })
	render(<RouterProvider router={router} />)
	await screen.findByText('Harbour plans')
	return {
		router,
		onForget,
		become: (state: RoomState) =>
			act(async () => {
				view = { state }
				for (const listener of listeners) listener()
			}),
	}
}

test('[ROOM-145] [ROOM-78] who is moved to the waiting room from a call behind its bar is told so, and led to the place in line', async () => {
	const { router, become } = await show()
	await become({ status: 'exited', reason: 'moved-to-waiting' })
	expect(screen.getByRole('status').textContent).toBe(m.room_out_moved_title())
	fireEvent.click(screen.getByRole('button', { name: m.room_out_rejoin() }))
	await expect.poll(() => router.state.location.pathname).toBe('/room/1')
})

test('[ROOM-78] a call that is over has no bar', async () => {
	const { become } = await show()
	await become({ status: 'exited', reason: 'left' })
	expect(screen.queryByRole('complementary')).toBeNull()
})

test('[ROOM-204] the bar names what the system has interrupted', async () => {
	const { become } = await show()
	await become({ ...joined, interruptions: ['headset-gone'] } as unknown as RoomState)
	expect(screen.getByRole('complementary').textContent).toContain(m.interruption_headset())
})

test('[ROOM-162] the notices of a long recording name its limits', async () => {
	const { become } = await show()
	const recording = { startedAt: 1, by: 'Li Lei', asksConsent: false }
	const limits = { minutes: recordingLength.warnedMs / 60_000, hours: recordingLength.maxMs / 3_600_000 }
	await become({ ...joined, recording, notice: { type: 'recording-ends-soon', number: 1, name: '' } } as RoomState)
	expect(screen.getByRole('status').textContent).toMatch(new RegExp(`${limits.minutes}.*${limits.hours}`))
	await become({ ...joined, notice: { type: 'recording-too-long', number: 2, name: '' } } as RoomState)
	expect(screen.getByRole('status').textContent).toContain(String(limits.hours))
})

test('[ROOM-150] who is on another screen hears and sees that the meeting is recorded, and that it is over', async () => {
	const { become } = await show()
	const recording = { startedAt: 1, by: 'Li Lei', asksConsent: false }
	await become({ ...joined, recording, notice: { type: 'recording-started', number: 1, name: 'Li Lei' } } as RoomState)
	expect(screen.getByRole('status').textContent).toBe(m.recording_notice_started({ name: 'Li Lei' }))
	expect(screen.getByText(m.recording_badge())).toBeTruthy()
	await become({ ...joined, notice: { type: 'recording-disk-full', number: 2, name: '' } } as RoomState)
	expect(screen.getByRole('status').textContent).toBe(m.recording_notice_disk_full())
	expect(screen.queryByText(m.recording_badge())).toBeNull()
	expect(said).toEqual([m.recording_said_started(), m.recording_said_stopped()])
})
