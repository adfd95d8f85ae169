import { groupTypes } from '@parley/im'
import { describe, expect, test } from 'vitest'
import { chatId } from '../model/conversation.ts'
import type { FakeConnection } from '../testing/fakeConnection.ts'
import { settled } from '../testing/manualTimers.ts'
import { createTestNodes, type gidOf, uidOf } from '../testing/messagingNodes.ts'
import { maxPageBytes } from './pageBytes.ts'

const longest = 'x'.repeat(4_000)
const written = 150
const everything = Array.from({ length: written }, (_, index) => index + 1)

/** Sets up a node whose clients wait for their turn, which takes no time. */
function createNodes() {
	const nodes = createTestNodes()
	const { timers } = nodes
	async function logIn(...who: Parameters<typeof nodes.logIn>): Promise<FakeConnection> {
		const client = await nodes.logIn(...who)
		const call: FakeConnection['call'] = (name, data, advance = () => timers.advance(0)) =>
			client.call(name, data, advance)
		return { ...client, call }
	}
	return { ...nodes, logIn }
}

/** Sets up a node with a group and a room whose messages have the maximum length. */
async function setUp(fields: Record<string, unknown> = { custom: longest }) {
	const nodes = createNodes()
	const gid = await nodes.makeGroup('g1', ['li'])
	const room = await nodes.makeGroup('r1', [], { mucType: groupTypes.CHATROOM })
	for (const id of [gid, room]) await nodes.storeElsewhere(id, 1, written, fields)
	return { ...nodes, gid, room }
}

const bytesOf = (list: unknown): number => Buffer.byteLength(JSON.stringify(list))
const places = (list: readonly { hisId: number }[] = []): number[] => list.map(({ hisId }) => hisId)

/** Reads as the SDK does: continues after each page. */
async function readAll(client: FakeConnection, gid: ReturnType<typeof gidOf>, isForward: boolean) {
	const read: number[] = []
	let pages = 0
	for (let more = true; more; pages++) {
		const edge = isForward ? { after: read.at(-1) ?? 0 } : read[0] === undefined ? {} : { hisId: read[0] }
		const page = await client.call('groupHistory', { gid, count: 100, ...edge })
		expect(page.code).toBe(0)
		expect(bytesOf(page.list)).toBeLessThan(maxPageBytes * 1.1)
		if (isForward) read.push(...places(page.list))
		else read.unshift(...places(page.list))
		more = page.more ?? false
	}
	return { read, pages }
}

describe('pages of long messages', () => {
	test('[IMCALL-20] history takes as many more pages as needed, each once, in both directions', async () => {
		const { logIn, gid } = await setUp()
		const li = await logIn('li')
		for (const isForward of [true, false]) {
			const { read, pages } = await readAll(li, gid, isForward)
			expect(read).toEqual(everything)
			expect(pages).toBeGreaterThan(3)
		}
	})

	test('[IMCALL-20] a page has the requested number of messages if they are short', async () => {
		const { logIn, gid } = await setUp({})
		const page = await (await logIn('li')).call('groupHistory', { gid, count: 100 })
		expect(places(page.list)).toEqual(everything.slice(50))
		expect(page.more).toBe(true)
	})

	test('[SYNC-02] synchronisation delivers everything, page by page', async () => {
		const { logIn, gid } = await setUp()
		const li = await logIn('li')
		let syncKey = ''
		const read: number[] = []
		for (let more = true; more; ) {
			const page = await li.call('sync', { option: 'group_chat', syncKey })
			expect(bytesOf(page.conversations)).toBeLessThan(maxPageBytes * 1.1)
			for (const conversation of page.conversations ?? []) {
				expect('gid' in conversation && conversation.gid).toBe(gid)
				expect(conversation.after).toBe(read.at(-1) ?? 0)
				read.push(...places(conversation.list))
			}
			syncKey = page.syncKey ?? ''
			more = page.nextPage ?? false
		}
		expect(read).toEqual(everything)
	})

	test('[POLL-02] a person who returns to a room gets missed events page by page', async () => {
		const { logIn, room } = await setUp()
		const li = await logIn('li')
		const read: number[] = []
		for (let more = true, hisId = 0; more; ) {
			const page = await li.call('groupPoll', { gid: room, hisId, listen: false })
			expect(bytesOf(page.list)).toBeLessThan(maxPageBytes * 1.1)
			read.push(...places(page.list))
			hisId = page.pullKey ?? 0
			more = page.more ?? false
		}
		expect(read).toEqual(everything)
	})

	test('[IMCALL-03] the history of a chat is cut in the same way', async () => {
		const { logIn, storeElsewhere, soon } = createNodes()
		const [li, han] = [uidOf('li'), uidOf('han')]
		const client = await logIn('li')
		await logIn('han')
		await client.call('chatSend', { userId: han, content: 'hi' }, soon)
		await storeElsewhere(chatId(li, han), 2, 99, { custom: longest })
		const page = await client.call('chatHistory', { userId: han, count: 100 })
		expect(places(page.list).at(-1)).toBe(100)
		expect(page.list?.length).toBeLessThan(40)
		expect(page.more).toBe(true)
	})
})

