import { ImAppId } from '@parley/im'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { type ConversationId, chatId, type HeadRow } from '../model/conversation.ts'
import { createCounters } from '../model/counters.ts'
import type { LoggedEvent } from '../model/event.ts'
import { createManualTimers, settled } from '../testing/manualTimers.ts'
import { appId, uidOf } from '../testing/messagingNodes.ts'
import { Feeds } from './feeds.ts'
import { createLogReader } from './logReader.ts'
import { createSubscriber, createSubscribers, type Subscriber } from './subscribers.ts'

const otherApp = v.parse(ImAppId, 'other-app')
const everything = { rate: Number.POSITIVE_INFINITY, isHeld: false }
const eventAt = (hisId: number): LoggedEvent => ({
	name: 'messagesReceived',
	uid: uidOf('writer'),
	hisId,
	ts: 0,
	body: { type: 0 },
})
const headOf = (id: ConversationId, last = 0): HeadRow => ({ id, epoch: 'e', last, min: 1, version: 7 })

/** The feeds of a node. `state.last` has the newest position of each conversation in the store. */
function setUp() {
	const timers = createManualTimers()
	const subscribers = createSubscribers()
	const state = {
		last: new Map<ConversationId, number>(),
		reads: [] as (readonly ConversationId[])[],
		readDelayMs: 0,
		isLogBroken: false,
		forgotten: [] as Subscriber[],
		versions: [] as unknown[],
		warnings: [] as unknown[],
	}
	const pushed = new Map<string, number[]>()
	const feeds = new Feeds({
		store: {
			async heads(_, ids) {
				state.reads.push(ids)
				const heads = ids.flatMap(id => {
					const last = state.last.get(id)
					return last === undefined ? [] : [headOf(id, last)]
				})
				if (state.readDelayMs > 0) await new Promise<void>(resolve => void timers.after(state.readDelayMs, resolve))
				return heads
			},
		},
		reader: createLogReader({
			timers,
			store: {
				async readEvents(_appId, id, { after = 0, limit }) {
					if (state.isLogBroken) throw new Error('the database is unavailable')
					const stored = Math.max(0, (state.last.get(id) ?? 0) - after)
					return Array.from({ length: Math.min(limit, stored) }, (_, index) => eventAt(after + 1 + index))
				},
			},
		}),
		timers,
		subscribers,
		listedGroups: { forget: subscriber => void state.forgotten.push(subscriber) },
		broadcast(connections, envelopes) {
			for (const { id } of connections) {
				const positions = envelopes.flatMap(({ jsonData }) => (typeof jsonData.to === 'number' ? [jsonData.to] : []))
				pushed.set(id, [...(pushed.get(id) ?? []), ...positions])
			}
		},
		counters: createCounters(),
		noteVersion: (...version) => void state.versions.push(version),
		onSent() {},
		log: { warn: (fields, message) => void state.warnings.push([fields, message]) },
	})
	function connect(uid: string): Subscriber {
		const connection = { id: uid, address: '', origin: '', send() {}, pendingBytes: () => 0, close() {} }
		const subscriber = createSubscriber({ connection, giveUp() {} }, appId, uidOf(uid))
		subscribers.add(subscriber)
		return subscriber
	}
	/** Creates an open room with this many messages. */
	async function openRoom(id: string, last = 0) {
		state.last.set(id, last)
		const feed = await feeds.open(appId, id, true)
		if (!feed) throw new Error(`${id} does not exist`)
		return feed
	}
	return { timers, state, feeds, connect, openRoom, pushedTo: (uid: string) => pushed.get(uid) ?? [] }
}

test('a chat is delivered where either of its people is connected, and nowhere else; a group needs listeners', () => {
	const { feeds, connect } = setUp()
	const [ofLi, ofOthers] = [chatId(uidOf('li'), uidOf('han')), chatId(uidOf('han'), uidOf('wu'))]
	connect('li')
	expect(feeds.openChat(appId, headOf(ofLi, 3), 2)?.head().last).toBe(2)
	expect(feeds.find(appId, ofLi)?.isRoom).toBe(false)
	expect(feeds.openChat(appId, headOf(ofOthers, 3), 2)).toBeUndefined()
	expect(feeds.openChat(otherApp, headOf(ofLi, 3), 2)).toBeUndefined()
	expect(feeds.openChat(appId, headOf('choir', 3), 2)).toBeUndefined()
	expect([...feeds.all()].map(({ id }) => id)).toEqual([ofLi])
})

