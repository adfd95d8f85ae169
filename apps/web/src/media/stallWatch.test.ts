import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchStalls } from './stallWatch.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A connection on which the test receives. */
function watched() {
	let receivedBytes = 0
	/** A read that is answered late. */
	let delayMs = 0
	const onStalled = vi.fn()
	const count = vi.fn(async () => {
		const bytes = receivedBytes
		if (delayMs > 0) await new Promise(resolve => setTimeout(resolve, delayMs))
		return bytes
	})
	const watch = watchStalls(count, onStalled)
	return {
		watch,
		count,
		onStalled,
		delayReads: (ms: number) => {
			delayMs = ms
		},
		/** Lets time pass in which something arrives every so often; never, without a period. */
		async pass(ms: number, everyMs = Number.POSITIVE_INFINITY, bytes = 100) {
			for (let at = 100; at <= ms; at += 100) {
				if (at % everyMs === 0) receivedBytes += bytes
				await vi.advanceTimersByTimeAsync(100)
			}
		},
	}
}

test('[ROOM-94] packets that stop after they came all the time are reported once, in less than a second', async () => {
	const { watch, onStalled, pass } = watched()
	await pass(2_000, 100)
	expect([watch.isStalled, onStalled.mock.calls.length]).toEqual([false, 0])
	await pass(900)
	expect([watch.isStalled, onStalled.mock.calls.length]).toEqual([true, 1])
	await pass(10_000)
	expect(onStalled).toHaveBeenCalledTimes(1)
	await pass(2_000, 100)
	expect(watch.isStalled).toBe(false)
	await pass(900)
	expect(onStalled).toHaveBeenCalledTimes(2)
})

test('[ROOM-94] a microphone that hears silence, and a line on which hardly anything came, are no reason', async () => {
	const { onStalled, pass } = watched()
	await pass(10_000, 400, 60)
	await pass(10_000)
	await pass(10_000, 1_000, 1_000)
	await pass(10_000)
	await pass(600, 100)
	await pass(10_000)
	expect(onStalled).not.toHaveBeenCalled()
})

test('one read is made at a time, and one that is answered after the end reports nothing', async () => {
	const { watch, count, onStalled, pass, delayReads } = watched()
	await pass(2_000, 100)
	delayReads(10_000)
	const reads = count.mock.calls.length
	await pass(900)
	expect(count).toHaveBeenCalledTimes(reads + 1)
	delayReads(0)
	await pass(9_000)
	delayReads(500)
	await pass(300)
	watch.stop()
	const stalls = onStalled.mock.calls.length
	await pass(10_000)
	expect([onStalled.mock.calls.length, vi.getTimerCount()]).toEqual([stalls, 0])
})
