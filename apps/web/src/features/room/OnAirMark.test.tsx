import { live } from '@parley/api'
import { liveStatus, type MeetingId } from '@parley/core'
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderScreen } from '../../testing/renderScreen.tsx'
import { stubServer } from '../../testing/stubServer.ts'
import { OnAirMark } from './OnAirMark.tsx'

const call = 'GET /live/getLiveStatus'
const statusOf = (status: number) => ({ data: live.status.output.encode({ status, meetingStatus: 2 }) })
const show = () =>
	renderScreen('/room/$meetingId', () => <OnAirMark meetingId={'842391556' as MeetingId} />, '/room/842391556')

afterEach(() => {
	cleanup()
	vi.useRealTimers()
	vi.unstubAllGlobals()
})

test('[DESK-16] everybody in the room sees while the live is on air', async () => {
	vi.useFakeTimers({ shouldAdvanceTime: true })
	const server = stubServer({ [call]: statusOf(liveStatus.waiting) })
	await show()
	await act(() => vi.advanceTimersByTimeAsync(100))
	expect(server.count(call)).toBe(1)
	expect(screen.queryByText('直播中')).toBeNull()
	server.answers[call] = statusOf(liveStatus.onAir)
	await act(() => vi.advanceTimersByTimeAsync(10_100))
	expect(screen.getByText('直播中')).toBeTruthy()
	server.answers[call] = statusOf(liveStatus.suspended)
	await act(() => vi.advanceTimersByTimeAsync(10_100))
	expect(screen.queryByText('直播中')).toBeNull()
})

test('[DESK-16] a meeting without a live is asked for once', async () => {
	vi.useFakeTimers({ shouldAdvanceTime: true })
	const server = stubServer({ [call]: { status: 404, code: 404 } })
	await show()
	await act(() => vi.advanceTimersByTimeAsync(30_000))
	expect(server.count(call)).toBe(1)
})
