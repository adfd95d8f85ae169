import { expect, test } from 'vitest'
import { createManualTimers } from '../testing/manualTimers.ts'
import { repeat } from './repeat.ts'

const failures: readonly [string, () => Promise<void>][] = [
	[
		'throws',
		() => {
			throw new Error('thrown')
		},
	],
	['rejects', () => Promise.reject(new Error('rejected'))],
]

test.each(failures)('a round that %s is reported, and the next one follows', async (_, fail) => {
	const timers = createManualTimers()
	const told: unknown[] = []
	let rounds = 0
	const stop = repeat(
		timers,
		100,
		() => {
			rounds++
			if (rounds === 1) return fail()
		},
		error => told.push(error),
	)
	await timers.advance(250)
	expect(rounds).toBe(2)
	expect(told).toEqual([expect.any(Error)])
	stop()
})

test('the interval counts from the end of the last round, and no round follows a stop', async () => {
	const timers = createManualTimers()
	const begun: number[] = []
	const stop = repeat(
		timers,
		100,
		async () => {
			begun.push(timers.now())
			await new Promise<void>(resolve => void timers.after(50, resolve))
		},
		() => {},
	)
	const startedAt = timers.now()
	await timers.advance(300)
	expect(begun.map(at => at - startedAt)).toEqual([100, 250])
	await timers.advance(120)
	// In the middle of a round.
	stop()
	await timers.advance(1_000)
	expect(begun).toHaveLength(3)
	expect(timers.size()).toBe(0)
})
