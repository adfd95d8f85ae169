import { Writable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { createEventBus } from './eventBus.ts'
import { hashToken, randomIds } from './ids.ts'
import { createLog } from './log.ts'

describe('the event bus', () => {
	test('every listener is called, also after one that fails, until it unsubscribes', async () => {
		const failures: string[] = []
		const bus = createEventBus<{ happened: { n: number } }>((name, error) => failures.push(`${name}: ${error}`))
		const received: number[] = []
		bus.subscribe('happened', () => {
			throw new Error('sync')
		})
		bus.subscribe('happened', async () => Promise.reject(new Error('async')))
		const unsubscribe = bus.subscribe('happened', ({ n }) => void received.push(n))
		bus.publish('happened', { n: 1 })
		await expect.poll(() => failures).toEqual(['happened: Error: sync', 'happened: Error: async'])
		expect(received).toEqual([1])
		unsubscribe()
		bus.publish('happened', { n: 2 })
		await expect.poll(() => failures).toHaveLength(4)
		expect(received).toEqual([1])
	})
})

describe('ids', () => {
	test('[ENT-01] a meeting id has nine digits and does not start with zero', () => {
		const ids = Array.from({ length: 200 }, () => randomIds.meeting())
		for (const id of ids) expect(id).toMatch(/^[1-9]\d{8}$/)
		expect(new Set(ids).size).toBeGreaterThan(195)
	})

	test('secrets do not repeat, and their hash does not reveal them', () => {
		const [one, two] = [randomIds.secret(), randomIds.secret()]
		expect(one).toMatch(/^[\w-]{43}$/)
		expect(one).not.toBe(two)
		expect(hashToken(one)).toBe(hashToken(one))
		expect(hashToken(one)).not.toBe(hashToken(two))
		expect(hashToken(one)).not.toContain(one)
	})
})

test('fields that contain a secret are redacted at any depth', () => {
	const lines: string[] = []
	const log = createLog('info', new Writable({ write: (chunk, _, next) => next(void lines.push(String(chunk))) }))
	log.info({ password: 'x1', body: { token: 'x2', deep: { authorization: 'x3' } }, user: 'anna' }, 'hello')
	const [line = ''] = lines
	expect(line).not.toMatch(/x[123]/)
	expect(JSON.parse(line)).toMatchObject({ password: '[hidden]', user: 'anna', msg: 'hello' })
})
