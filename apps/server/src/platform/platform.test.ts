import { Writable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { createBus } from './bus.ts'
import { fingerprint, randomIds } from './ids.ts'
import { memoryBudget } from './limits.ts'
import { createLog } from './log.ts'

describe('the bus', () => {
	test('everybody hears, also after one who fails, until they stop listening', async () => {
		const failures: string[] = []
		const bus = createBus<{ happened: { n: number } }>((name, error) => failures.push(`${name}: ${error}`))
		const heard: number[] = []
		bus.on('happened', () => {
			throw new Error('sync')
		})
		bus.on('happened', async () => Promise.reject(new Error('async')))
		const stop = bus.on('happened', ({ n }) => void heard.push(n))
		bus.announce('happened', { n: 1 })
		await expect.poll(() => failures).toEqual(['happened: Error: sync', 'happened: Error: async'])
		expect(heard).toEqual([1])
		stop()
		bus.announce('happened', { n: 2 })
		await expect.poll(() => failures).toHaveLength(4)
		expect(heard).toEqual([1])
	})
})

describe('ids', () => {
	test('[ENT-01] a meeting id has nine digits and does not start with zero', () => {
		const ids = Array.from({ length: 200 }, () => randomIds.meeting())
		for (const id of ids) expect(id).toMatch(/^[1-9]\d{8}$/)
		expect(new Set(ids).size).toBeGreaterThan(195)
	})

	test('secrets do not repeat, and their fingerprint does not show them', () => {
		const [one, two] = [randomIds.secret(), randomIds.secret()]
		expect(one).toMatch(/^[\w-]{43}$/)
		expect(one).not.toBe(two)
		expect(fingerprint(one)).toBe(fingerprint(one))
		expect(fingerprint(one)).not.toBe(fingerprint(two))
		expect(fingerprint(one)).not.toContain(one)
	})
})

test('a budget is per key, says how long to wait, and can be given back', async () => {
	const budget = memoryBudget('test', 2, 60)
	expect(await budget.waitMs('a')).toBe(0)
	await budget.take('a')
	expect(await budget.waitMs('a')).toBe(0)
	await budget.take('a')
	expect(await budget.waitMs('a')).toBeGreaterThan(0)
	const third = await budget.take('a')
	expect(!third.ok && third.retryAfterMs).toBeLessThanOrEqual(60_000)
	expect((await budget.take('b')).ok).toBe(true)
	await budget.reset('a')
	expect((await budget.take('a')).ok).toBe(true)
})

test('fields that hold a secret are hidden, wherever they hang', () => {
	const lines: string[] = []
	const log = createLog('info', new Writable({ write: (chunk, _, next) => next(void lines.push(String(chunk))) }))
	log.info({ password: 'x1', body: { token: 'x2', deep: { authorization: 'x3' } }, user: 'anna' }, 'hello')
	const [line = ''] = lines
	expect(line).not.toMatch(/x[123]/)
	expect(JSON.parse(line)).toMatchObject({ password: '[hidden]', user: 'anna', msg: 'hello' })
})
