import { expect, test } from 'vitest'
import { countLosses, perTenThousand } from './check.ts'

const message = (publisher: number, number: number) => ({ publisher, number })
const [a0, a1, b0] = [message(0, 0), message(0, 1), message(1, 0)]
const acknowledged = [
	{ ...a0, position: 5 },
	{ ...b0, position: 6 },
	{ ...a1, position: 7 },
]

test('everything once and in order is no loss, whatever unacknowledged messages also arrived', () => {
	const received = [
		[a0, b0, a1],
		[a0, b0, a1, message(1, 1)],
		[message(2, 0), a0, b0, a1],
	]
	expect(countLosses({ acknowledged, received })).toEqual({ deliveries: 9, lost: 0, duplicated: 0, outOfOrder: 0 })
})

test('a message that one subscriber lacks counts as lost for that one', () => {
	const losses = countLosses({ acknowledged, received: [[a0, b0, a1], [a0], []] })
	expect(losses).toEqual({ deliveries: 9, lost: 5, duplicated: 0, outOfOrder: 0 })
	expect(perTenThousand(losses.lost, losses)).toBeCloseTo(5_555.6, 1)
})

test('a repeated message is a duplicate, not out of order', () => {
	const losses = countLosses({ acknowledged, received: [[a0, b0, a0, a1, a1]] })
	expect(losses).toMatchObject({ lost: 0, duplicated: 2, outOfOrder: 0 })
})

test('without positions the order of each publisher counts, with positions that of all', () => {
	const withoutPlaces = acknowledged.map(({ publisher, number }) => ({ publisher, number }))
	const count = (order: (typeof a0)[], stored: typeof withoutPlaces) =>
		countLosses({ acknowledged: stored, received: [order] }).outOfOrder
	expect(count([b0, a0, a1], withoutPlaces)).toBe(0)
	expect(count([a1, a0, b0], withoutPlaces)).toBe(1)
	expect(count([b0, a0, a1], acknowledged)).toBe(1)
})
