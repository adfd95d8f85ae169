import { expect, test } from 'vitest'
import { emptyTalkFeed, release, withArrived, withHistory, without } from './talkFeed.ts'
import type { TalkItem } from './talkItem.ts'

const item = (id: number): TalkItem => ({ id, at: id, userId: 'u', name: 'n', text: `t${id}`, role: 'other' })
const items = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => item(from + index))
const atOnce = () => 0
const ids = (list: readonly TalkItem[]) => list.map(({ id }) => id)

test('[CHAT-19] twenty at once are shown five a second', () => {
	let feed = withArrived(emptyTalkFeed, items(1, 20), atOnce)
	expect(feed.shown).toHaveLength(0)
	feed = release(feed, 1_000)
	expect(ids(feed.shown)).toEqual([1, 2, 3, 4, 5])
	feed = release(feed, 2_000)
	expect(feed.shown).toHaveLength(10)
})

test('[CHAT-18] a hundred and fifty leave the newest hundred', () => {
	let feed = withArrived(emptyTalkFeed, items(1, 150), atOnce)
	for (let second = 1; second <= 30; second++) feed = release(feed, second * 1_000)
	expect(feed.shown).toHaveLength(100)
	expect(feed.shown[0]?.id).toBe(51)
	expect(withHistory(feed, items(1, 50)).shown[0]?.id).toBe(51)
})

test('history stands before what arrived, nothing twice', () => {
	const feed = release(withArrived(emptyTalkFeed, items(9, 12), atOnce), 1)
	expect(ids(withHistory(feed, items(7, 10)).shown)).toEqual([7, 8, 9, 10, 11, 12])
	expect(withArrived(feed, items(11, 13), atOnce).waiting.map(({ item: { id } }) => id)).toEqual([13])
})

test('what is not due yet waits, and what was revoked is never shown', () => {
	const feed = withArrived(emptyTalkFeed, items(1, 3), ({ id }) => id * 1_000)
	expect(ids(release(feed, 2_000).shown)).toEqual([1, 2])
	expect(ids(release(without(feed, 1), 2_000).shown)).toEqual([2])
	expect(ids(without(release(feed, 3_000), 2).shown)).toEqual([1, 3])
})
