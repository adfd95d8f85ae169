import { ok } from '@parley/core'
import { answerCodes } from '@parley/im'
import { beforeEach, expect, test } from 'vitest'
import type { Subscriber } from '../delivery/subscribers.ts'
import { noAddressHolds } from '../groups/addressHolds.ts'
import { createCounters } from '../model/counters.ts'
import { singleNode } from '../ports/nodeBus.ts'
import { noParticipation } from '../ports/participation.ts'
import { createMemoryStore } from '../testing/memoryStore.ts'
import { appId, createTestNodes, uidOf } from '../testing/messagingNodes.ts'
import { createLogins, type LoggedIn, type Logins } from './logins.ts'

const now = 1_000_000
let counters: ReturnType<typeof createCounters>
let logins: Logins
/** Returns the current subscribers of personal data. */
let heard: { groups: Set<Subscriber>; lists: Set<Subscriber> }
let isListBroken: boolean
let ended: string[]

beforeEach(() => {
	counters = createCounters()
	heard = { groups: new Set(), lists: new Set() }
	isListBroken = false
	ended = []
	let count = 0
	logins = createLogins({
		store: createMemoryStore(),
		profiles: { findAccounts: async () => new Map() },
		tokens: { verify: async token => ({ status: 'valid', identity: JSON.parse(token) }) },
		signIns: { findExisting: async ids => [...ids], findEnded: async () => [], findAccount: async () => undefined },
		limits: { ofLogin: async () => ok(null) },
		allowsSeveralDevices: async () => false,
		allowsGuests: async () => true,
		addressHolds: noAddressHolds,
		participation: noParticipation,
		fanOut: {
			joinOwn: async subscriber => void heard.groups.add(subscriber),
			leaveAll: subscriber => void heard.groups.delete(subscriber),
		},
		lists: {
			join: async subscriber => {
				if (isListBroken) throw new Error('the database is unavailable')
				heard.lists.add(subscriber)
			},
			leave: subscriber => void heard.lists.delete(subscriber),
		},
		nodeBus: singleNode,
		timers: { now: () => now, after: () => () => {} },
		ids: { row: prefix => `${prefix}_${++count}`, meeting: () => 0 as never, secret: () => '' },
		counters,
	})
})

async function enter(uid: string, deviceId: string): Promise<LoggedIn> {
	const identity = { uid, appId, isGuest: false, nickName: uid, sessionId: null, issuedAt: now, expiresAt: now + 1 }
	const connection = { id: deviceId, address: '', origin: '', send() {}, pendingBytes: () => 0, close() {} }
	const session = { connection, end: (code: string) => void ended.push(`${deviceId} ${code}`), giveUp() {} }
	const entered = await logins.enter(
		{ uid: uidOf(uid), appId, token: JSON.stringify(identity), deviceId } as Parameters<Logins['enter']>[0],
		session,
		undefined,
	)
	if (!entered.ok) throw new Error(String(answerCodes[entered.failure.code]))
	return entered.value.loggedIn
}

test('[CHAT-07] an ended session receives no groups or lists, and its person is offline', async () => {
	const [first, second] = [await enter('li', 'phone'), await enter('han', 'phone')]
	expect([heard.groups.size, heard.lists.size, counters.sessions]).toEqual([2, 2, 2])
	logins.leave(first)
	expect([...heard.groups]).toEqual([second.subscriber])
	expect([...heard.lists]).toEqual([second.subscriber])
	expect([logins.isOnline(appId, uidOf('li')), logins.isOnline(appId, uidOf('han'))]).toEqual([false, true])
	expect(counters.sessions).toBe(1)
	logins.leave(first)
	expect(counters.sessions).toBe(1)
})

test('[CHAT-07] a login that fails midway leaves no state', async () => {
	isListBroken = true
	await expect(enter('li', 'phone')).rejects.toThrow('the database is unavailable')
	expect([heard.groups.size, heard.lists.size, counters.sessions]).toEqual([0, 0, 0])
	expect(logins.isOnline(appId, uidOf('li'))).toBe(false)
})

test('[CHAT-07] a login elsewhere ends the previous one, but not one on the same device or of another person', async () => {
	await enter('li', 'phone')
	await enter('han', 'tablet')
	await enter('li', 'phone')
	expect(ended).toEqual([])
	await enter('li', 'laptop')
	expect(ended).toEqual(['phone userKickedOff', 'phone userKickedOff'])
})

test('[CHAT-07] a connection that ends is no longer counted, whichever side ended it, and leaves no timer', async () => {
	const { node, connect, tokenOf, timers } = createTestNodes()
	/** Logs in with a token that expires soon, so that a timer is set. */
	async function logInShortly(uid: string) {
		const client = connect()
		const token = tokenOf(uid, { expiresAt: timers.now() + 15_000 })
		expect(await client.call('login', { uid: uidOf(uid), appId, token })).toMatchObject({ code: 0 })
		return client
	}
	const clients = [await logInShortly('li'), await logInShortly('han'), await logInShortly('wu'), connect()]
	expect([node.counters().connections, node.counters().sessions]).toEqual([4, 3])
	const whole = timers.size()
	clients[0]?.drop()
	await clients[1]?.call('logout', {})
	node.endSessions(appId, uidOf('wu'), 'forcedDisconnect')
	clients[3]?.drop()
	expect([node.counters().connections, node.counters().sessions]).toEqual([0, 0])
	// One for each login that was about to end.
	expect(timers.size()).toBe(whole - 3)
})

test('[CHAT-07] a client that disconnects during the login is not online afterwards', async () => {
	const { node, connect, loginOf, timers } = createTestNodes({ readDelayMs: () => 10 })
	const client = connect()
	client.send('login', loginOf('li'))
	await timers.advance(5)
	expect(node.counters().sessions).toBe(1)
	client.drop()
	await timers.advance(200)
	expect([node.counters().connections, node.counters().sessions]).toEqual([0, 0])
	expect(await node.findOnline(appId, [uidOf('li')])).toEqual([])
})

test('a stopped node waits for nothing and ignores other nodes', async () => {
	const { nodes, logIn, timers, bus } = createTestNodes({ nodes: 2 })
	await logIn('li')
	const [first, second] = nodes
	const whole = bus.listenerCount()
	void first?.stop()
	await timers.advance(10_000)
	expect(bus.listenerCount()).toBe(whole / 2)
	void second?.stop()
	await timers.advance(10_000)
	expect([bus.listenerCount(), timers.size()]).toEqual([0, 0])
})
