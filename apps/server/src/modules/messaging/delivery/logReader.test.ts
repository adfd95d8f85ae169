import { ImUserId } from '@parley/im'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import type { LoggedEvent } from '../model/event.ts'
import type { EventRange } from '../store/store.ts'
import { createManualTimers } from '../testing/manualTimers.ts'
import { appId } from '../testing/messagingNodes.ts'
import { createLogReader } from './logReader.ts'

const log = { appId, id: 'g', epoch: 'e' }
const event = (hisId: number, content = `m${hisId}`): LoggedEvent => ({
	name: 'messagesReceived',
	uid: v.parse(ImUserId, 'li'),
	hisId,
	ts: 0,
	body: { content },
})

function setUp(size: number) {
	const timers = createManualTimers()
	const events = Array.from({ length: size }, (_, index) => event(index + 1))
	const reads: EventRange[] = []
	const reader = createLogReader({
		timers,
		store: {
			async readEvents(_app, _id, range) {
				reads.push(range)
				const { after = 0, before = Number.POSITIVE_INFINITY } = range
				return events.filter(({ hisId }) => hisId > after && hisId < before)
			},
		},
	})
	const positions = async (from: number, to: number) => (await reader.read(log, { from, to })).map(({ hisId }) => hisId)
	return { timers, events, reads, reader, positions }
}

test('three thousand concurrent requests for the same page cost one read, and later ones none', async () => {
	const { reads, positions } = setUp(80)
	const all = await Promise.all(Array.from({ length: 3_000 }, (_, index) => positions((index % 80) + 1, 80)))
	expect(all.every((list, index) => list[0] === (index % 80) + 1 && list.at(-1) === 80)).toBe(true)
	await positions(1, 80)
	expect(reads).toHaveLength(1)
})

test('a range over several pages is complete and in order', async () => {
	const { positions, reads } = setUp(350)
	expect(await positions(90, 310)).toEqual(Array.from({ length: 221 }, (_, index) => index + 90))
	expect(reads).toHaveLength(4)
	expect(await positions(5, 4)).toEqual([])
})

test('the newest page is read again when it has grown, unless the new events were added to it', async () => {
	const { events, reads, reader, positions } = setUp(10)
	await positions(1, 10)
	events.push(event(11))
	expect(await positions(1, 11)).toHaveLength(11)
	expect(reads).toHaveLength(2)
	events.push(event(12), event(13))
	reader.append(log, [event(12), event(13)])
	expect(await positions(1, 13)).toHaveLength(13)
	expect(reads).toHaveLength(2)
})

test('only the new part of a grown page is read; all of it if one of its messages was revoked', async () => {
	const { events, reads, reader, positions } = setUp(10)
	await positions(1, 10)
	events.push(event(11))
	expect(await positions(9, 11)).toEqual([9, 10, 11])
	expect(reads.map(({ after }) => after)).toEqual([0, 10])
	events[3] = event(4, '')
	events.push({ ...event(12), name: 'messageRevoked', body: { target: 4 } })
	const page = await reader.read(log, { from: 1, to: 12 })
	expect(page.map(({ body }) => body.content)[3]).toBe('')
	expect(page).toHaveLength(12)
	expect(reads.map(({ after }) => after)).toEqual([0, 10, 11, 0])
})

test('a revoked message is read again, even for a request that was reading it', async () => {
	const { events, reader, reads } = setUp(3)
	const contents = async () => (await reader.read(log, { from: 1, to: 3 })).map(({ body }) => body.content)
	await contents()
	events[1] = event(2, '')
	reader.forget(log, 2)
	expect(await contents()).toEqual(['m1', '', 'm3'])
	reader.forget(log, 2)
	const running = contents()
	events[2] = event(3, '')
	reader.forget(log, 3)
	await running
	expect(await contents()).toEqual(['m1', '', ''])
	expect(reads.length).toBeLessThanOrEqual(4)
})

test('a message revoked elsewhere without a node message is shown for ten seconds at most', async () => {
	const { events, reader, timers } = setUp(3)
	const content = async () => (await reader.read(log, { from: 2, to: 2 }))[0]?.body.content
	expect(await content()).toBe('m2')
	events[1] = event(2, '')
	await timers.advance(10_000)
	expect(await content()).toBe('')
})

test('logs of different epochs are cached separately', async () => {
	const { reader, reads } = setUp(3)
	await reader.read(log, { from: 1, to: 3 })
	await reader.read({ ...log, epoch: 'f' }, { from: 1, to: 3 })
	expect(reads).toHaveLength(2)
})
