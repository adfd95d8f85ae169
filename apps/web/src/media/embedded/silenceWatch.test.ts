import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type LineReading, watchSilence } from './silenceWatch.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A connection on which the test receives. */
function watched() {
	const line: LineReading = { receivedBytes: 0, roundTripMs: 40 }
	const onSilent = vi.fn()
	const watch = watchSilence(async () => ({ ...line }), onSilent)
	return {
		watch,
		onSilent,
		/** Lets time pass in which something arrives every so often; never, without a period. */
		async pass(ms: number, everyMs = Number.POSITIVE_INFINITY, bytes = 100) {
			for (let at = 100; at <= ms; at += 100) {
				if (at % everyMs === 0) line.receivedBytes += bytes
				await vi.advanceTimersByTimeAsync(100)
			}
		},
	}
}

test('[ROOM-94] packets that stop after they came all the time are reported once, in less than a second', async () => {
	const { watch, onSilent, pass } = watched()
	await pass(2_000, 100)
	expect([watch.isSilent, onSilent.mock.calls]).toEqual([false, []])
	await pass(900)
	expect([watch.isSilent, onSilent.mock.calls]).toEqual([true, [[{ receivedBytes: 2_000, roundTripMs: 40 }]]])
	await pass(10_000)
	expect(onSilent).toHaveBeenCalledTimes(1)
	await pass(2_000, 100)
	expect(watch.isSilent).toBe(false)
	await pass(900)
	expect(onSilent).toHaveBeenCalledTimes(2)
})

test('[ROOM-94] a microphone that hears silence, and a line on which hardly anything came, are no reason', async () => {
	const { onSilent, pass } = watched()
	await pass(10_000, 400, 60)
	await pass(10_000)
	await pass(10_000, 1_000, 1_000)
	await pass(10_000)
	await pass(600, 100)
	await pass(10_000)
	expect(onSilent).not.toHaveBeenCalled()
})

test('nothing is read any more once it has stopped', async () => {
	const { watch, onSilent, pass } = watched()
	await pass(2_000, 100)
	watch.stop()
	await pass(10_000)
	expect([onSilent.mock.calls, vi.getTimerCount()]).toEqual([[], 0])
})
