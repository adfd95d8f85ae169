import { expect, test } from 'vitest'
import type { CreateRateLimit } from './rateLimit.ts'

export interface OpenLimits {
	create: CreateRateLimit
	/** Lets this much time pass for the limits. */
	pass(ms: number): void | Promise<void>
}

/** Requirements on limits, wherever they are counted; called inside a `describe`. */
export function rateLimitSuite(open: () => OpenLimits | Promise<OpenLimits>): void {
	test('a rate limit counts per key, tells how long to wait, and can be reset', async () => {
		const limit = (await open()).create('test', 2, 60)
		expect(await limit.getWaitMs('a')).toBe(0)
		await limit.consume('a')
		expect(await limit.getWaitMs('a')).toBe(0)
		await limit.consume('a')
		expect(await limit.getCount('a')).toBe(2)
		expect(await limit.getWaitMs('a')).toBeGreaterThan(59_000)
		expect(await limit.getWaitMs('a')).toBeLessThanOrEqual(60_000)
		const refused = await limit.consume('a')
		expect(!refused.ok && refused.retryAfterMs).toBeGreaterThan(59_000)
		expect(await limit.getCount('a')).toBe(2)
		expect((await limit.consume('b')).ok).toBe(true)
		await limit.reset('a')
		expect((await limit.consume('a')).ok).toBe(true)
	})

	test('a window begins with its first attempt and ends for all of them', async () => {
		const { create, pass } = await open()
		const limit = create('test', 2, 2)
		await limit.consume('a')
		await pass(1_500)
		await limit.consume('a')
		const refused = await limit.consume('a')
		expect(!refused.ok && refused.retryAfterMs).toBeLessThanOrEqual(500)
		await pass(500)
		expect(await limit.getWaitMs('a')).toBe(0)
		for (const isOk of [true, true, false]) expect((await limit.consume('a')).ok).toBe(isOk)
	})

	test('an attempt that is taken back is free again, and none is taken back twice', async () => {
		const limit = (await open()).create('test', 2, 60)
		await limit.refund('a')
		await limit.consume('a')
		for (let i = 0; i < 3; i++) await limit.refund('a')
		for (const isOk of [true, true, false]) expect((await limit.consume('a')).ok).toBe(isOk)
	})

	test('of many attempts at once, as many are admitted as are free', async () => {
		const limit = (await open()).create('test', 5, 60)
		const taken = await Promise.all(Array.from({ length: 40 }, () => limit.consume('a')))
		expect(taken.filter(({ ok }) => ok)).toHaveLength(5)
	})

	test('limits have keys of their own', async () => {
		const { create } = await open()
		const [one, other] = [create('one', 1, 60), create('other', 1, 60)]
		await one.consume('a')
		expect((await other.consume('a')).ok).toBe(true)
	})
}
