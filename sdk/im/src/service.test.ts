import { groupTypes } from '@parley/im'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTestNodes } from '../../../apps/server/src/modules/messaging/testing/messagingNodes.ts'
import { createIM } from './api/createIM.ts'
import type { IMEventName, IMEvents } from './api/events.ts'
import { positions } from './testing/log.ts'
import { outcome } from './testing/setUp.ts'
import { createVirtualBrowser, createVirtualPage, type VirtualPage } from './testing/virtualPage.ts'
import type { ServerEnd } from './transport/memory.ts'

/** Sets up the messaging service and its clients under one clock. */
function openService() {
	const nodes = createTestNodes({ nodes: 1 })
	const time = { ...nodes.timers, jump() {}, pending: 0 }
	let connections = 0
	let pages = 0

	function open(uid: string, modules = { friend: true, muc: true, notice: true }, browser = createVirtualBrowser()) {
		let end: ServerEnd | undefined
		const line = { isUp: true, cut: () => end?.close('network') }
		const network = {
			accept(next: ServerEnd) {
				if (!line.isUp) return false
				end = next
				const session = nodes.node.connect({
					id: `${uid}${++connections}`,
					address: '192.0.2.7',
					origin: 'https://meet.example.org',
					send: envelopes => {
						for (const envelope of envelopes) next.send(envelope)
					},
					pendingBytes: () => 0,
					close: () => next.close('server'),
				})
				next.onMessage = envelope => session.receive(envelope)
				next.onClose = () => session.closed()
				line.cut = () => {
					next.close('network')
					session.closed()
				}
				return true
			},
		}
		nodes.accounts.add(uid)
		let seed = ++pages * 7_919
		const randomByte = () => {
			seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
			return (seed >> 8) & 255
		}
		const page: VirtualPage = createVirtualPage({ time, network, browser, randomByte, tab: `tab${pages}` })
		const im = createIM({ modules, environment: page.env })
		function heard<N extends IMEventName>(name: N): IMEvents[N][] {
			const events: IMEvents[N][] = []
			im.on(name, event => events.push(event))
			return events
		}
		const login = async () => {
			const done = outcome(im.login({ uid, appId: 'app', token: nodes.tokenOf(uid) }))
			await time.advance(500)
			expect(done).toMatchObject({ status: 'resolved' })
		}
		return { im, page, line, heard, login, browser }
	}
	return { nodes, time, open }
}

const texts = (batches: readonly { list: readonly object[] }[]) =>
	batches.flatMap(({ list }) => list.map(event => (event as { content: string }).content))

test('two people chat; the one who was offline receives missed messages once and in order', async () => {
	const { time, open } = openService()
	const [ann, bob] = [open('ann'), open('bob')]
	await ann.login()
	await bob.login()
	const received = bob.heard('messagesReceived')
	const gaps = bob.heard('discontinuity')
	const first = ann.im.chat('bob').send({ content: 'm0' })
	await time.advance(500)
	expect(await first.sent).toMatchObject({ hisId: 1, code: 0 })
	bob.line.isUp = false
	bob.line.cut()
	for (let index = 1; index <= 150; index++) ann.im.chat('bob').send({ content: `m${index}` })
	await time.advance(5_000)
	expect(texts(received)).toEqual(['m0'])
	bob.line.isUp = true
	bob.im.connect()
	await time.advance(5_000)
	expect(texts(received)).toEqual(Array.from({ length: 151 }, (_, index) => `m${index}`))
	expect(gaps).toEqual([])
})

test('after a reload, missed events arrive once', async () => {
	const { time, open } = openService()
	const [ann, bob] = [open('ann'), open('bob')]
	await ann.login()
	await bob.login()
	for (const content of ['a', 'b']) ann.im.chat('bob').send({ content })
	await time.advance(2_000)
	bob.page.kill()
	bob.line.cut()
	ann.im.chat('bob').send({ content: 'c' })
	await time.advance(500)
	const again = open('bob', undefined, bob.browser)
	const received = again.heard('messagesReceived')
	await again.login()
	await time.advance(500)
	expect(texts(received)).toEqual(['c'])
})

test('a message whose acknowledgement was lost is stored once', async () => {
	const { time, open } = openService()
	const [ann, bob] = [open('ann'), open('bob')]
	await ann.login()
	await bob.login()
	const received = bob.heard('messagesReceived')
	const message = ann.im.chat('bob').send({ content: 'once' })
	// It was sent; its answer has not arrived.
	await time.advance(2)
	ann.line.cut()
	await time.advance(10_000)
	expect([message.status, texts(received)]).toEqual(['sent', ['once']])
})

test('a group is created, joined, written in and left, and a message revoked', async () => {
	const { time, open } = openService()
	const [ann, bob] = [open('ann'), open('bob')]
	await ann.login()
	await bob.login()
	const lists = bob.heard('groupListUpdated')
	const received = bob.heard('messagesReceived')
	const revoked = bob.heard('messageRevoked')
	const quit = ann.heard('memberQuit')
	const made = outcome(ann.im.groups.create({ name: 'G', mucType: groupTypes.COMMON, userIds: ['bob'] }))
	await time.advance(500)
	const gid = made.value ?? ''
	expect(lists.at(-1)?.gid).toBe(gid)
	const message = ann.im.group(gid).send({ content: 'hello' })
	await time.advance(500)
	expect(texts(received)).toEqual(['hello'])
	const { hisId } = await message.sent
	void ann.im.group(gid).revoke(hisId)
	await time.advance(500)
	expect(revoked[0]?.list[0]?.target).toBe(hisId)
	void bob.im.group(gid).leave()
	await time.advance(500)
	expect(quit[0]?.list[0]?.member).toBe('bob')
	expect([...ann.page.logs, ...bob.page.logs]).toEqual([])
})

