import type { Room } from '@parley/im-sdk'
import { expect, test, vi } from 'vitest'
import { createRecordedChat } from './recordedChat.ts'

type Event = Record<string, unknown> & { hisId: number; ts: number }

const message = (hisId: number, ts: number, changes: object = {}): Event => ({
	hisId,
	ts,
	userId: 'u',
	type: 0,
	content: `m${hisId}`,
	sendUserName: 'Bo',
	...changes,
})

/** A message a second, the first at second 1. */
const aMessageEachSecond = (count: number) =>
	Array.from({ length: count }, (_, index) => message(index + 1, (index + 1) * 1000))

/** A room with a log paged like the server's: at most a hundred events in either direction. */
function harness(log: Event[]) {
	const asked: { before?: number; after?: number; limit?: number }[] = []
	let isAway = false
	async function* history(range: { before?: number; after?: number; limit?: number }) {
		asked.push(range)
		if (isAway) throw new Error('offline')
		const { before = Number.POSITIVE_INFINITY, after, limit = 100 } = range
		const found = log.filter(({ hisId }) => hisId < before && hisId > (after ?? 0))
		const list = after === undefined ? found.slice(-limit) : found.slice(0, limit)
		yield { epoch: 'e', list, head: log.at(-1)?.hisId ?? 0, min: 0, more: found.length > list.length }
	}
	const recorded = createRecordedChat({ history } as unknown as Pick<Room, 'history'>)
	const state = () => recorded.store.getState()
	return {
		recorded,
		state,
		asked,
		ids: () => state().items.map(({ id }) => id),
		setAway: (next: boolean) => (isAway = next),
	}
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

test('a short discussion is loaded with one call and no further requests', async () => {
	const { recorded, state, ids, asked } = harness(aMessageEachSecond(40))
	await recorded.goTo(0)
	for (let second = 1; second < 60; second++) await recorded.goTo(second * 1000)
	expect(ids()).toEqual(range(1, 40))
	expect(state()).toMatchObject({ isLoaded: true, earlier: 'none', later: 'none' })
	expect(asked).toEqual([{ limit: 100, after: 0 }])
})

test('[CHAT-17] a long one is loaded page by page during playback and never kept whole', async () => {
	const { recorded, state, ids, asked } = harness(aMessageEachSecond(1_000))
	await recorded.goTo(0)
	expect(ids()).toEqual(range(1, 100))
	for (let second = 1; second <= 450; second++) await recorded.goTo(second * 1000)
	expect(ids()).toEqual(range(201, 500))
	expect(state()).toMatchObject({ earlier: 'more', later: 'more' })
	expect(asked).toHaveLength(5)
	expect(asked.every(({ limit = 0 }) => limit <= 100)).toBe(true)
})

test.each([100, 101, 5_000, 5_001, 99_950, 99_999, 100_000])(
	'seeking to second %i of a hundred thousand messages takes at most twenty calls',
	async second => {
		const { recorded, state, ids, asked } = harness(aMessageEachSecond(100_000))
		await recorded.goTo(second * 1000)
		expect(ids()).toContain(second)
		if (second < 100_000) expect(ids()).toContain(second + 1)
		expect(ids()).toHaveLength(100)
		expect(asked.length).toBeLessThanOrEqual(20)
		const [first = 0, last = 0] = [ids()[0], ids().at(-1)]
		expect(state()).toMatchObject({ earlier: first > 1 ? 'more' : 'none', later: last < 100_000 ? 'more' : 'none' })
	},
)

test('one search is enough for every place', async () => {
	const log = aMessageEachSecond(10_000)
	for (let second = 150; second < 10_000; second += 97) {
		const { recorded, ids, asked } = harness(log)
		await recorded.goTo(second * 1000)
		expect(ids()).toContain(second)
		expect(asked.length, `second ${second}`).toBeLessThanOrEqual(12)
	}
})

test('moving the slider while an earlier page loads shows the new place', async () => {
	const { recorded, ids } = harness(aMessageEachSecond(1_000))
	await recorded.goTo(500_000)
	const earlier = recorded.loadEarlier()
	void recorded.goTo(900_000)
	await earlier
	await vi.waitFor(() => expect(ids()).toContain(900))
})

test('seeking back to the start shows the start; both ends load from there', async () => {
	const { recorded, ids } = harness(aMessageEachSecond(1_000))
	await recorded.goTo(500_000)
	const [first = 0, last = 0] = [ids()[0], ids().at(-1)]
	await recorded.loadEarlier()
	expect(ids()).toEqual(range(first - 100, last))
	await recorded.loadLater()
	expect(ids()).toEqual(range(first - 100, last + 100))
	await recorded.loadEarlier()
	expect(ids()).toEqual(range(first - 200, last))
	await recorded.loadLater()
	expect(ids()).toEqual(range(first - 100, last + 100))
	await recorded.loadEarlier()
	expect(ids()).toEqual(range(first - 200, last))
	await recorded.goTo(3_000)
	expect(ids()).toEqual(range(1, 100))
})

test('[CHAT-21] revoked messages and other events are hidden; pages without messages are skipped', async () => {
	const log = aMessageEachSecond(350).map(event =>
		event.hisId > 100 && event.hisId <= 300
			? { hisId: event.hisId, ts: event.ts, messageType: 'memberUpdated' }
			: event,
	)
	log[4] = message(5, 5_000, { revoked: true })
	log[5] = message(6, 6_000, { type: 90, content: 'close_live' })
	const { recorded, ids, state } = harness(log as Event[])
	await recorded.goTo(0)
	expect(ids()).toEqual(range(1, 100).filter(id => id !== 5 && id !== 6))
	await recorded.goTo(100_000)
	expect(ids().slice(-50)).toEqual(range(301, 350))
	expect(state().later).toBe('none')
	recorded.remove(310)
	expect(ids()).not.toContain(310)
})

test('seeking while a page loads shows the new place', async () => {
	const { recorded, ids, asked } = harness(aMessageEachSecond(1_000))
	void recorded.goTo(0)
	void recorded.goTo(400_000)
	void recorded.goTo(800_000)
	await vi.waitFor(() => expect(ids()).toContain(800))
	expect(ids()).toContain(801)
	expect(asked.length).toBeLessThanOrEqual(12)
})

test('a failed page is not requested every second, and loads on request', async () => {
	const { recorded, state, ids, asked, setAway } = harness(aMessageEachSecond(150))
	setAway(true)
	for (let second = 0; second < 5; second++) await recorded.goTo(second * 1000)
	expect(state()).toMatchObject({ items: [], later: 'failed' })
	expect(asked).toHaveLength(1)
	setAway(false)
	await recorded.loadLater()
	expect(ids()).toEqual(range(1, 100))
	setAway(true)
	await recorded.loadLater()
	expect(state().later).toBe('failed')
	setAway(false)
	await recorded.loadLater()
	expect(ids()).toEqual(range(1, 150))
})

test('a retry loads the place that was asked for, not the beginning', async () => {
	const { recorded, state, ids, setAway } = harness(aMessageEachSecond(1_000))
	setAway(true)
	await recorded.goTo(500_000)
	await recorded.goTo(700_000)
	expect(state().later).toBe('failed')
	setAway(false)
	await recorded.loadLater()
	expect(ids()).toContain(700)
	expect(ids()).not.toContain(1)
	setAway(true)
	await recorded.goTo(200_000)
	setAway(false)
	await recorded.loadLater()
	expect(ids()).toContain(200)
})

test('a reader far from the position of the recording is not moved', async () => {
	const { recorded, ids } = harness(aMessageEachSecond(1_000))
	await recorded.goTo(500_000)
	for (let page = 0; page < 4; page++) await recorded.loadEarlier()
	await new Promise(resolve => setTimeout(resolve))
	expect(ids()).toHaveLength(300)
	expect(ids()).not.toContain(500)
})
