import { support } from '@parley/api'
import { MeetingId } from '@parley/core'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { m } from '../../../locales/index.ts'
import { type StubAnswer, stubServer } from '../../../testing/stubServer.ts'
import type { Playback } from '../player/playback.ts'
import { ViewerSheet } from './ViewerSheet.tsx'

const meetingId = v.parse(MeetingId, '123456789')
const report = support.reportProblem.route

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
	cleanup()
	vi.useRealTimers()
	vi.unstubAllGlobals()
})
const advance = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const aPlayer = (droppedFrames: number) => {
	const stats = { width: 1280, height: 720, droppedFrames, bufferedS: 2 }
	return { playback: { stats: vi.fn(() => ({ ...stats })), setMode() {} } as unknown as Playback, stats }
}

function show() {
	const onOpenChange = vi.fn()
	const sheet = (playback: Playback, open = true) => (
		<ViewerSheet
			open={open}
			onOpenChange={onOpenChange}
			meetingId={meetingId}
			playback={playback}
			mode="low"
			isRecording={false}
			isSoundOnly={false}
			onSoundOnly={() => {}}
			isChatInTime
			onChatInTime={() => {}}
		/>
	)
	const first = aPlayer(10)
	const { rerender, unmount } = render(sheet(first.playback))
	return { onOpenChange, first, unmount, change: (player: Playback, open = true) => rerender(sheet(player, open)) }
}

test('the figures are those of the player of now, each second, while the sheet is open', async () => {
	const { first, change, unmount } = show()
	await advance(0)
	first.stats.droppedFrames = 11
	await advance(1_000)
	expect(screen.getByText('11')).toBeTruthy()
	const second = aPlayer(700)
	change(second.playback)
	await advance(1_000)
	expect(screen.getByText('700')).toBeTruthy()
	const asked = vi.mocked(first.playback.stats).mock.calls.length
	await advance(5_000)
	expect(vi.mocked(first.playback.stats).mock.calls.length).toBe(asked)
	unmount()
	const last = vi.mocked(second.playback.stats).mock.calls.length
	await advance(5_000)
	expect(vi.mocked(second.playback.stats).mock.calls.length).toBe(last)
})

test('what is wrong is sent once; why it was refused is said until it is changed', async () => {
	const server = stubServer({ [report]: 'no-answer' })
	const { onOpenChange } = show()
	const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: m.live_report_text() })
	const type = (value: string) => fireEvent.change(field(), { target: { value } })
	const send = () => act(async () => fireEvent.click(screen.getByRole('button', { name: m.live_report_send() })))
	const error = () => field().getAttribute('aria-invalid')
	type('The sound stops now and then')
	await send()
	await advance(100)
	expect([error(), onOpenChange.mock.calls]).toEqual(['true', []])
	type('The sound stops every minute or so')
	expect(error()).not.toBe('true')
	server.answers[report] = {} satisfies StubAnswer
	await send()
	await advance(1_000)
	expect([field().value, onOpenChange.mock.calls]).toEqual(['', [[false]]])
})
