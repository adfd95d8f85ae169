import { ActivityEntry } from '@parley/api'
import type { MeetingId } from '@parley/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { aMeeting } from '../../testing/aMeeting.ts'
import { setReaderZone } from '../../testing/readerZone.ts'
import { type StubAnswer, stubServer } from '../../testing/stubServer.ts'
import { momentsOf } from '../meeting/index.ts'
import { ActivityList } from './ActivityList.tsx'

afterEach(() => {
	cleanup()
	vi.unstubAllGlobals()
})

const meetingId = '842391556' as MeetingId
const activity = `GET /meeting/meetings/${meetingId}/activity`
const at = (time: string) => Date.parse(`2026-11-21T${time}:00+08:00`)
const [han, ann] = [
	{ name: '韩梅', isGuest: false },
	{ name: 'Ann', isGuest: true },
]
const entries = [
	{ at: at('10:01'), action: 'joined', actor: han },
	{ at: at('10:03'), action: 'admitted', actor: han, target: ann },
	{ at: at('11:20'), action: 'left', actor: ann, detail: 'choice' },
]
const answerOf = (shown: typeof entries): StubAnswer => ({
	data: { data: shown.map(entry => ActivityEntry.encode(entry)) },
})

function show(answer: StubAnswer) {
	const server = stubServer({ [activity]: answer })
	render(
		<QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
			<ActivityList meetingId={meetingId} userId="hanmei" moments={momentsOf(aMeeting())} />
		</QueryClientProvider>,
	)
	return server
}
const open = () => fireEvent.click(screen.getByRole('button', { name: '查看会议记录' }))

test('[ROOM-196] [ROOM-195] the activity is asked for when it is opened, and shown in sentences with the times of the meeting', async () => {
	setReaderZone('America/New_York')
	const server = show(answerOf(entries))
	expect(server.count(activity)).toBe(0)
	open()
	const rows = await screen.findAllByRole('listitem')
	expect(rows.map(row => row.textContent)).toEqual([
		'11/21 10:01韩梅加入',
		'11/21 10:03韩梅准入 · Ann（访客）',
		'11/21 11:20Ann（访客）离开 · 主动离开',
	])
})

test('[ROOM-196] an empty activity, and one that could not be read, say so', async () => {
	show(answerOf([]))
	open()
	await screen.findByText('还没有会议记录')
	cleanup()

	const server = show({ status: 403, code: 403 })
	open()
	await screen.findByText('会议记录读取失败')
	server.answers[activity] = answerOf(entries)
	fireEvent.click(screen.getByRole('button', { name: '重试' }))
	expect(await screen.findAllByRole('listitem')).toHaveLength(3)
})
