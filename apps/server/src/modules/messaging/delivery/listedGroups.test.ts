import type { GroupId } from '@parley/im'
import { expect, test } from 'vitest'
import { createTestNodes, uidOf } from '../testing/messagingNodes.ts'
import { batchesIn } from '../testing/pushedEvents.ts'
import { createListedGroups } from './listedGroups.ts'
import type { Subscriber } from './subscribers.ts'

/** A node that counts how often it read a person's conversations. */
function createNode() {
	let listings = 0
	const nodes = createTestNodes({
		wrapStore: store => ({
			...store,
			listConversations: (...args) => {
				listings++
				return store.listConversations(...args)
			},
		}),
	})
	return { ...nodes, listings: () => listings }
}

type Client = Awaited<ReturnType<ReturnType<typeof createNode>['logIn']>>

async function sync(client: Client, cursors: Record<string, string> = {}): Promise<{ gid: GroupId; head: number }[]> {
	const { conversations } = (await client.call('sync', { option: 'group_chat', cursors })) as unknown as {
		conversations: { gid: GroupId; head: number }[]
	}
	return conversations.map(({ gid, head }) => ({ gid, head }))
}

test('a sync right after a login does not read the groups again; a later one does', async () => {
	const { logIn, makeGroup, storeElsewhere, timers, listings } = createNode()
	const gid = await makeGroup('tea', ['li'])
	await storeElsewhere(gid, 1, 3)
	const li = await logIn('li')
	expect(listings()).toBe(1)
	expect(await sync(li)).toEqual([{ gid, head: 3 }])
	expect(listings()).toBe(1)
	expect(await sync(li)).toEqual([{ gid, head: 3 }])
	expect(listings()).toBe(2)

	const han = await logIn('li', { deviceId: 'device-li' })
	await storeElsewhere(gid, 4, 1)
	await timers.advance(1_000)
	expect(await sync(han)).toEqual([{ gid, head: 4 }])
})

test('messages written between login and sync are pushed, and so not missed', async () => {
	const { logIn, makeGroup, storeElsewhere, soon, listings } = createNode()
	const gid = await makeGroup('tea', ['li', 'han'])
	await storeElsewhere(gid, 1, 3)
	const [han, li] = [await logIn('han'), await logIn('li')]
	const before = listings()
	expect(await han.call('groupSend', { gid, content: 'hello', cmid: 'c1' }, soon)).toMatchObject({ code: 0, hisId: 4 })
	expect(await sync(li)).toEqual([{ gid, head: 3 }])
	expect(listings()).toBe(before)
	expect(batchesIn(li.received)).toMatchObject([{ gid, from: 4, to: 4 }])
})

test('if a person joins or leaves a group between login and sync, the current groups are sent', async () => {
	const { logIn, makeGroup, storeElsewhere, soon, accounts } = createNode()
	accounts.add('li')
	const [tea, rice] = [await makeGroup('tea', ['li']), await makeGroup('rice')]
	await storeElsewhere(tea, 1, 1)
	const owner = await logIn('owner')
	const li = await logIn('li')
	expect(await owner.call('groupDelete', { gid: tea }, soon)).toMatchObject({ code: 0 })
	expect(await sync(li)).toEqual([])

	const again = await logIn('li')
	await owner.call('groupInvite', { gid: rice, userIds: [uidOf('li')] }, soon)
	await owner.call('groupSend', { gid: rice, content: 'hello', cmid: 'c1' }, soon)
	expect((await sync(again)).map(({ gid }) => gid)).toEqual([rice])
})

test('one timer drops the lists of several logins, and no timer remains when the node stops', () => {
	const started: (() => void)[] = []
	let cancelled = 0
	const groups = createListedGroups({
		after(_ms, act) {
			started.push(act)
			return () => void cancelled++
		},
	})
	const [first, second] = [{}, {}] as Subscriber[]
	for (const subscriber of [first, second]) groups.keep(subscriber as Subscriber, [])
	expect(started).toHaveLength(1)
	started[0]?.()
	expect(groups.take(first as Subscriber)).toBeUndefined()
	groups.keep(second as Subscriber, [])
	expect([started.length, cancelled]).toEqual([2, 0])
	groups.stop()
	expect(cancelled).toBe(1)
})
