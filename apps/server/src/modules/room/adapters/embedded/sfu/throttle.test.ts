import { expect, test } from 'vitest'
import { Throttle } from './throttle.ts'

test('[ROOM-58] key frame requests are throttled, and the last one is not lost', () => {
	const throttle = new Throttle(300)
	expect(throttle.request(0)).toBe(true)
	expect(throttle.request(100)).toBe(false)
	expect(throttle.request(200)).toBe(false)
	expect(throttle.due(299)).toBe(false)
	expect(throttle.due(300)).toBe(true)
	expect(throttle.due(900)).toBe(false)
})
