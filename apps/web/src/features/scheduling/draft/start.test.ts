import { formatWireTime } from '@parley/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatStart, parseStart } from './start.ts'

const shanghai = 'Asia/Shanghai'

test('wheels give back the time they were given', () => {
	fc.assert(
		fc.property(fc.integer({ min: 0, max: Date.UTC(2156, 0, 1) }), instant => {
			const start = `${formatWireTime(instant, shanghai).slice(0, 16)}:00`
			expect(formatStart(parseStart(start))).toBe(start)
		}),
	)
})
