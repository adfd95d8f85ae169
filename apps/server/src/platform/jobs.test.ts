import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runEveryMinute } from './jobs.ts'
import { createLog } from './log.ts'
import { createManualClock } from './testing/index.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const deps = { log: createLog('silent'), clock: createManualClock(5_000), isLeader: async () => true }

test('one that fails is counted, and keeps no other from running', async () => {
	const ran: string[] = []
	const jobs = runEveryMinute(
		[
			{ name: 'fails', run: async () => Promise.reject(new Error('no')) },
			{ name: 'works', run: async () => void ran.push('works') },
		],
		deps,
	)
	await vi.advanceTimersByTimeAsync(60_000)
	jobs.stop()
	await vi.advanceTimersByTimeAsync(300_000)
	expect(ran).toEqual(['works', 'works'])
	expect(jobs.records().get('fails')).toMatchObject({ runs: 2, failures: 2, lastRunAt: 5_000 })
	expect(jobs.records().get('works')).toMatchObject({ runs: 2, failures: 0 })
})

test('one that takes longer than a minute is not begun a second time, and the others are', async () => {
	let begun = 0
	let finish = () => {}
	const run = () =>
		new Promise<void>(resolve => {
			begun++
			finish = resolve
		})
	let others = 0
	const jobs = runEveryMinute(
		[
			{ name: 'slow', run },
			{ name: 'behind it', run: async () => void others++ },
		],
		deps,
	)
	await vi.advanceTimersByTimeAsync(180_000)
	expect({ begun, others }).toEqual({ begun: 1, others: 3 })
	expect(jobs.records().get('slow')).toBeUndefined()
	finish()
	await vi.advanceTimersByTimeAsync(60_000)
	expect(begun).toBe(2)
	jobs.stop()
})

test('a server that does not lead runs only the jobs of each server, until it leads', async () => {
	const ran: string[] = []
	const isLeader = vi.fn<() => Promise<boolean>>()
	isLeader.mockResolvedValueOnce(false).mockRejectedValueOnce(new Error('no database')).mockResolvedValue(true)
	const jobs = runEveryMinute(
		[
			{ name: 'of all', run: async () => void ran.push('of all') },
			{ name: 'of each', run: async () => void ran.push('of each'), runsOnEveryNode: true },
		],
		{ ...deps, isLeader },
	)
	await vi.advanceTimersByTimeAsync(60_000)
	expect(ran).toEqual(['of each', 'of each'])
	await vi.advanceTimersByTimeAsync(60_000)
	expect(ran).toEqual(['of each', 'of each', 'of all', 'of each'])
	jobs.stop()
})