test('a room that does not exist cannot be listened to', async () => {
	const { feeds } = setUp()
	expect(await feeds.open(appId, 'nowhere', true)).toBeUndefined()
	expect([...feeds.all()]).toEqual([])
})

test('viewers who enter an open room read nothing, nor do those who enter together', async () => {
	const { feeds, state, openRoom } = setUp()
	state.last.set('hall', 0)
	const together = await Promise.all([1, 2, 3].map(() => feeds.open(appId, 'hall', true)))
	const reads = state.reads.length
	expect(reads).toBe(2)
	expect(new Set([...together, await openRoom('hall')]).size).toBe(1)
	expect(state.reads).toHaveLength(reads)
})

test('a message stored while a room is being opened is pushed to its first listener', async () => {
	const { feeds, state, timers, connect, pushedTo } = setUp()
	const li = connect('li')
	state.readDelayMs = 20
	state.last.set('hall', 4)
	const opening = feeds.open(appId, 'hall', true)
	state.last.set('hall', 5)
	await timers.advance(20)
	const feed = feeds.find(appId, 'hall')
	if (!feed) throw new Error('the room is not open')
	feeds.join(li, feed, everything)
	await timers.advance(200)
	expect(await opening).toBe(feed)
	expect(pushedTo('li')).toEqual([5])
})

test('a room stays open while a viewer is entering it, even if the last listener leaves meanwhile', async () => {
	const { feeds, state, timers, connect } = setUp()
	const [li, han] = [connect('li'), connect('han')]
	state.readDelayMs = 20
	state.last.set('hall', 0)
	const entering = feeds.open(appId, 'hall', true)
	await timers.advance(20)
	const feed = feeds.find(appId, 'hall')
	if (!feed) throw new Error('the room is not open')
	feeds.join(li, feed, everything)
	feeds.leave(li, feed)
	await timers.advance(20)
	expect(await entering).toBe(feed)
	expect(feeds.find(appId, 'hall')).toBe(feed)
	feeds.join(han, feed, everything)
	feeds.leave(han, feed)
	expect(feeds.find(appId, 'hall')).toBeUndefined()
})

test('a listener who leaves one of two rooms gets the messages of the other', async () => {
	const { feeds, timers, connect, openRoom, pushedTo } = setUp()
	const [hall, bar] = [await openRoom('hall'), await openRoom('bar')]
	const [li, han] = [connect('li'), connect('han')]
	for (const subscriber of [li, han]) for (const feed of [hall, bar]) feeds.join(subscriber, feed, everything)
	feeds.leave(li, hall)
	expect([feeds.of(li), feeds.of(han)]).toEqual([[bar], [hall, bar]])
	hall.offer(headOf('hall', 1), [eventAt(1)])
	for (const hisId of [1, 2]) bar.offer(headOf('bar', hisId), [eventAt(hisId)])
	await timers.advance(200)
	expect([pushedTo('li'), pushedTo('han').toSorted()]).toEqual([[2], [1, 2]])
})

test('a session that enters a room twice is sent each message once', async () => {
	const { feeds, timers, connect, openRoom, pushedTo, state } = setUp()
	const li = connect('li')
	const feed = await openRoom('hall')
	feeds.join(li, feed, everything)
	feeds.join(li, feed, { ...everything, rate: 10 })
	expect([feeds.of(li), state.forgotten]).toEqual([[feed], [li]])
	feed.offer(headOf('hall', 1), [eventAt(1)])
	await timers.advance(200)
	expect(pushedTo('li')).toEqual([1])
})

test('a session that never entered a room may leave it; the others still listen', async () => {
	const { feeds, connect, openRoom } = setUp()
	const [li, han] = [connect('li'), connect('han')]
	const feed = await openRoom('hall')
	feeds.join(han, feed, everything)
	feeds.leave(li, feed)
	expect([feeds.of(li), feeds.of(han), feed.listeners()]).toEqual([[], [feed], [han]])
})

