import { expect, test } from 'vitest'
import { createSameRows } from './sameRows.ts'

test('a row that is read again unchanged is the same object; one with any other field is another, until it is read', () => {
	let mapped = 0
	const toValue = createSameRows(
		({ id }: { id: string; topic: string; endedAt: number | null }) => id,
		row => {
			mapped += 1
			return { ...row }
		},
	)
	const first = toValue({ id: 'a', topic: 'One', endedAt: null })
	expect(toValue({ id: 'a', topic: 'One', endedAt: null })).toBe(first)
	const others = [
		{ id: 'a', topic: 'Two', endedAt: null },
		{ id: 'a', topic: 'Two', endedAt: 1 },
		{ id: 'a', topic: 'One', endedAt: null },
		{ id: 'b', topic: 'One', endedAt: null },
	]
	for (const other of others) expect(toValue(other)).toEqual(other)
	expect(mapped).toBe(5)
	expect(toValue({ id: 'a', topic: 'One', endedAt: null })).toEqual(first)
	expect(mapped).toBe(5)
})
