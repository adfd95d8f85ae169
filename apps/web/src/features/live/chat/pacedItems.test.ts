import { expect, test } from 'vitest'
import type { ChatItem } from './chatItem.ts'
import { noItems, release, withArrived, withHistory, without } from './pacedItems.ts'

const item = (id: number): ChatItem => ({ id, at: id, userId: 'u', name: 'n', text: `t${id}`, role: 'other' })
const items = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => item(from + index))
const atOnce = () => 0
const ids = (list: readonly ChatItem[]) => list.map(({ id }) => id)

test('[CHAT-19] twenty at once are shown five a second', () => {
	let paced = withArrived(noItems, items(1, 20), atOnce)
	expect(paced.shown).toHaveLength(0)
	paced = release(paced, 1_000)
	expect(ids(paced.shown)).toEqual([1, 2, 3, 4, 5])
	paced = release(paced, 2_000)
	expect(paced.shown).toHaveLength(10)
})

test('[CHAT-18] of a hundred and fifty the newest hundred remain', () => {
	let paced = withArrived(noItems, items(1, 150), atOnce)
	for (let second = 1; second <= 30; second++) paced = release(paced, second * 1_000)
	expect(paced.shown).toHaveLength(100)
	expect(paced.shown[0]?.id).toBe(51)
	expect(withHistory(paced, items(1, 50)).shown[0]?.id).toBe(51)
})

test('history precedes arrived messages, without duplicates', () => {
	const paced = release(withArrived(noItems, items(9, 12), atOnce), 1)
	expect(ids(withHistory(paced, items(7, 10)).shown)).toEqual([7, 8, 9, 10, 11, 12])
	expect(withArrived(paced, items(11, 13), atOnce).waiting.map(({ item: { id } }) => id)).toEqual([13])
})

test('messages wait until they are due, and revoked ones are never shown', () => {
	const paced = withArrived(noItems, items(1, 3), ({ id }) => id * 1_000)
	expect(ids(release(paced, 2_000).shown)).toEqual([1, 2])
	expect(ids(release(without(paced, 1), 2_000).shown)).toEqual([2])
	expect(ids(without(release(paced, 3_000), 2).shown)).toEqual([1, 3])
})
