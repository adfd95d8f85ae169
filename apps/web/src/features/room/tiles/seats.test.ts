import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { arrangeSeats } from './seats.ts'

const seats = (before: string, present: string) => arrangeSeats([...before], [...present]).join('')

test('[ROOM-95] a newcomer is appended, and the last one takes the place of a person who has left', () => {
	expect(seats('', 'abc')).toBe('abc')
	expect(seats('abc', 'abcd')).toBe('abcd')
	expect(seats('abcd', 'acd')).toBe('adc')
	expect(seats('abcd', 'abc')).toBe('abc')
	expect(seats('abcd', 'cd')).toBe('dc')
	expect(seats('abcd', 'b')).toBe('b')
	expect(seats('abc', 'cxy')).toBe('cxy')
	expect(seats('abc', '')).toBe('')
})

test('[ROOM-95] whatever order the server names, nobody who stays moves unless somebody left before them', () => {
	const ids = fc.uniqueArray(fc.constantFrom(...'abcdefghijkl'), { maxLength: 12 })
	fc.assert(
		fc.property(ids, ids, (before, present) => {
			const after = arrangeSeats(before, present)
			expect(after.toSorted()).toEqual(present.toSorted())
			const left = before.filter(id => !present.includes(id))
			const moved = before.filter((id, index) => present.includes(id) && after[index] !== id)
			expect(moved.length).toBeLessThanOrEqual(left.length)
		}),
	)
})
