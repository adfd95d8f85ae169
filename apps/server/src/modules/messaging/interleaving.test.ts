import { type GroupId, groupTypes, imLimits } from '@parley/im'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTestNodes, type TestNodes, uidOf } from './testing/messagingNodes.ts'
import { batchesIn, follow } from './testing/pushedEvents.ts'

const delays = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 8, maxLength: 40 })

/** Returns the numbers of a list in turn, repeatedly. */
function cycle(numbers: readonly number[]): () => number {
	let index = 0
	return () => numbers[index++ % numbers.length] ?? 0
}

async function sendMany(nodes: TestNodes, gid: GroupId, waits: readonly number[]): Promise<void> {
	const senders = await Promise.all(nodes.nodes.map((_, node) => nodes.logIn('owner', { node, deviceId: 'same' })))
	for (const [index, wait] of waits.entries()) {
		senders[index % senders.length]?.send('groupSend', { gid, content: `${index}`, cmid: `c${index}` })
		await nodes.timers.advance(wait)
	}
}

test('whenever a room is polled, however long reads take and whatever node messages are lost, nothing is missed or duplicated', async () => {
	await fc.assert(
		fc.asyncProperty(delays, delays, fc.boolean(), async (readDelays, waits, isLosing) => {
			const nodes = createTestNodes({ nodes: 2, readDelayMs: cycle(readDelays) })
			const { bus, timers, makeGroup, logIn } = nodes
			const gid = await makeGroup('r1', [], { mucType: groupTypes.CHATROOM })
			const viewers = await Promise.all(waits.map((_, index) => logIn(`v${index}`, { node: index % 2 })))
			bus.isLosing = isLosing
			const polls: number[] = []
			const sending = sendMany(nodes, gid, [...waits, ...waits])
			for (const [index, wait] of waits.entries()) {
				await timers.advance(wait)
				polls.push(viewers[index]?.send('groupPoll', { gid, hisId: 0, maxRate: 1_000 }) ?? 0)
			}
			await sending
			await timers.advance(20_000)
			const all = Array.from({ length: waits.length * 2 }, (_, position) => position + 1)
			for (const [index, viewer] of viewers.entries()) {
				const answer = viewer.answerOf<'groupPoll'>(polls[index] ?? 0)
				const polled = answer?.list?.map(({ hisId }) => hisId) ?? []
				const { events, gaps } = follow(batchesIn(viewer.received), answer?.pullKey ?? 0)
				expect(gaps).toEqual([])
				const answeredAt = viewer.received.findIndex(({ messageId }) => messageId === polls[index])
				expect(batchesIn(viewer.received.slice(0, answeredAt))).toEqual([])
				expect([...polled, ...events.map(({ hisId }) => hisId)]).toEqual(all)
			}
		}),
		{ numRuns: 25 },
	)
})

test('an event that arrives while the log is read is sent right after the answer', async () => {
	const { timers, makeGroup, logIn, storeElsewhere } = createTestNodes({
		readDelayMs: read => (read === 'readEvents' ? 400 : 0),
	})
	const gid = await makeGroup('r1', [], { mucType: groupTypes.CHATROOM })
	await storeElsewhere(gid, 1, 5)
	const [owner, other, viewer] = [await logIn('owner'), await logIn('other'), await logIn('viewer')]
	await other.call('groupPoll', { gid }, () => timers.advance(10))
	const poll = viewer.send('groupPoll', { gid, hisId: 0 })
	await timers.advance(50)
	owner.send('groupSend', { gid, content: 'meanwhile' })
	await timers.advance(300)
	expect(batchesIn(other.received)).toHaveLength(1)
	expect([viewer.answerOf(poll), batchesIn(viewer.received)]).toEqual([undefined, []])
	await timers.advance(100)
	expect(viewer.answerOf(poll)).toMatchObject({ pullKey: 5 })
	expect(batchesIn(viewer.received)).toMatchObject([{ from: 6, to: 6, list: [{ content: 'meanwhile' }] }])
})

test('a person added to a group at any moment of their login gets its events from then on', async () => {
	await fc.assert(
		fc.asyncProperty(delays, fc.integer({ min: 0, max: 40 }), async (readDelays, wait) => {
			const { accounts, timers, makeGroup, logIn, connect, loginOf } = createTestNodes({
				readDelayMs: cycle(readDelays),
			})
			const gid = await makeGroup('g1')
			accounts.add('wu')
			const owner = await logIn('owner')
			const wu = connect()
			wu.send('login', loginOf('wu'))
			await timers.advance(wait)
			owner.send('groupInvite', { gid, userIds: [uidOf('wu')] })
			await timers.advance(300)
			owner.send('groupSend', { gid, content: 'welcome' })
			await timers.advance(300)
			expect(batchesIn(wu.received).flatMap(({ list }) => list.map(({ content }) => content))).toContain('welcome')
		}),
		{ numRuns: 60 },
	)
})

test('a person who starts to listen to an empty room while the heads are sent gets its events', async () => {
	const { timers, makeGroup, logIn } = createTestNodes({ readDelayMs: read => (read === 'heads' ? 20 : 0) })
	const owner = await logIn('owner')
	for (let startMs = imLimits.headsEveryMs - 100; startMs < imLimits.headsEveryMs; startMs += 10) {
		const gid = await makeGroup(`r${startMs}`, [], { mucType: groupTypes.CHATROOM })
		const viewer = await logIn(`viewer${startMs}`)
		await timers.advance(startMs - (timers.now() % imLimits.headsEveryMs))
		viewer.send('groupPoll', { gid })
		await timers.advance(imLimits.headsEveryMs)
		owner.send('groupSend', { gid, content: 'hello' })
		await timers.advance(2_000)
		expect(batchesIn(viewer.received), `${startMs}`).toMatchObject([{ gid, list: [{ content: 'hello' }] }])
	}
})
