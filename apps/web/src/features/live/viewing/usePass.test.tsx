import { MeetingId } from '@parley/core'
import { act, cleanup, renderHook } from '@testing-library/react'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { someLiveData } from '../../../testing/aLive.ts'
import { type StubAnswer, stubServer } from '../../../testing/stubServer.ts'
import { usePass } from './usePass.ts'

const meetingId = v.parse(MeetingId, '123456789')
const route = 'POST /live/pass'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
	cleanup()
	vi.useRealTimers()
	vi.unstubAllGlobals()
})
const advance = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('[LIVE-27] the pass is renewed after half its lifetime, sooner after a failure, and not after leaving', async () => {
	const server = stubServer({ [route]: { data: { passForMs: 20_000 } } })
	const refused = vi.fn()
	const data = someLiveData({ token: 't1', passForMs: 20_000 })
	const { unmount } = renderHook(() => usePass(meetingId, data, refused))
	await advance(9_900)
	expect(server.count(route)).toBe(0)
	await advance(200)
	expect(server.count(route)).toBe(1)
	await advance(10_000)
	expect(server.count(route)).toBe(2)
	server.answers[route] = { status: 500 }
	await advance(10_000)
	expect(server.count(route)).toBe(3)
	server.answers[route] = { data: { passForMs: 20_000 } }
	await advance(5_100)
	expect(server.count(route)).toBe(4)
	unmount()
	await advance(60_000)
	expect(server.count(route)).toBe(4)
	expect(refused).not.toHaveBeenCalled()
})

test('[LIVE-27] a refused viewer is reported once; without an edge nothing is renewed', async () => {
	const server = stubServer({ [route]: { status: 403, data: { code: 403 } } })
	const refused = vi.fn()
	const { rerender } = renderHook(({ data }) => usePass(meetingId, data, refused), {
		initialProps: { data: someLiveData({ token: 't1' }) },
	})
	await advance(60_000)
	expect(server.count(route)).toBe(0)
	rerender({ data: someLiveData({ token: 't2', passForMs: 20_000 }) })
	await advance(60_000)
	expect(refused).toHaveBeenCalledOnce()
	expect(server.count(route)).toBe(1)
})

test('[LIVE-27] leaving during a renewal stops further renewals and reports nothing', async () => {
	let answer: (given: StubAnswer) => void = () => {}
	stubServer({ [route]: () => new Promise(resolve => (answer = resolve)) })
	const refused = vi.fn()
	const data = someLiveData({ token: 't1', passForMs: 20_000 })
	for (const given of [{ data: { passForMs: 20_000 } }, { status: 403, data: { code: 403 } }, { status: 500 }]) {
		const { unmount } = renderHook(() => usePass(meetingId, data, refused))
		await advance(10_000)
		unmount()
		await act(async () => answer(given))
		expect([refused.mock.calls, vi.getTimerCount()]).toEqual([[], 0])
	}
})
