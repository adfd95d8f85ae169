import { expect, test } from 'vitest'
import { RestartDelay } from './restartDelay.ts'

test('a program that keeps ending starts later each time, up to a limit, and at once after a long run', () => {
	const delay = new RestartDelay({ firstMs: 500, maxMs: 1_500 })
	expect(delay.isOver(0)).toBe(true)
	expect([delay.ended(0, 0), delay.isOver(499), delay.isOver(500)]).toEqual([500, false, true])
	expect([delay.ended(500, 600), delay.ended(1_600, 1_700)]).toEqual([1_000, 1_500])
	expect(delay.ended(4_000, 34_000)).toBe(1_500)
	expect(delay.ended(40_000, 70_001)).toBe(500)
	expect(delay.ended(80_000, 80_000)).toBe(1_000)
})
