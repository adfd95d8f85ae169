import { liveDelays, MeetingId } from '@parley/core'
import { act, cleanup, renderHook } from '@testing-library/react'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { liveCalls } from '../../../testing/aLive.ts'
import { type StubAnswer, stubServer } from '../../../testing/stubServer.ts'
import { useLiveAuth } from './useLiveAuth.ts'

const meetingId = v.parse(MeetingId, '123456789')

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
	cleanup()
	vi.useRealTimers()
	vi.unstubAllGlobals()
})
const advance = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

function show() {
	let answer: (given: StubAnswer) => void = () => {}
	const server = stubServer({ [liveCalls.auth]: () => new Promise(resolve => (answer = resolve)) })
	const on = { onToken: vi.fn(), onClosed: vi.fn() }
	const { result, unmount } = renderHook(() => useLiveAuth(meetingId, on))
	act(() => result.current.setPassword('2468'))
	return {
		server,
		on,
		unmount,
		auth: () => result.current,
		send: () => act(async () => void result.current.send()),
		answer: (given: StubAnswer) => act(async () => answer(given)),
	}
}

test('a wrong password can be retried, and each error is shown for three seconds', async () => {
	const { server, send, answer, auth, unmount } = show()
	for (const count of [1, 2]) {
		await send()
		await send()
		expect([auth().isSending, server.count(liveCalls.auth)]).toEqual([true, count])
		await answer({ code: 803 })
		await advance(liveDelays.wrongPasswordMs - 1)
		expect([auth().isSending, auth().error !== undefined]).toEqual([false, true])
	}
	act(() => auth().setPassword('1'))
	expect(auth().error).toBeUndefined()
	unmount()
	expect(vi.getTimerCount()).toBe(0)
})

test.each<[string, StubAnswer]>([
	['right', { flat: { token: 'tk' } }],
	['wrong', { code: 803 }],
	['of a live that is not there', { status: 404, code: 415 }],
])('after leaving, the result of a password that was %s is ignored', async (_, given) => {
	const { send, answer, on, unmount } = show()
	await send()
	unmount()
	await answer(given)
	await advance(0)
	expect([on.onToken.mock.calls, on.onClosed.mock.calls, vi.getTimerCount()]).toEqual([[], [], 0])
})
