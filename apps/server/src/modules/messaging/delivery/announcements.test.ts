import { answerCodes, encodePush, type GroupSettings, groupTypes } from '@parley/im'
import { expect, test } from 'vitest'
import { newGroupSettings } from '../groups/newGroup.ts'
import type { Commit } from '../model/commit.ts'
import { createCounters } from '../model/counters.ts'
import type { NewEvent } from '../model/event.ts'
import { memberRow } from '../model/group.ts'
import type { NodeMessage } from '../ports/nodeBus.ts'
import { createManualTimers } from '../testing/manualTimers.ts'
import { createMemoryStore } from '../testing/memoryStore.ts'
import { appId, createTestNodes, type TestNodesOptions, uidOf } from '../testing/messagingNodes.ts'
import { batchesIn } from '../testing/pushedEvents.ts'
import { createFanOut } from './fanOut.ts'
import { createLogReader } from './logReader.ts'
import { createSubscriber, createSubscribers } from './subscribers.ts'

type Client = Awaited<ReturnType<ReturnType<typeof createTestNodes>['logIn']>>

function setUp(options?: TestNodesOptions) {
	const nodes = createTestNodes(options)
	for (const name of ['owner', 'li', 'han']) nodes.accounts.add(name)
	return nodes
}

/** Returns the texts of messages that were pushed to a client. */
const textsOf = (client: Client) =>
	batchesIn(client.received).flatMap(({ list }) => list.flatMap(one => one.content ?? []))

test('the first message of a chat is pushed at once on another node, and so are the next ones', async () => {
	const { logIn, soon } = setUp({ nodes: 2 })
	const [li, han] = [await logIn('li'), await logIn('han', { node: 1 })]
	await li.call('chatSend', { userId: uidOf('han'), content: 'first', cmid: 'c1' }, soon)
	await soon()
	expect(batchesIn(han.received)).toMatchObject([{ userId: 'li', from: 1, to: 1, list: [{ content: 'first' }] }])
	await li.call('chatSend', { userId: uidOf('han'), content: 'second', cmid: 'c2' }, soon)
	await soon()
	expect(textsOf(han)).toEqual(['first', 'second'])
})

test('a chat costs a node without its people no reads', async () => {
	let reads = 0
	const { logIn, soon } = setUp({
		nodes: 2,
		wrapStore: store => ({
			...store,
			heads: (...args) => {
				reads++
				return store.heads(...args)
			},
		}),
	})
	const [li, han] = [await logIn('li'), await logIn('han')]
	await logIn('owner', { node: 1 })
	await li.call('chatSend', { userId: uidOf('han'), content: 'hello', cmid: 'c1' }, soon)
	await soon()
	expect([textsOf(han), reads]).toEqual([['hello'], 0])
})

test('messages to a person who has signed out are pushed to nobody but their writer', async () => {
	const { logIn, node, soon } = setUp()
	const [li, han] = [await logIn('li'), await logIn('han')]
	await han.call('logout', {}, soon)
	const before = node.counters().pushes
	await li.call('chatSend', { userId: uidOf('han'), content: 'hello', cmid: 'c1' }, soon)
	expect([textsOf(li), node.counters().pushes - before]).toEqual([['hello'], 1])
})

test('a room without listeners takes messages, and a member mutes a group, without an error in the log', async () => {
	const { logIn, makeGroup, node, problems, soon } = setUp()
	const room = await makeGroup('hall', [], { mucType: groupTypes.CHATROOM })
	const posting = node.rooms.post(appId, room, { type: 0, content: 'welcome', sendUserName: 'Owner' })
	await soon()
	expect(await posting).toBe('posted')
	const group = await makeGroup('choir', ['li'])
	const li = await logIn('li')
	expect(await li.call('groupShield', { gid: group, receState: 1 }, soon)).toMatchObject({ code: 0 })
	await li.call('groupSend', { gid: group, content: 'still here', cmid: 'm1' }, soon)
	expect([textsOf(li), problems]).toEqual([['still here'], []])
})