test('[IMCALL-20] a page read backwards has the newest messages that fit, whatever precedes them', async () => {
	const { logIn, makeGroup, storeElsewhere } = createNodes()
	const gid = await makeGroup('g1', ['li'])
	await storeElsewhere(gid, 1, 50, { custom: longest })
	await storeElsewhere(gid, 51, 50)
	const li = await logIn('li')
	const back = await li.call('groupHistory', { gid, count: 100 })
	expect(back.list?.length).toBeGreaterThan(70)
	expect(places(back.list).at(-1)).toBe(100)
	const forward = await li.call('groupHistory', { gid, after: 0, count: 100 })
	expect(forward.list?.length).toBeLessThan(40)
	expect(places(forward.list)[0]).toBe(1)
})

describe('read limits', () => {
	/** Reads endlessly; returns how many pages were answered, and the longest retry delay. */
	async function ask(client: FakeConnection, gid: ReturnType<typeof gidOf>, times: number) {
		let answered = 0
		let retryAfterMs = 0
		for (let count = 0; count < times; count++) {
			const page = await client.call('groupHistory', { gid, count: 100 })
			if (page.code === 0) answered++
			else retryAfterMs = Math.max(retryAfterMs, page.retryAfterMs ?? 0)
		}
		return { answered, retryAfterMs }
	}

	test('[IMCALL-20] a person reads eight MiB in ten seconds; a refusal states when to continue', async () => {
		const { logIn, gid, timers } = await setUp()
		const li = await logIn('li')
		const first = await ask(li, gid, 100)
		expect(first.answered).toBeGreaterThanOrEqual(64)
		expect(first.answered).toBeLessThan(72)
		expect(first.retryAfterMs).toBeGreaterThan(0)
		expect(first.retryAfterMs).toBeLessThanOrEqual(10_000)
		for (const [name, data] of [
			['sync', { option: 'group_chat', syncKey: '' }],
			['groupPoll', { gid, hisId: 0, listen: false }],
		] as const)
			expect((await li.call(name, data as never)).code).toBe(429)
		await timers.advance(10_000)
		expect((await ask(li, gid, 1)).answered).toBe(1)
	})

	test('[IMCALL-20] concurrent calls are counted before they are answered', async () => {
		const { logIn, gid, timers } = await setUp()
		const li = await logIn('li')
		await ask(li, gid, 60)
		const sent = Array.from({ length: 60 }, () => li.send('groupHistory', { gid, count: 100 }))
		await timers.advance(10)
		expect(sent.filter(id => li.answerOf(id)?.code === 0).length).toBeLessThan(12)
	})

	test('[IMCALL-20] one large page is encoded per turn of the event loop, so that others are not held up', async () => {
		const { logIn, gid, timers } = await setUp()
		const li = await logIn('li')
		// Other work runs in between: each page waits for a turn of its own.
		const before = timers.size()
		for (let count = 0; count < 20; count++) li.send('groupHistory', { gid, count: 100 })
		li.send('syncKeys', {})
		await settled()
		expect(timers.size()).toBe(before + 1)
		const answered = () => li.received.filter(({ jsonData }) => 'more' in (jsonData as object)).length
		expect(answered()).toBe(0)
		expect(li.received.some(({ jsonData }) => 'keys' in (jsonData as object))).toBe(true)
		await timers.advance(0)
		expect(answered()).toBe(20)
	})

	test('[IMCALL-20] guests of one address read thirty-two MiB together, without affecting members and other addresses', async () => {
		const { logIn, room } = await setUp()
		let answered = 0
		for (let guest = 0; guest < 12; guest++) {
			const client = await logIn(`guest${guest}`, { isGuest: true })
			answered += (await ask(client, room, 80)).answered
		}
		expect(answered).toBeGreaterThanOrEqual(256)
		expect(answered).toBeLessThan(275)
		const member = await logIn('li')
		expect((await ask(member, room, 2)).answered).toBe(2)
		const elsewhere = await logIn('elsewhere', { isGuest: true, address: '192.0.2.9' })
		expect((await ask(elsewhere, room, 2)).answered).toBe(2)
	})
})
