import { expect, test } from 'vitest'
import { createConcurrencyLimit } from './concurrencyLimit.ts'

test('up to the limit run at once, the others in turn, and too many are refused', async () => {
	const line = createConcurrencyLimit(2, 3)
	let running = 0
	let most = 0
	const order: number[] = []
	const results = await Promise.all(
		Array.from({ length: 7 }, (_, i) =>
			line(async () => {
				running++
				most = Math.max(most, running)
				await new Promise(resolve => setTimeout(resolve, 2))
				order.push(i)
				running--
				return i
			}),
		),
	)
	expect(results).toEqual([0, 1, 2, 3, 4, 'busy', 'busy'])
	expect(most).toBe(2)
	expect(order.toSorted()).toEqual([0, 1, 2, 3, 4])
	expect(await line(async () => 'again')).toBe('again')
})

test('one that fails makes room like any other', async () => {
	const line = createConcurrencyLimit(1, 1)
	const fails = line(async () => {
		throw new Error('no')
	})
	const next = line(async () => 'next')
	await expect(fails).rejects.toThrow('no')
	expect(await next).toBe('next')
})
