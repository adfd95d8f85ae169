import { liveDelays } from '@parley/core'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pollAtRandomTimes, soonMs, waitingOf } from './livePolling.ts'
import type { LiveView } from './liveView.ts'

const { pollMinMs, pollMaxMs } = liveDelays

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
	vi.useRealTimers()
	vi.restoreAllMocks()
})
const randomIs = (value: number) => void vi.spyOn(Math, 'random').mockReturnValue(value)
const advance = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test.each([
	[0, pollMinMs],
	[0.5, (pollMinMs + pollMaxMs) / 2],
	[1, pollMaxMs],
])('[LIVE-23] [LIVE-37] a poll comes at a random time between 30 and 180 s: %s', async (random, ms) => {
	expect([pollMinMs, pollMaxMs]).toEqual([30_000, 180_000])
	randomIs(random)
	const ask = vi.fn(async () => {})
	const stop = pollAtRandomTimes(ask)
	await advance(ms - 1)
	expect(ask).not.toHaveBeenCalled()
	await advance(1)
	expect(ask).toHaveBeenCalledOnce()
	stop()
})

test('the next poll is timed from the previous answer', async () => {
	randomIs(0)
	const asked: number[] = []
	const stop = pollAtRandomTimes(async () => {
		asked.push(Date.now())
		await new Promise(resolve => setTimeout(resolve, 5_000))
	})
	await advance(pollMinMs * 3 + 10_000)
	expect(asked.map((at, index) => at - (asked[index - 1] ?? at))).toEqual([0, pollMinMs + 5_000, pollMinMs + 5_000])
	stop()
})

test('leaving stops polling, after a wait and after an answer, and aborts the pending request', async () => {
	randomIs(0)
	const waiting = vi.fn(async () => {})
	pollAtRandomTimes(waiting)()
	expect(vi.getTimerCount()).toBe(0)
	await advance(pollMaxMs)
	expect(waiting).not.toHaveBeenCalled()

	let signal: AbortSignal | undefined
	let answer = () => {}
	const asking = vi.fn((given: AbortSignal) => {
		signal = given
		return new Promise<void>(resolve => {
			answer = resolve
		})
	})
	const stop = pollAtRandomTimes(asking)
	await advance(pollMinMs)
	expect([asking.mock.calls.length, signal?.aborted]).toEqual([1, false])
	stop()
	expect(signal?.aborted).toBe(true)
	answer()
	await advance(pollMaxMs)
	expect([asking.mock.calls.length, vi.getTimerCount()]).toEqual([1, 0])
})

test('[LIVE-32] a prompt request is sent within three seconds', () => {
	expect([0, 0.5, 1].map(random => soonMs(() => random))).toEqual([0, 1_500, 3_000])
})

test('[LIVE-23] [LIVE-26] temporary states are polled, a live without a picture through its stream address', () => {
	const statuses = [
		'loading',
		'offline',
		'failed',
		'tooMany',
		'left',
		'noLive',
		'missing',
		'removed',
		'over',
		'notStarted',
		'waiting',
		'suspended',
		'onAir',
	] as const satisfies LiveView['status'][]
	const waited = statuses.map(status => [status, waitingOf({ status } as LiveView)] as const).filter(([, way]) => way)
	expect(Object.fromEntries(waited)).toEqual({ notStarted: 'again', waiting: 'probe', suspended: 'again' })
})
