import { answerCodes, groupTypes, imLimits } from '@parley/im'
import { describe, expect, test } from 'vitest'
import { appId, createTestNodes, uidOf } from '../testing/messagingNodes.ts'
import { batchesIn, follow } from '../testing/pushedEvents.ts'

const room = { mucType: groupTypes.CHATROOM }

describe('slow connections and missed events', () => {
	test('on a lagging connection rooms are paused, chats are not; once caught up, it gets the head of the room', async () => {
		const { logIn, makeGroup, timers, soon } = createTestNodes()
		const gid = await makeGroup('r1', [], room)
		const [owner, slow, fast] = [await logIn('owner'), await logIn('slow'), await logIn('fast')]
		for (const viewer of [slow, fast]) await viewer.call('groupPoll', { gid })
		slow.setPendingBytes(300 * 1024)
		await timers.advance(500)
		await owner.call('groupSend', { gid, content: 'x' }, () => timers.advance(300))
		await owner.call('chatSend', { userId: uidOf('slow'), content: 'direct' }, soon)
		expect(batchesIn(fast.received)).toHaveLength(1)
		expect(batchesIn(slow.received)).toMatchObject([{ userId: 'owner', list: [{ content: 'direct' }] }])
		slow.setPendingBytes(0)
		await timers.advance(500)
		expect(slow.pushes('heads')).toMatchObject([{ heads: { r1: 1 } }])
		await owner.call('groupSend', { gid, content: 'y' }, () => timers.advance(300))
		expect(batchesIn(slow.received).at(-1)).toMatchObject({ from: 2, to: 2 })
	})

	test('a connection that lags too far or too long must reconnect; its login remains valid', async () => {
		const { logIn, timers } = createTestNodes()
		const [far, long] = [await logIn('far'), await logIn('long')]
		far.setPendingBytes(2 * 1024 * 1024)
		long.setPendingBytes(300 * 1024)
		await timers.advance(1_000)
		expect(far.pushes('reconnectLater')).toMatchObject([{ code: answerCodes.tooSlow }])
		expect([far.isClosed(), long.isClosed()]).toEqual([true, false])
		await timers.advance(31_000)
		expect(long.isClosed()).toBe(true)
	})

	test('lost node messages cost five seconds, and nothing else', async () => {
		const { logIn, makeGroup, timers, bus, nodes } = createTestNodes({ nodes: 2 })
		const gid = await makeGroup('g1', ['li', 'han'])
		const [li, han] = [await logIn('li', { node: 0 }), await logIn('han', { node: 1 })]
		bus.isLosing = true
		for (let n = 0; n < 5; n++) await li.call('groupSend', { gid, content: `${n}` }, () => timers.advance(5))
		expect(batchesIn(han.received)).toEqual([])
		await timers.advance(5_000)
		const { events, gaps } = follow(batchesIn(han.received), 0)
		expect(gaps).toEqual([])
		expect(events.map(({ content }) => content)).toEqual(['0', '1', '2', '3', '4'])
		expect(nodes[1]?.counters().gaps).toBeGreaterThan(0)
	})

	test('chats and personal lists without a node message are announced within five seconds, including a new chat', async () => {
		const { logIn, timers, bus, node, soon } = createTestNodes({ nodes: 2 })
		const [li, han] = [await logIn('li', { node: 0 }), await logIn('han', { node: 1 })]
		await timers.advance(5_000)
		bus.isLosing = true
		await li.call('chatSend', { userId: uidOf('han'), content: 'hello' }, soon)
		void node.notices.notify(appId, uidOf('han'), { title: 't', content: 'c' })
		await timers.advance(5_000)
		expect(han.pushes('heads').at(-1)).toMatchObject({ heads: { 'u:li': 1 } })
		expect(han.pushes('notice')).toMatchObject([{ title: 't', key: 1 }])
		const told = han.pushes('heads').length
		await timers.advance(30_000)
		expect(han.pushes('heads')).toHaveLength(told)
		expect(han.pushes('notice')).toHaveLength(1)
	})

	test('if too many events were missed, the head is sent, and the client reads them', async () => {
		const { logIn, makeGroup, storeElsewhere, timers } = createTestNodes()
		const gid = await makeGroup('g1', ['li'])
		const li = await logIn('li')
		await storeElsewhere(gid, 1, imLimits.maxMissed + 1)
		await timers.advance(6_000)
		expect(batchesIn(li.received)).toEqual([])
		expect(li.pushes('heads')[0]).toMatchObject({ heads: { g1: imLimits.maxMissed + 1 } })
	})

	test('heads of recently active conversations are sent every ten seconds, those of quiet ones are not', async () => {
		const { logIn, makeGroup, timers, soon } = createTestNodes()
		const gid = await makeGroup('g1', ['li'])
		const [li, han] = [await logIn('li'), await logIn('han')]
		await li.call('groupSend', { gid, content: 'x' }, soon)
		await han.call('chatSend', { userId: uidOf('li'), content: 'x' }, soon)
		await timers.advance(10_000)
		expect(li.pushes('heads').at(-1)).toMatchObject({ heads: { g1: 1, 'u:han': 1 } })
		expect(han.pushes('heads').at(-1)).toMatchObject({ heads: { 'u:li': 1 } })
		await timers.advance(60_000)
		const told = li.pushes('heads').length
		await timers.advance(60_000)
		expect(li.pushes('heads')).toHaveLength(told)
	})

	test('while messages follow one another their positions suffice; ten seconds after the last one the head is sent', async () => {
		const { logIn, makeGroup, timers, soon } = createTestNodes()
		const gid = await makeGroup('g1', ['li'])
		const li = await logIn('li')
		for (let n = 0; n < 15; n++) {
			await li.call('groupSend', { gid, content: `${n}` }, soon)
			await timers.advance(1_000)
		}
		expect(li.pushes('heads')).toEqual([])
		await timers.advance(9_000)
		expect(li.pushes('heads')).toMatchObject([{ heads: { g1: 15 } }])
	})

	test('with a failing store calls are refused as retryable, and stored events are still delivered', async () => {
		let fails = false
		const { logIn, makeGroup, soon, timers } = createTestNodes({
			wrapStore: store => ({
				...store,
				// The database connection breaks after the commit, before its answer.
				async commit(commits) {
					const results = await store.commit(commits)
					if (fails) throw new Error('the connection broke')
					return results
				},
			}),
		})
		const gid = await makeGroup('g1', ['li', 'han'])
		const [li, han] = [await logIn('li'), await logIn('han')]
		fails = true
		const message = { gid, content: 'x', cmid: 'c1' }
		expect(await li.call('groupSend', message, soon)).toMatchObject({ code: answerCodes.unavailable })
		fails = false
		expect(await li.call('groupSend', message, soon)).toMatchObject({ code: 0, hisId: 1 })
		await timers.advance(6_000)
		expect(follow(batchesIn(han.received), 0).events.map(({ hisId }) => hisId)).toEqual([1])
	})
})