test('a session that ends leaves all its rooms, and rooms without listeners are closed', async () => {
	const { feeds, connect, openRoom, state } = setUp()
	const [li, han] = [connect('li'), connect('han')]
	const [hall, bar] = [await openRoom('hall'), await openRoom('bar')]
	for (const feed of [hall, bar]) feeds.join(li, feed, everything)
	feeds.join(han, bar, everything)
	feeds.leaveAll(li)
	expect([feeds.of(li), [...feeds.all()], bar.listeners()]).toEqual([[], [bar], [han]])
	// Without a group or room its groups as read at the login are dropped too.
	const wu = connect('wu')
	feeds.leaveAll(wu)
	expect(state.forgotten.at(-1)).toBe(wu)
})

test('a closed room leaves no timer, and closing it again does not close its successor', async () => {
	const { feeds, timers, connect, openRoom, pushedTo } = setUp()
	const li = connect('li')
	const before = await openRoom('hall')
	feeds.join(li, before, everything)
	// Two leave at once after a quiet moment; the third waits.
	for (const hisId of [1, 2, 3]) {
		before.offer(headOf('hall', hisId), [eventAt(hisId)])
		await timers.advance(0)
	}
	expect(timers.size()).toBe(1)
	feeds.leave(li, before)
	expect(timers.size()).toBe(0)
	const after = await openRoom('hall', 3)
	feeds.join(li, after, everything)
	feeds.close(before)
	expect(feeds.find(appId, 'hall')).toBe(after)
	after.offer(headOf('hall', 4), [eventAt(4)])
	await timers.advance(200)
	expect(pushedTo('li').at(-1)).toBe(4)
})

test('a stopped node sends nothing it has gathered, and leaves no timer', async () => {
	const { feeds, timers, connect, openRoom, pushedTo } = setUp()
	const li = connect('li')
	const feed = await openRoom('hall')
	feeds.join(li, feed, everything)
	for (const hisId of [1, 2, 3]) {
		feed.offer(headOf('hall', hisId), [eventAt(hisId)])
		await timers.advance(0)
	}
	feeds.closeAll()
	expect([timers.size(), [...feeds.all()]]).toEqual([0, []])
	expect(pushedTo('li')).toEqual([1, 2])
})

test('a thousand open conversations are compared with the store in two reads, and each sends what it missed', async () => {
	const { feeds, state, timers, connect, pushedTo } = setUp()
	const li = connect('li')
	const names = Array.from({ length: 1_000 }, (_, index) => `g${index}`)
	for (const id of names) {
		feeds.join(li, feeds.openAfter(appId, headOf(id, 1), false), everything)
		state.last.set(id, 1)
	}
	feeds.openAfter(otherApp, headOf('g0', 1), false)
	state.last.set('g999', 2)
	await feeds.compareAll()
	expect(state.reads).toEqual([names.slice(0, 500), names.slice(500), ['g0']])
	expect(state.versions).toContainEqual([appId, 'g999', 7])
	await timers.advance(200)
	expect(pushedTo('li')).toEqual([2])
})

test('a room that is closed while it is compared with the store does not disturb the others', async () => {
	const { feeds, state, timers, connect, openRoom, pushedTo } = setUp()
	const [li, han] = [connect('li'), connect('han')]
	const [hall, bar] = [await openRoom('hall'), await openRoom('bar')]
	feeds.join(li, hall, everything)
	feeds.join(han, bar, everything)
	for (const id of ['hall', 'bar']) state.last.set(id, 1)
	state.readDelayMs = 20
	const comparing = feeds.compareAll()
	feeds.leaveAll(li)
	await timers.advance(300)
	await comparing
	expect([pushedTo('li'), pushedTo('han')]).toEqual([[], [1]])
})

test('a log that cannot be read is reported with its conversation, and sent once it can be read', async () => {
	const { feeds, state, timers, connect, openRoom, pushedTo } = setUp()
	const li = connect('li')
	const feed = await openRoom('hall')
	feeds.join(li, feed, everything)
	state.isLogBroken = true
	state.last.set('hall', 1)
	await feeds.compareAll()
	await settled()
	expect(state.warnings).toEqual([
		[{ err: new Error('the database is unavailable'), conversation: 'hall' }, 'a log could not be read'],
	])
	state.isLogBroken = false
	await feeds.compareAll()
	await timers.advance(200)
	expect(pushedTo('li')).toEqual([1])
})