test.each([
	{ where: 'on the same node', node: 0, isLosing: false, waitMs: 5 },
	{ where: 'on another node', node: 1, isLosing: false, waitMs: 5 },
	{ where: 'on another node that missed the node message, within five seconds', node: 1, isLosing: true, waitMs: 400 },
])('a person who was removed $where cannot read the group any more', async ({ node, isLosing, waitMs }) => {
	const { logIn, makeGroup, timers, bus, soon } = setUp({ nodes: 2 })
	const gid = await makeGroup('choir', ['li', 'han'])
	const owner = await logIn('owner')
	const li = await logIn('li', { node })
	await logIn('han', { node })
	// Just before the heads are compared.
	await timers.advance(4_800)
	expect(await li.call('groupHistory', { gid })).toMatchObject({ code: 0 })
	bus.isLosing = isLosing
	expect(await owner.call('groupKick', { gid, userId: uidOf('li') }, soon)).toMatchObject({ code: 0 })
	await timers.advance(waitMs)
	expect((await li.call('groupHistory', { gid })).code).toBe(answerCodes.notMember)
})

test('whoever polls a room, again or for the first time, gets events from in between once, after the answer', async () => {
	const { timers, makeGroup, logIn, storeElsewhere } = createTestNodes({
		readDelayMs: read => (read === 'readEvents' ? 400 : 0),
	})
	const gid = await makeGroup('r1', [], { mucType: groupTypes.CHATROOM })
	await storeElsewhere(gid, 1, 5)
	const [owner, listener, newcomer] = [await logIn('owner'), await logIn('listener'), await logIn('newcomer')]
	await listener.call('groupPoll', { gid }, () => timers.advance(10))
	for (const viewer of [listener, newcomer, listener]) {
		viewer.received.length = 0
		const poll = viewer.send('groupPoll', { gid, hisId: 0 })
		await timers.advance(50)
		owner.send('groupSend', { gid, content: 'meanwhile' })
		await timers.advance(300)
		expect([viewer.answerOf(poll), batchesIn(viewer.received)]).toEqual([undefined, []])
		await timers.advance(12_000)
		const { pullKey = 0 } = viewer.answerOf<'groupPoll'>(poll) ?? {}
		expect(batchesIn(viewer.received)).toMatchObject([{ from: pullKey + 1, to: pullKey + 1 }])
		const answeredAt = viewer.received.findIndex(({ messageId }) => messageId === poll)
		expect(batchesIn(viewer.received.slice(0, answeredAt))).toEqual([])
	}
})

/** The fan-out of one node, over a store that can fail. */
function createNode() {
	const timers = createManualTimers()
	const memory = createMemoryStore()
	const subscribers = createSubscribers()
	const counters = createCounters()
	const state = { isFailing: false, warnings: [] as unknown[], sent: [] as unknown[] }
	let hear = (_: NodeMessage) => {}
	const store = {
		...memory,
		heads: async (...args: Parameters<typeof memory.heads>) => {
			if (state.isFailing) throw new Error('the database is unavailable')
			return await memory.heads(...args)
		},
	}
	const fanOut = createFanOut({
		store,
		reader: createLogReader({ store, timers }),
		timers,
		subscribers,
		access: { noteVersion() {} },
		broadcast(connections, envelopes) {
			for (const connection of connections) connection.send(envelopes)
		},
		nodeBus: {
			publish() {},
			subscribe(listener) {
				hear = listener
				return () => {
					hear = () => {}
				}
			},
			isHeard: () => false,
		},
		counters,
		log: { warn: (fields, message) => void state.warnings.push([fields, message]) },
	})
	async function join(uid: string) {
		const send = (envelopes: readonly unknown[]) => void state.sent.push(...envelopes)
		const connection = { id: uid, address: '', origin: '', send, pendingBytes: () => 0, close() {} }
		const subscriber = createSubscriber({ connection, giveUp() {} }, appId, uidOf(uid))
		await fanOut.joinOwn(subscriber)
		return subscriber
	}
	async function createGroup(mucType: GroupSettings['mucType'], ...names: string[]): Promise<void> {
		const group = newGroupSettings({ name: 'Choir', mucType, owner: uidOf('owner') })
		const members = names.map(name => memberRow(uidOf(name), timers.now(), 0))
		await memory.commit([
			{ appId, now: timers.now(), conversation: { id: 'choir', create: { group }, events: [], members } },
		])
	}
	async function commit(id: string, ...events: NewEvent[]): Promise<void> {
		const written: Commit = {
			appId,
			now: timers.now(),
			conversation: { id, ...(id.startsWith('u:') ? { create: {} } : {}), events },
		}
		for (const result of await memory.commit([written])) {
			if (result.status === 'committed') fanOut.committed(written, result)
		}
	}
	return {
		timers,
		memory,
		fanOut,
		counters,
		state,
		join,
		createGroup,
		commit,
		hear: (message: NodeMessage) => hear(message),
	}
}

