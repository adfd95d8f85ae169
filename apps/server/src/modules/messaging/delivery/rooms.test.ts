import { answerCodes, type GroupId, groupTypes, memberRoles } from '@parley/im'
import { describe, expect, test } from 'vitest'
import { appId, createTestNodes, uidOf } from '../testing/messagingNodes.ts'
import { batchesIn, follow } from '../testing/pushedEvents.ts'

const room = { mucType: groupTypes.CHATROOM }

describe('rooms', () => {
	test('[IMCALL-40] [POLL-05] a poll continues after a position and returns the next one; later events are pushed', async () => {
		const { logIn, makeGroup, storeElsewhere, timers } = createTestNodes()
		const gid = await makeGroup('r1', [], room)
		await storeElsewhere(gid, 1, 5)
		const guest = await logIn('guest1', { isGuest: true })
		const first = await guest.call('groupPoll', { gid })
		expect(first).toMatchObject({ code: 0, list: [], head: 5, pullKey: 5, after: 5, role: memberRoles.guest })
		const polled = await guest.call('groupPoll', { gid, hisId: 2 })
		expect(polled.list?.map(({ hisId }) => hisId)).toEqual([3, 4, 5])
		expect(polled).toMatchObject({ pullKey: 5, more: false, group: { gid, mucType: groupTypes.CHATROOM } })
		const owner = await logIn('owner')
		await owner.call('groupSend', { gid, content: 'live' }, () => timers.advance(300))
		expect(batchesIn(guest.received)).toMatchObject([{ from: 6, to: 6, list: [{ content: 'live' }] }])
	})

	test('events that arrive while a poll reads are neither missed nor sent twice', async () => {
		const { logIn, makeGroup, timers } = createTestNodes()
		const gid = await makeGroup('r1', [], room)
		const owner = await logIn('owner')
		const viewers = await Promise.all(Array.from({ length: 10 }, (_, index) => logIn(`v${index}`)))
		const polls: number[] = []
		for (let n = 0; n < 10; n++) {
			owner.send('groupSend', { gid, content: `${n}` })
			polls.push(viewers[n]?.send('groupPoll', { gid, hisId: 0, maxRate: 1_000 }) ?? 0)
			await timers.advance(n % 4)
		}
		await timers.advance(2_000)
		for (const [index, viewer] of viewers.entries()) {
			const answer = viewer.answerOf<'groupPoll'>(polls[index] ?? 0)
			const polled = answer?.list?.map(({ hisId }) => hisId) ?? []
			const { events, gaps } = follow(batchesIn(viewer.received), answer?.pullKey ?? 0)
			expect(gaps).toEqual([])
			expect([...polled, ...events.map(({ hisId }) => hisId)]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
			expect(batchesIn(viewer.received).every(({ from }) => from > (answer?.pullKey ?? 0))).toBe(true)
		}
	})

	test('[OP-122] a poll without new events is held until one arrives, or until it times out', async () => {
		const { logIn, makeGroup, timers, soon } = createTestNodes()
		const gid = await makeGroup('r1', [], room)
		const [owner, viewer] = [await logIn('owner'), await logIn('li')]
		const held = viewer.send('groupPoll', { gid, hisId: 0, waitMs: 20_000 })
		await timers.advance(10_000)
		expect(viewer.answerOf(held)).toBeUndefined()
		await owner.call('groupSend', { gid, content: 'at last' }, soon)
		expect(viewer.answerOf<'groupPoll'>(held)).toMatchObject({ list: [{ content: 'at last' }], pullKey: 1 })
		const empty = viewer.send('groupPoll', { gid, hisId: 1, waitMs: 20_000 })
		await timers.advance(19_999)
		expect(viewer.answerOf(empty)).toBeUndefined()
		await timers.advance(1)
		expect(viewer.answerOf<'groupPoll'>(empty)).toMatchObject({ code: 0, list: [], pullKey: 1 })
		expect(batchesIn(viewer.received)).toEqual([])
	})

	test('[OP-122] a poll that was answered early leaves no timer', async () => {
		const { logIn, makeGroup, timers, soon } = createTestNodes()
		const gid = await makeGroup('r1', [], room)
		const [owner, viewer] = [await logIn('owner'), await logIn('li')]
		await viewer.call('groupPoll', { gid }, soon)
		await timers.advance(30_000)
		const before = timers.size()
		const held = viewer.send('groupPoll', { gid, hisId: 0, waitMs: 20_000 })
		await timers.advance(10)
		expect(timers.size()).toBe(before + 1)
		await owner.call('groupSend', { gid, content: 'at last' }, soon)
		await timers.advance(2_000)
		expect(viewer.answerOf<'groupPoll'>(held)).toMatchObject({ list: [{ content: 'at last' }] })
		expect(timers.size()).toBe(before)
	})

	test('[POLL-02] [OP-123] with more than five rooms the oldest is no longer delivered', async () => {
		const { logIn, makeGroup, timers } = createTestNodes()
		const rooms = await Promise.all([1, 2, 3, 4, 5, 6].map(n => makeGroup(`r${n}`, [], room)))
		const [owner, viewer] = [await logIn('owner'), await logIn('li')]
		for (const gid of rooms.slice(0, 5)) await viewer.call('groupPoll', { gid })
		// Starting the first again makes it the newest.
		await viewer.call('groupPoll', { gid: rooms[0] as GroupId })
		await viewer.call('groupPoll', { gid: rooms[5] as GroupId })
		for (const gid of rooms) await owner.call('groupSend', { gid, content: 'x' }, () => timers.advance(300))
		expect(batchesIn(viewer.received).map(({ gid }) => gid)).toEqual(['r1', 'r3', 'r4', 'r5', 'r6'])
	})

	test('[POLL-02] a stopped room no longer counts among the five', async () => {
		const { logIn, makeGroup, timers } = createTestNodes()
		const rooms = await Promise.all([1, 2, 3, 4, 5, 6].map(n => makeGroup(`r${n}`, [], room)))
		const [owner, viewer] = [await logIn('owner'), await logIn('li')]
		for (const gid of rooms.slice(0, 5)) await viewer.call('groupPoll', { gid })
		await viewer.call('groupPoll', { gid: rooms[4] as GroupId, hisId: 0, listen: false })
		await viewer.call('groupPoll', { gid: rooms[5] as GroupId })
		for (const gid of rooms) await owner.call('groupSend', { gid, content: 'x' }, () => timers.advance(300))
		expect(batchesIn(viewer.received).map(({ gid }) => gid)).toEqual(['r1', 'r2', 'r3', 'r4', 'r6'])
	})

	test('[POLL-03] a stopped room is not delivered', async () => {
		const { logIn, makeGroup, timers } = createTestNodes()
		const gid = await makeGroup('r1', [], room)
		const [owner, viewer] = [await logIn('owner'), await logIn('li')]
		await viewer.call('groupPoll', { gid })
		await viewer.call('groupPoll', { gid, listen: false })
		await owner.call('groupSend', { gid, content: 'x' }, () => timers.advance(300))
		expect(batchesIn(viewer.received)).toEqual([])
		expect((await viewer.call('groupPoll', { gid, hisId: 0, listen: false })).list).toHaveLength(1)
	})

	test('[CHAT-06] a person writes in a room every five seconds at most, except owner and managers', async () => {
		const { logIn, makeGroup, memberOf, soon, timers } = createTestNodes()
		const gid = await makeGroup('r1', [memberOf('boss', { role: memberRoles.manager })], room)
		const [li, boss] = [await logIn('li'), await logIn('boss')]
		const send = (client: typeof li, cmid: string) => client.call('groupSend', { gid, content: 'x', cmid }, soon)
		const first = await send(li, 'c1')
		expect(await send(li, 'c2')).toMatchObject({ code: answerCodes.cooldown, retryAfterMs: 4_995 })
		expect(await send(li, 'c1')).toEqual(first)
		expect([(await send(boss, 'b1')).code, (await send(boss, 'b2')).code]).toEqual([0, 0])
		await timers.advance(5_000)
		expect(await send(li, 'c2')).toMatchObject({ code: 0 })
	})

	test('[CHAT-06] a message refused after the cooldown check does not start a cooldown', async () => {
		const { logIn, makeGroup, soon, bus } = createTestNodes({ nodes: 2 })
		const gid = await makeGroup('r1', [], room)
		const [li, owner] = [await logIn('li'), await logIn('owner', { node: 1 })]
		const send = (cmid: string) => li.call('groupSend', { gid, content: 'x', cmid }, soon)
		const silence = (silenceAll: boolean) => owner.call('groupUpdateInfo', { gid, silenceAll }, soon)
		// The group is cached here, without a node message of the change.
		await li.call('groupPoll', { gid })
		bus.isLosing = true
		await silence(true)
		expect(await send('c1')).toMatchObject({ code: answerCodes.allSilenced })
		await silence(false)
		expect(await send('c2')).toMatchObject({ code: 0 })
		expect(await send('c3')).toMatchObject({ code: answerCodes.cooldown })
	})

	test('slow mode applies in other groups, and in rooms if it is longer', async () => {
		const { logIn, makeGroup, soon, timers } = createTestNodes()
		const slow = await makeGroup('g1', ['li'], { slowModeS: 30 })
		const normal = await makeGroup('g2', ['li'])
		const questions = await makeGroup('r1', [], { ...room, slowModeS: 10 })
		const li = await logIn('li')
		const codes = async (gid: GroupId) => [
			(await li.call('groupSend', { gid, content: '1' }, soon)).code,
			(await li.call('groupSend', { gid, content: '2' }, () => timers.advance(6_000))).code,
			(await li.call('groupSend', { gid, content: '3' }, soon)).code,
		]
		expect(await codes(normal)).toEqual([0, 0, 0])
		expect(await codes(slow)).toEqual([0, answerCodes.cooldown, answerCodes.cooldown])
		expect(await codes(questions)).toEqual([0, answerCodes.cooldown, answerCodes.cooldown])
	})

	test('a busy room is sampled and reports it; skipped messages stay in the history', async () => {
		const { logIn, makeGroup, storeElsewhere, timers, node } = createTestNodes()
		const gid = await makeGroup('r1', [], room)
		const [viewer, all] = [await logIn('v1'), await logIn('v2')]
		await viewer.call('groupPoll', { gid })
		await all.call('groupPoll', { gid, maxRate: 1_000 })
		await storeElsewhere(gid, 1, 200)
		await timers.advance(6_000)
		const sampled = follow(batchesIn(viewer.received), 0)
		expect(sampled.gaps).toEqual([])
		expect(sampled.position).toBe(200)
		expect(sampled.events.length).toBeLessThanOrEqual(20)
		expect(sampled.events.length + sampled.skipped).toBe(200)
		expect(follow(batchesIn(all.received), 0).events).toHaveLength(200)
		expect(node.counters().skipped).toBe(sampled.skipped)
		expect((await viewer.call('groupHistory', { gid, after: 0 })).list).toHaveLength(100)
	})

	test('rates are rounded down to a few levels, so that a selection is encoded once for many listeners', async () => {
		const { logIn, makeGroup, storeElsewhere, timers } = createTestNodes()
		const gid = await makeGroup('r1', [], room)
		const viewers = []
		for (const maxRate of [10, 10.000001, 19.99, 1.5, 1, 20]) {
			const viewer = await logIn(`v${maxRate}`)
			await viewer.call('groupPoll', { gid, maxRate })
			viewers.push(viewer)
		}
		await storeElsewhere(gid, 1, 200)
		await timers.advance(6_000)
		const [ten, near, nearTwenty, near2, one, twenty] = viewers.map(({ received }) => batchesIn(received))
		// The very same object: it was created once.
		for (const alike of [near, nearTwenty]) expect(alike?.every((batch, index) => batch === ten?.[index])).toBe(true)
		expect(one?.every((batch, index) => batch === near2?.[index])).toBe(true)
		const shown = [one, ten, twenty].map(batches => follow(batches ?? [], 0).events.length)
		expect(shown).toEqual(shown.toSorted((a, b) => a - b))
		expect(new Set(shown).size).toBe(3)
	})

	test('three thousand concurrent reconnects cost two reads of the head and one of each page', async () => {
		let reads = 0
		const { connect, tokenOf, makeGroup, storeElsewhere, timers } = createTestNodes({
			wrapStore: store => ({
				...store,
				heads: (...args) => {
					reads++
					return store.heads(...args)
				},
				readEvents: (...args) => {
					reads++
					return store.readEvents(...args)
				},
			}),
		})
		const gid = await makeGroup('r1', [], room)
		await storeElsewhere(gid, 1, 80)
		const clients = Array.from({ length: 3_000 }, () => connect())
		for (const client of clients) {
			client.send('login', { uid: uidOf('li'), appId, token: tokenOf('li'), deviceId: 'one' })
			client.send('groupPoll', { gid, hisId: 20 })
		}
		await timers.advance(10)
		for (const client of clients) expect(client.answerOf<'groupPoll'>(10_001)?.list).toHaveLength(60)
		expect(reads).toBe(3)
	})
})
