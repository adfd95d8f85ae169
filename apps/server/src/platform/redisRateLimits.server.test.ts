import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { env } from 'node:process'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { rateLimitSuite } from './rateLimit.suite.ts'
import { createMemoryRateLimits } from './rateLimit.ts'
import { openRedisRateLimits } from './redisRateLimits.ts'
import { createSharedRateLimits } from './sharedRateLimits.ts'
import { freePort } from './testing/freePort.ts'
import { askRedis, type RedisServer, redisUrl, startRedis } from './testing/redisServer.ts'

const program = env.PARLEY_TEST_REDIS
if (program === undefined) console.warn('!!! limits in Redis: NOT TESTED, PARLEY_TEST_REDIS is missing !!!')

describe.skipIf(program === undefined)('with Redis', () => {
	let folder: string
	let port: number
	let redis: RedisServer
	const start = async () => {
		redis = await startRedis(program ?? '', { port, folder })
	}
	beforeAll(async () => {
		folder = mkdtempSync(join(tmpdir(), 'parley-limits-'))
		port = await freePort()
		await start()
	})
	afterAll(async () => {
		await redis.kill()
		rmSync(folder, { recursive: true, force: true })
	})

	/** The limits of one server, which count together with those of others. */
	async function open() {
		const log = { warn: vi.fn() }
		const limits = openRedisRateLimits(redisUrl(port), log)
		onTestFinished(limits.close)
		const probe = limits.create('probe', 1, 1)
		await expect.poll(() => probe.getCount('x').catch(() => undefined), { timeout: 10_000 }).toBe(0)
		return { ...limits, log }
	}
	const openServer = async () => {
		const { create, log } = await open()
		return { create: createSharedRateLimits(createMemoryRateLimits(), create), log }
	}

	describe('limits in Redis', () =>
		rateLimitSuite(async () => {
			await askRedis(port, client => client.flushAll())
			const { create } = await open()
			return { create, pass: ms => delay(ms + 20) }
		}))

	test('two servers let through as many attempts as one, and keep no key after its window', async () => {
		await askRedis(port, client => client.flushAll())
		const [one, other] = [await openServer(), await openServer()]
		const limits = [one, other].map(({ create }) => create('password', 10, 2, { isShared: true }))
		let admitted = 0
		for (let n = 0; n < 40; n++) if ((await limits[n % 2]?.consume('a'))?.ok) admitted++
		expect(admitted).toBe(10)
		expect(await limits[1]?.getWaitMs('a')).toBeGreaterThan(0)
		await delay(2_100)
		await askRedis(port, async client => expect(await client.keys('*')).toEqual([]))
	})

	test('a refused attempt counts nowhere', async () => {
		await askRedis(port, client => client.flushAll())
		const [one, other] = [await openServer(), await openServer()]
		const [here, there] = [
			one.create('password', 2, 60, { isShared: true }),
			other.create('password', 2, 60, { isShared: true }),
		]
		await there.consume('a')
		await there.consume('a')
		expect((await here.consume('a')).ok).toBe(false)
		await there.reset('a')
		for (const isOk of [true, true, false]) expect((await here.consume('a')).ok).toBe(isOk)
	})

	test('floods of sockets are counted by each server for itself', async () => {
		await askRedis(port, client => client.flushAll())
		const [one, other] = [await openServer(), await openServer()]
		expect((await one.create('room-calls', 1, 60).consume('a')).ok).toBe(true)
		expect((await other.create('room-calls', 1, 60).consume('a')).ok).toBe(true)
	})

	test('without Redis each server counts for itself, is told once, and they count together again afterwards', async () => {
		await askRedis(port, client => client.flushAll())
		const [one, other] = [await openServer(), await openServer()]
		const [here, there] = [
			one.create('password', 3, 600, { isShared: true }),
			other.create('password', 3, 600, { isShared: true }),
		]
		await here.consume('a')
		await redis.kill()
		for (const isOk of [true, true, false]) expect((await here.consume('a')).ok).toBe(isOk)
		let admitted = 0
		for (let n = 0; n < 10; n++) if ((await there.consume('a')).ok) admitted++
		expect(admitted).toBe(3)
		await expect.poll(() => one.log.warn.mock.calls.length).toBe(1)
		await start()
		let tries = 0
		const countThere = async () => {
			const key = `after ${++tries}`
			await here.consume(key)
			return await there.getCount(key)
		}
		await expect.poll(countThere, { timeout: 15_000 }).toBe(1)
	})
})
