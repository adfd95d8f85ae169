import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { rateLimitSuite } from './rateLimit.suite.ts'
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

describe('limits in memory', () => rateLimitSuite(limits))

test('no two limits have one name', () => {
	const { create } = limits()
	create('one', 1, 60)
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
