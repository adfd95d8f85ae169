import { expect, test } from 'vitest'
import { RateLimit } from './rateLimit.ts'

test('[ROOM-09] a burst passes, a flood does not, and time lets more through', () => {
	const rate = new RateLimit({ burst: 3, perSecond: 2 }, 0)
	expect([0, 0, 0, 0].map(now => rate.take(now))).toEqual([true, true, true, false])
	expect(rate.take(499)).toBe(false)
	expect(rate.take(1_000)).toBe(true)
	expect([60_000, 60_000, 60_000, 60_000].map(now => rate.take(now))).toEqual([true, true, true, false])
})
