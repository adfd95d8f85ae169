import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { createMemoryRateLimits } from './rateLimit.ts'

function limits(maxKeys?: number) {
	let now = 0
	return {
		create: createMemoryRateLimits(maxKeys, () => now),
		pass: (ms: number) => {
			now += ms
		},
	}
}

test('a rate limit counts per key, tells how long to wait, and can be reset', async () => {
	const limit = limits().create('test', 2, 60)
	expect(await limit.getWaitMs('a')).toBe(0)
	await limit.consume('a')
	expect(await limit.getWaitMs('a')).toBe(0)
	await limit.consume('a')
	expect(await limit.getWaitMs('a')).toBe(60_000)
	expect(await limit.consume('a')).toEqual({ ok: false, retryAfterMs: 60_000 })
	expect((await limit.consume('b')).ok).toBe(true)
	await limit.reset('a')
	expect((await limit.consume('a')).ok).toBe(true)
})

test('a window begins with its first attempt and ends for all of them', async () => {
	const { create, pass } = limits()
	const limit = create('test', 2, 60)
	await limit.consume('a')
	pass(59_000)
	await limit.consume('a')
	expect(await limit.consume('a')).toEqual({ ok: false, retryAfterMs: 1_000 })
	pass(1_000)
	expect(await limit.getWaitMs('a')).toBe(0)
	for (const isOk of [true, true, false]) expect((await limit.consume('a')).ok).toBe(isOk)
})

test('an attempt that is taken back is free again, and none is taken back twice', async () => {
	const limit = limits().create('test', 2, 60)
	await limit.refund('a')
	await limit.consume('a')
	for (let i = 0; i < 3; i++) await limit.refund('a')
	for (const isOk of [true, true, false]) expect((await limit.consume('a')).ok).toBe(isOk)
})

test('limits have keys of their own, and no two one name', async () => {
	const { create } = limits()
	const [one, other] = [create('one', 1, 60), create('other', 1, 60)]
	await one.consume('a')
	expect((await other.consume('a')).ok).toBe(true)
	expect(() => create('one', 1, 60)).toThrow('one')
})

test('beyond the most keys the one used least recently leaves, of the limit that has most', async () => {
	const { create } = limits(10)
	const [flooded, other] = [create('flooded', 1, 60), create('other', 1, 60)]
	await other.consume('mine')
	await flooded.consume('kept')
	for (let i = 0; i < 50; i++) {
		await flooded.consume(`address ${i}`)
		await flooded.getWaitMs('kept')
	}
	expect(await flooded.getWaitMs('kept')).toBeGreaterThan(0)
	expect(await flooded.getWaitMs('address 49')).toBeGreaterThan(0)
	expect(await flooded.getWaitMs('address 41')).toBe(0)
	expect(await other.getWaitMs('mine')).toBeGreaterThan(0)
})

test('a hundred thousand addresses that meet five limits each cost at most 20 MB', async () => {
	setFlagsFromString('--expose-gc')
	const collect = runInNewContext('gc') as () => void
	const heap = () => {
		collect()
		return process.memoryUsage().heapUsed
	}
	const create = createMemoryRateLimits()
	const before = heap()
	const each = Array.from({ length: 5 }, (_, n) => create(`limit ${n}`, 10, 600))
	for (let i = 0; i < 100_000; i++) {
		const address = `site/10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`
		for (const limit of each) await limit.consume(address)
	}
	expect(await each[0]?.getWaitMs('x')).toBe(0)
	expect((heap() - before) / 1e6).toBeLessThan(20)
})