test('a room is listened to, interrupted and caught up, with its history', async () => {
	const { nodes, time, open } = openService()
	const room = await nodes.makeGroup('room', [], { mucType: groupTypes.CHATROOM })
	const [ann, bob] = [open('ann'), open('bob')]
	await ann.login()
	await bob.login()
	const received = bob.heard('messagesReceived')
	const gaps = bob.heard('discontinuity')
	const listening = outcome(bob.im.room(room).listen())
	await time.advance(500)
	expect(listening.status).toBe('resolved')
	async function write(content: string) {
		const sent = outcome(ann.im.room(room).send({ content }).sent)
		// The cooldown of a room.
		await time.advance(6_000)
		expect(sent.status).toBe('resolved')
	}
	await write('one')
	bob.line.isUp = false
	bob.line.cut()
	await write('two')
	await write('three')
	bob.line.isUp = true
	bob.im.connect()
	await time.advance(2_000)
	await write('four')
	expect(texts(received)).toEqual(['one', 'two', 'three', 'four'])
	expect(gaps).toEqual([])
	const pages: number[][] = []
	const reading = (async () => {
		for await (const page of bob.im.room(room).history({ limit: 2 })) pages.push(positions([page]))
	})()
	await time.advance(2_000)
	await reading
	expect(pages.flat().length).toBeGreaterThanOrEqual(4)
	await bob.im.room(room).stop()
	await time.advance(100)
	await write('five')
	expect(texts(received)).not.toContain('five')
})

test('a friend application is accepted, and both people receive it', async () => {
	const { time, open } = openService()
	const [ann, bob] = [open('ann'), open('bob')]
	await ann.login()
	await bob.login()
	const applications = bob.heard('friendApplication')
	const results = ann.heard('friendApplicationResult')
	void ann.im.friend.apply({ userId: 'bob', content: 'hi' })
	await time.advance(500)
	void bob.im.friend.accept(applications[0]?.application.msgId ?? '')
	await time.advance(500)
	expect(results[0]?.application.status).toBe(1)
	const list = outcome(ann.im.friend.list())
	await time.advance(500)
	expect(list.value?.map(({ userId }) => userId)).toEqual(['bob'])
})

test('a login on another device ends the session', async () => {
	const { open } = openService()
	const first = open('ann')
	await first.login()
	const ended = first.heard('ended')
	await open('ann').login()
	expect(ended).toMatchObject([{ code: -1, reason: 'kickedOff' }])
})

test('whatever fails and whenever, everyone receives every message once, in the order of the log', async () => {
	const action = fc.record({
		who: fc.integer({ min: 0, max: 2 }),
		what: fc.constantFrom('send', 'send', 'send', 'cut', 'reload'),
		wait: fc.integer({ min: 0, max: 900 }),
	})
	await fc.assert(
		fc.asyncProperty(fc.array(action, { minLength: 5, maxLength: 40 }), async actions => {
			const { nodes, time, open } = openService()
			const names = ['ann', 'bob', 'carl'] as const
			const gid = await nodes.makeGroup('group', [...names])
			const inbox = names.map((): string[] => [])
			const gaps: unknown[] = []
			const start = (index: number, browser = createVirtualBrowser()) => {
				const client = open(names[index] as string, undefined, browser)
				client.im.on('messagesReceived', batch => inbox[index]?.push(...texts([batch])))
				client.im.on('discontinuity', gap => gaps.push(gap))
				void client.im.login({
					uid: names[index] as string,
					appId: 'app',
					token: nodes.tokenOf(names[index] as string),
				})
				return client
			}
			const clients = names.map((_, index) => start(index))
			await time.advance(1_000)
			let count = 0
			for (const { who, what, wait } of actions) {
				const client = clients[who] as (typeof clients)[number]
				if (what === 'send') client.im.group(gid).send({ content: `${names[who]} ${count++}` })
				else if (what === 'cut') client.line.cut()
				else {
					client.line.cut()
					await time.advance(5)
					client.page.change('leaving')
					await time.advance(5)
					client.page.kill()
					clients[who] = start(who, client.browser)
				}
				await time.advance(wait)
			}
			await time.advance(60_000)
			const expected = inbox[0] ?? []
			expect([...expected].sort()).toHaveLength(count)
			expect(new Set(expected).size).toBe(count)
			for (const name of names) {
				const own = expected.filter(text => text.startsWith(name)).map(text => Number(text.split(' ')[1]))
				expect(own).toEqual([...own].sort((a, b) => a - b))
			}
			for (const received of inbox) expect(received).toEqual(expected)
			expect(gaps).toEqual([])
			for (const { im } of clients) expect(im.state).toBe('ready')
		}),
		{ numRuns: 60 },
	)
})
