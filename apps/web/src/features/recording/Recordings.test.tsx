import { MeetingRecording, type RecordingId } from '@parley/api'
import type { MeetingId } from '@parley/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { m } from '../../locales/index.ts'
import { aMeeting } from '../../testing/aMeeting.ts'
import { setReaderZone } from '../../testing/readerZone.ts'
import { type StubAnswer, stubServer } from '../../testing/stubServer.ts'
import { momentsOf } from '../meeting/index.ts'
import { messagesDuring } from './RecordingPlayer.tsx'
import { Recordings } from './Recordings.tsx'

afterEach(() => {
	cleanup()
	vi.unstubAllGlobals()
})

const meetingId = '842391556' as MeetingId
const list = `GET /meeting/meetings/${meetingId}/recordings`
const finished = {
	id: 'rec_0123456789abcdef' as RecordingId,
	startedAt: Date.UTC(2026, 10, 21, 2),
	durationMs: 3_723_000,
	bytes: 12_345_678,
}
const unfinished = { id: 'rec_fedcba9876543210' as RecordingId, startedAt: finished.startedAt + 60_000 }
const open = `POST /meeting/recordings/${finished.id}/open`
const remove = `DELETE /meeting/recordings/${finished.id}`

function show(
	recordings: Parameters<typeof MeetingRecording.encode>[0][],
	answers: Record<string, StubAnswer> = {},
	mayDelete = 1,
) {
	const server = stubServer({
		[list]: { data: { data: recordings.map(item => MeetingRecording.encode(item)), may_delete: mayDelete } },
		...answers,
	})
	const view = render(
		<QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
			<Recordings meetingId={meetingId} userId="hanmei" moments={momentsOf(aMeeting())} />
		</QueryClientProvider>,
	)
	return { server, view }
}
const button = (name: string) => screen.findByRole('button', { name })

test('[ROOM-155] who may see no recording sees nothing of them', async () => {
	const { server, view } = show([])
	await waitFor(() => expect(server.count(list)).toBe(1))
	expect(view.container.textContent).toBe('')
})

test('[ROOM-154] [ROOM-156] recordings have their duration and size; one that is being finished offers nothing', async () => {
	show([unfinished, finished])
	await screen.findByText(m.recording_list({ count: 2 }))
	const [first, second] = screen.getAllByRole('listitem')
	if (!first || !second) throw new Error('no rows')
	expect(first.textContent).toContain(m.recording_unfinished())
	expect(within(first).queryAllByRole('button')).toEqual([])
	expect(second.textContent).toContain('1:02:03 · 12.3 MB')
	expect(within(second).getAllByRole('button')).toHaveLength(3)
})

test('[ROOM-158] only who may delete is offered it, is asked first, and the list is read again', async () => {
	show([finished], {}, 0)
	await button(m.recording_download())
	expect(screen.queryByRole('button', { name: m.recording_delete() })).toBeNull()
	cleanup()
	const { server } = show([finished], { [remove]: {} })
	fireEvent.click(await button(m.recording_delete()))
	const question = await screen.findByRole('alertdialog')
	expect(server.count(remove)).toBe(0)
	fireEvent.click(within(question).getByRole('button', { name: m.recording_delete() }))
	await waitFor(() => expect(server.count(remove)).toBe(1))
	await waitFor(() => expect(server.count(list)).toBe(2))
})

test('[ROOM-157] a download is opened first, once, and leaves the page where it is; one that is refused leads nowhere', async () => {
	const saved: string[] = []
	const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
		saved.push(`${this.getAttribute('href')} ${this.hasAttribute('download')}`)
	})
	const { server } = show([finished], { [open]: { data: { playlist: '/p', download: '/d.mp4' } } })
	const download = await button(m.recording_download())
	fireEvent.click(download)
	fireEvent.click(download)
	await waitFor(() => expect(saved).toEqual(['/d.mp4 true']))
	expect(server.count(open)).toBe(1)
	cleanup()
	const refusing = show([finished])
	fireEvent.click(await button(m.recording_download()))
	await waitFor(() => expect(refusing.server.count(open)).toBe(1))
	expect(saved).toHaveLength(1)
	click.mockRestore()
})

test('[ROOM-154] one that runs is said to be recorded, and asked for less often than one that is being finished', async () => {
	vi.useFakeTimers({ shouldAdvanceTime: true })
	const running = show([{ ...unfinished, isRunning: true }])
	await screen.findByText(m.recording_running())
	await vi.advanceTimersByTimeAsync(20_000)
	expect(running.server.count(list)).toBe(1)
	await vi.advanceTimersByTimeAsync(11_000)
	expect(running.server.count(list)).toBe(2)
	cleanup()
	const ending = show([unfinished])
	await screen.findByText(m.recording_unfinished())
	await vi.advanceTimersByTimeAsync(6_000)
	expect(ending.server.count(list)).toBe(2)
	vi.useRealTimers()
})

test('[ROOM-156] the messages beside a recording are those that were written during it', () => {
	const message = (at: number) => ({ id: String(at), name: 'Ann', text: '', at })
	const during = (endsAt?: number) =>
		messagesDuring([999, 1_000, 1_500, 2_000, 2_001].map(message), { startedAt: 1_000, durationMs: 1_000 }, endsAt).map(
			({ at }) => at,
		)
	expect(during()).toEqual([1_000, 1_500, 2_000])
	// It was interrupted, so that it plays for less time than passed.
	expect(during(2_001)).toEqual([1_000, 1_500, 2_000, 2_001])
})

test('[ROOM-195] a recording has the time of its meeting, whose zone a reader elsewhere is told', async () => {
	show([finished])
	expect((await screen.findByRole('listitem')).textContent).toContain('11/21 10:00')
	expect(screen.queryByText(m.meeting_times_in({ zone: 'UTC+8' }))).toBeNull()
	cleanup()
	setReaderZone('America/New_York')
	show([finished])
	expect((await screen.findByRole('listitem')).textContent).toContain('11/21 10:00')
	screen.getByText(m.meeting_times_in({ zone: 'UTC+8' }))
})