let eventCount = 0
const eventOf = (name: NewEvent['name']): NewEvent => ({
	name,
	uid: uidOf('writer'),
	cmid: `c${++eventCount}`,
	body: { type: 0, content: 'x' },
})
const chatUpdate: NodeMessage = { kind: 'conversation', appId, id: 'u:han:li', last: 1, version: 1 }

test('a node message that cannot be processed is logged with its cause, and the next one is processed', async () => {
	const { timers, state, join, hear, memory } = createNode()
	await join('li')
	await memory.commit([
		{ appId, now: 0, conversation: { id: 'u:han:li', create: {}, events: [eventOf('messagesReceived')] } },
	])
	state.isFailing = true
	hear(chatUpdate)
	await timers.advance(100)
	expect(state.warnings).toEqual([
		[{ err: new Error('the database is unavailable') }, 'a node message could not be processed'],
	])
	expect(state.sent).toEqual([])
	state.isFailing = false
	hear(chatUpdate)
	await timers.advance(100)
	expect(state.sent).toHaveLength(1)
})

test('a node message about a chat that no longer exists, or whose person has just left, is ignored', async () => {
	const { timers, state, join, hear, memory, fanOut } = createNode()
	const li = await join('li')
	hear(chatUpdate)
	await timers.advance(100)
	await memory.commit([
		{ appId, now: 0, conversation: { id: 'u:han:li', create: {}, events: [eventOf('messagesReceived')] } },
	])
	hear(chatUpdate)
	fanOut.leaveAll(li)
	await timers.advance(100)
	expect([state.sent, state.warnings]).toEqual([[], []])
})

test('if open conversations cannot be compared with the store, this is logged every time', async () => {
	const { timers, state, join, commit } = createNode()
	await join('li')
	await commit('u:han:li', eventOf('messagesReceived'))
	state.isFailing = true
	await timers.advance(10_000)
	expect(state.warnings).toEqual(
		[1, 2].map(() => [{ err: new Error('the database is unavailable') }, 'heads could not be compared']),
	)
})

test('a stopped node sends nothing more, ignores other nodes, and leaves no timer', async () => {
	const { timers, state, fanOut, join, createGroup, commit, hear } = createNode()
	await createGroup(groupTypes.COMMON, 'li')
	await join('li')
	// Two leave at once after a quiet moment; the third waits.
	for (const _ of [1, 2, 3]) {
		await commit('choir', eventOf('messagesReceived'))
		await timers.advance(0)
	}
	expect(state.sent).toHaveLength(2)
	fanOut.stop()
	expect(timers.size()).toBe(0)
	hear(chatUpdate)
	await timers.advance(20_000)
	expect(state.sent).toHaveLength(2)
})

test('messages for a crowd may wait for its next batch before they are stored; arrivals and departures may not', async () => {
	const { timers, fanOut, join, createGroup } = createNode()
	const members = Array.from({ length: 300 }, (_, index) => uidOf(`p${index}`))
	await createGroup(groupTypes.CHATROOM)
	const feed = await fanOut.open(appId, 'choir', true)
	if (!feed) throw new Error('the room does not exist')
	for (const uid of members) fanOut.listen(await join(uid), feed, 10)
	const waitFor = (...names: NewEvent['name'][]) =>
		fanOut.untilToldMs({
			appId,
			now: timers.now(),
			conversation: { id: 'choir', events: names.map(name => eventOf(name)) },
		})
	expect(waitFor('messagesReceived')).toBe(0)
	for (const _ of [1, 2]) feed.flush()
	expect(waitFor('messagesReceived')).toBe(30)
	expect(waitFor('messagesReceived', 'messagesReceived')).toBe(30)
	expect(waitFor('memberKicked')).toBe(0)
	expect(waitFor('messagesReceived', 'memberJoined')).toBe(0)
	expect(fanOut.untilToldMs({ appId, now: 0, lists: [] })).toBe(0)
	expect(
		fanOut.untilToldMs({ appId, now: 0, conversation: { id: 'elsewhere', events: [eventOf('messagesReceived')] } }),
	).toBe(0)
})

test('every push is counted', async () => {
	const { fanOut, counters, join, state } = createNode()
	const { connection } = await join('li')
	const heads = encodePush('heads', { ts: 0, heads: {} })
	fanOut.push(connection, [heads, heads])
	fanOut.push(connection, [heads])
	expect([counters.pushes, state.sent.length]).toEqual([3, 3])
})
