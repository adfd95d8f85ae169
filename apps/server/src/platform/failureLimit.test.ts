import { expect, test } from 'vitest'
import { createFailureLimit } from './failureLimit.ts'
import { createMemoryRateLimits } from './rateLimit.ts'

const aLimit = (times: number) => createFailureLimit(createMemoryRateLimits(undefined, () => 0)('tries', times, 60))
const turn = () => new Promise<void>(resolve => setImmediate(resolve))

/** Starts attempts that end later as `decide` says; returns the results of those that were not admitted. */
async function atOnce(limit: ReturnType<typeof aLimit>, count: number, succeeds: (n: number) => boolean) {
	const results = Array.from({ length: count }, async (_, n) => {
		const begun = await limit.begin('office')
		if (!begun.ok) return 'refused'
		await turn()
		if (succeeds(n)) await begun.succeeded()
		else begun.failed()
		return 'decided'
	})
	return await Promise.all(results)
}

test('successful attempts cost nothing, however many are concurrent', async () => {
	expect(new Set(await atOnce(aLimit(3), 100, () => true))).toEqual(new Set(['decided']))
})

test('a hundred at once that fail are a hundred, of which the first few are decided', async () => {
	const limit = aLimit(3)
	const results = await atOnce(limit, 100, () => false)
	expect(results.filter(result => result === 'decided')).toHaveLength(3)
	expect(await limit.getWaitMs('office')).toBe(60_000)
})

test('failures among them count, and the others continue until failures alone reach the limit', async () => {
	const limit = aLimit(3)
	expect(new Set(await atOnce(limit, 50, n => n !== 10 && n !== 20))).toEqual(new Set(['decided']))
	expect(await limit.getWaitMs('office')).toBe(0)
	const results = await atOnce(limit, 50, n => n > 0)
	expect(results[0]).toBe('decided')
	expect(await limit.getWaitMs('office')).toBe(60_000)
	await limit.refund('office', 1)
	expect((await limit.begin('office')).ok).toBe(true)
})

test('undecided attempts are no reason to tell a caller to wait', async () => {
	const limit = aLimit(1)
	const begun = await limit.begin('office')
	expect(await limit.getWaitMs('office')).toBe(0)
	if (begun.ok) begun.failed()
	expect(await limit.getWaitMs('office')).toBe(60_000)
})
