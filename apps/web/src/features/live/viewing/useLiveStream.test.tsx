import { controlMessage, liveDelays, MeetingId } from '@parley/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../../query/index.ts'
import { aLiveStream, liveAnswers, liveCalls, someLiveData } from '../../../testing/aLive.ts'
import { setPerson } from '../../../testing/aPerson.ts'
import { type StubAnswer, stubServer } from '../../../testing/stubServer.ts'
import { useLiveStream } from './useLiveStream.ts'

const meetingId = v.parse(MeetingId, '123456789')
const probe = 'GET /live/hls/s1/master.m3u8'
const waitingData = someLiveData({ status: -1 })
const { stream, views, addView, status: statusCall } = liveCalls

beforeEach(() => {
	vi.useFakeTimers()
	vi.spyOn(Math, 'random').mockReturnValue(0.5)
	setPerson({ kind: 'guest' })
})
afterEach(() => {
	cleanup()
	vi.useRealTimers()
	vi.restoreAllMocks()
	vi.unstubAllGlobals()
})
const advance = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

async function open(given: StubAnswer, more: Parameters<typeof stubServer>[0] = {}) {
	const server = stubServer({ ...liveAnswers(given), ...more })
	const client = createQueryClient()
	const wrapper = ({ children }: { children: ReactNode }) => (
		<QueryClientProvider client={client}>{children}</QueryClientProvider>
	)
	const { result, unmount } = renderHook(() => useLiveStream(meetingId, undefined), { wrapper })
	await advance(0)
	const become = async (next: StubAnswer) => {
		server.answers[stream] = next
		await act(() => result.current.refetch())
	}
	return { server, unmount, become, live: () => result.current, status: () => result.current.view.status }
}
const everything = ({ requests }: ReturnType<typeof stubServer>) => requests.length

test('[LIVE-23] a live that has not begun is asked for until it has, and then no more', async () => {
	const { server, status, become } = await open(aLiveStream({ isStarted: false }))
	expect(status()).toBe('notStarted')
	await advance(liveDelays.pollMaxMs)
	expect(server.count(stream)).toBe(2)
	await become(aLiveStream())
	expect(status()).toBe('onAir')
	await advance(2 * liveDelays.pollMaxMs)
	expect(server.count(stream)).toBe(3)
})

test('[LIVE-26] the address of a picture is asked once at a time, and what it says after leaving is of no interest', async () => {
	let answer: (given: StubAnswer) => void = () => {}
	const { server, unmount } = await open(aLiveStream({}, waitingData), {
		[probe]: () => new Promise(resolve => (answer = resolve)),
	})
	await advance(3 * liveDelays.streamPollMs)
	expect(server.count(probe)).toBe(1)
	await act(async () => answer({ status: 404 }))
	await advance(liveDelays.streamPollMs)
	expect(server.count(probe)).toBe(2)
	unmount()
	const before = everything(server)
	await act(async () => answer({ text: '#EXTM3U' }))
	await advance(10_000)
	expect(everything(server)).toBe(before)
})

test('[LIVE-26] a live that has its picture is asked about no more', async () => {
	const { server, status, become } = await open(aLiveStream({}, waitingData), { [probe]: { status: 404 } })
	await advance(2 * liveDelays.streamPollMs)
	const asked = server.count(probe)
	expect([status(), asked]).toEqual(['waiting', 3])
	await become(aLiveStream())
	await advance(4 * liveDelays.streamPollMs)
	expect(server.count(probe)).toBe(asked)
})

test('[LIVE-26] where an origin refuses to say anything, its status is asked until the live has its picture', async () => {
	const { server, become } = await open(aLiveStream({}, waitingData), {
		[probe]: { status: 403 },
		[statusCall]: { data: { liveStatus: -1, meetingStatus: 2 } },
	})
	await advance(liveDelays.pollMaxMs)
	expect([server.count(probe), server.count(statusCall)]).toEqual([1, 1])
	await become(aLiveStream())
	await advance(2 * liveDelays.pollMaxMs)
	expect(server.count(statusCall)).toBe(1)
})

test('[LIVE-17] [LIVE-21] viewers of a live see a message when it ends; later arrivals are redirected', async () => {
	const over = aLiveStream({ meetingStatus: 9 }, null as never)
	const { become, live } = await open(aLiveStream())
	await become(over)
	expect(live().view.status).toBe('over')
	cleanup()
	expect((await open(over)).live().view).toEqual({ status: 'left', exit: 'noRoom' })
})

test('[LIVE-37] [LIVE-39] one entry is one view, also of a person who was removed and let back in', async () => {
	const { server, become, live } = await open(aLiveStream())
	expect([server.count(addView), live().views]).toEqual([1, 4])
	await become({ status: 403, code: 40305 })
	expect([live().view.status, live().views]).toEqual(['removed', undefined])
	const before = server.count(views)
	await advance(2 * liveDelays.pollMaxMs)
	expect(server.count(views)).toBe(before)
	await become(aLiveStream())
	await advance(liveDelays.pollMaxMs)
	expect([server.count(addView), server.count(views), live().views]).toEqual([1, before + 1, 9])
})

test('[LIVE-32] the host is believed at once, and the live asked for soon, once; after leaving nothing is asked', async () => {
	const { server, live, unmount } = await open(aLiveStream())
	act(() => live().onControlMessage(controlMessage.stop))
	act(() => live().onControlMessage(controlMessage.close))
	expect(live().view.status).toBe('over')
	await advance(3_000)
	expect([server.count(stream), live().view.status]).toEqual([2, 'onAir'])
	act(() => live().onControlMessage(controlMessage.stop))
	act(() => live().catchUp())
	unmount()
	const before = everything(server)
	await advance(2 * liveDelays.pollMaxMs)
	expect(everything(server)).toBe(before)
})

test('[LIVE-32] while the discussion is heard a picture that stands still asks nothing', async () => {
	const { server, live } = await open(aLiveStream())
	live().setHearing(true)
	await act(() => live().checkStatus())
	expect(server.count(statusCall)).toBe(0)
	live().setHearing(false)
	await act(() => live().checkStatus())
	expect(server.count(statusCall)).toBe(1)
})

test('[LIVE-33] a publisher who is away after stalls does not show that the host has paused, and a pause does', async () => {
	const { server, live, status } = await open(aLiveStream(), {
		[statusCall]: { data: { liveStatus: -1, meetingStatus: 2 } },
	})
	await act(() => live().checkStatus())
	expect([server.count(statusCall), status()]).toEqual([1, 'onAir'])
	server.answers[statusCall] = { data: { liveStatus: 0, meetingStatus: 2 } }
	await act(() => live().checkStatus())
	expect(status()).toBe('suspended')
})
