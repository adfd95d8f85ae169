import { groupTypes } from '@parley/im'
import { expect, test } from 'vitest'
import { noticeEntry } from '../people/notices.ts'
import type { MessagingStore } from '../store/store.ts'
import type { FakeConnection } from '../testing/fakeConnection.ts'
import { appId, createTestNodes, gidOf, uidOf } from '../testing/messagingNodes.ts'

async function people(...names: string[]) {
	const test = createTestNodes({ nodes: 2 })
	for (const name of ['owner', 'li', 'han', 'wu']) test.accounts.add(name)
	const soon = () => test.timers.advance(500)
	const clients: Record<string, FakeConnection> = {}
	for (const name of names) clients[name] = await test.logIn(name)
	const client = (name: string): FakeConnection => {
		const found = clients[name]
		if (!found) throw new Error(`${name} is not logged in`)
		return found
	}
	return { ...test, soon, client }
}

/** Returns the pushes a client received from a group, in order, with their positions. */
const eventsOf = (client: FakeConnection) =>
	client.received
		.filter(({ messageId, jsonData }) => messageId === 0 && typeof jsonData.from === 'number')
		.map(({ messageType, jsonData }) => [messageType, jsonData.from, jsonData.to])

test('[IMCALL-45] [IMCALL-46] [IMCALL-47] friends are notified of applications, answers and the end', async () => {
	const { client, soon } = await people('li', 'han')
	const { msgId = '' } = await client('li').call('friendApply', { userId: uidOf('han'), content: 'Me' }, soon)
	expect(client('han').pushes('friendApplication')).toMatchObject([
		{ key: 1, application: { msgId, content: 'Me', from: { userId: 'li', nickName: 'li by account' } } },
	])
	await client('han').call('friendHandleApply', { msgId, accept: true }, soon)
	expect(client('li').pushes('friendApplicationResult')).toMatchObject([{ key: 1, application: { status: 1 } }])
	for (const [name, friend] of [
		['li', 'han'],
		['han', 'li'],
	] as const) {
		expect(client(name).pushes('friendUpdated')).toMatchObject([{ friend: { userId: friend } }])
	}
	await client('li').call('friendDelete', { userId: uidOf('han') }, soon)
	expect(client('han').pushes('friendDeleted')).toMatchObject([{ userId: 'li' }])
})

test.each([0, 1])(
	'[IMCALL-52] a person added to a group on node 0 gets no earlier events on node %i, even if their batch has not left yet',
	async node => {
		const { logIn, makeGroup, soon, timers } = await people()
		const gid = await makeGroup('choir', ['li', 'han'])
		const li = await logIn('li')
		// The other node has a listener too.
		await logIn('han', { node: 1 })
		const wu = await logIn('wu', { node })
		// Two leave at once after a quiet moment.
		for (const cmid of ['m1', 'm2', 'm3']) {
			li.send('groupSend', { gid, content: cmid, cmid })
			await timers.advance(4)
		}
		li.send('groupInvite', { gid, userIds: [uidOf('wu')] })
		await timers.advance(4)
		await li.call('groupSend', { gid, content: 'm5', cmid: 'm5' }, soon)
		const positions = wu.pushes('messagesReceived').flatMap(({ list }) => list.map(({ hisId }) => hisId))
		expect(positions).toEqual([5])
	},
)

test('a message that took long to store does not delay the next ones', async () => {
	let storeMs = 0
	const { logIn, makeGroup, timers } = createTestNodes({
		wrapStore: store => ({
			...store,
			async commit(commits) {
				if (storeMs > 0) await new Promise<void>(resolve => void timers.after(storeMs, resolve))
				return store.commit(commits)
			},
		}),
	})
	const gid = await makeGroup('choir', ['li', 'han'])
	const [li, han] = [await logIn('li'), await logIn('han')]
	await timers.advance(1_000)
	storeMs = 60
	li.send('groupSend', { gid, content: 'm1', cmid: 'm1' })
	await timers.advance(63)
	expect(han.pushes('messagesReceived')).toHaveLength(1)
	storeMs = 0
	li.send('groupSend', { gid, content: 'm2', cmid: 'm2' })
	await timers.advance(3)
	expect(han.pushes('messagesReceived')).toHaveLength(2)
})

test('[IMCALL-52] members of a new group, and people added to one, receive its events from the first on', async () => {
	const { client, soon } = await people('li', 'han', 'wu')
	const created = await client('li').call('groupCreate', { name: 'Choir', userIds: [uidOf('han')] }, soon)
	const gid = gidOf(created.gid ?? '')
	await client('li').call('groupUpdateAnnouncement', { gid, announcement: 'We sing' }, soon)
	await client('han').call('groupInvite', { gid, userIds: [uidOf('wu')] }, soon)
	await client('li').call('groupSend', { gid, content: 'Hello', cmid: 'm1' }, soon)
	expect(client('han').pushes('groupListUpdated')).toMatchObject([{ gid, group: { name: 'Choir' } }])
	for (const name of ['li', 'han']) {
		expect(eventsOf(client(name)), name).toEqual([
			[9004, 1, 1],
			[9002, 2, 2],
			[9004, 3, 3],
			[9000, 4, 4],
		])
	}
	// The list entry gives the first position the newcomer may see.
	expect(client('wu').pushes('groupListUpdated')).toMatchObject([{ gid, group: { start: 2 } }])
	expect(eventsOf(client('wu'))).toEqual([
		[9004, 3, 3],
		[9000, 4, 4],
	])
})

test('[IMCALL-48] [IMCALL-50] [IMCALL-51] [IMCALL-53] changes reach everyone in a group; a person who leaves or is kicked gets that event, and nothing after it', async () => {
	const nodes = createTestNodes()
	for (const name of ['owner', 'li', 'han']) nodes.accounts.add(name)
	const soon = () => nodes.timers.advance(500)
	const gid = await nodes.makeGroup('g1', ['li', 'han'])
	const [owner, li, han] = [await nodes.logIn('owner'), await nodes.logIn('li'), await nodes.logIn('han')]
	await owner.call('groupUpdateInfo', { gid, name: 'Quartet' }, soon)
	await owner.call('groupUpdateMember', { gid, userId: uidOf('li'), silence: 60 }, soon)
	await owner.call('groupKick', { gid, userId: uidOf('li') }, soon)
	await han.call('groupLeave', { gid }, soon)
	await owner.call('groupSend', { gid, content: 'Alone', cmid: 'm1' }, soon)
	expect(li.pushes('groupUpdated')).toMatchObject([{ gid, list: [{ changes: { name: 'Quartet' } }] }])
	expect(li.pushes('memberUpdated')).toMatchObject([{ list: [{ member: { userId: 'li', role: -1 } }] }])
	expect(li.pushes('memberKicked')).toMatchObject([{ list: [{ member: 'li', userId: 'owner' }] }])
	expect(li.pushes('groupListUpdated')).toEqual([expect.not.objectContaining({ group: expect.anything() })])
	expect(li.pushes('memberQuit')).toEqual([])
	expect(han.pushes('memberQuit')).toMatchObject([{ list: [{ member: 'han' }] }])
	expect(han.pushes('messagesReceived')).toEqual([])
	expect(eventsOf(owner)).toEqual([
		[9002, 1, 1],
		[9007, 2, 2],
		[9006, 3, 3],
		[9005, 4, 4],
		[9000, 5, 5],
	])
})

test('[IMCALL-49] the end of a group is sent to everyone who was in it', async () => {
	const nodes = createTestNodes()
	nodes.accounts.add('owner')
	const soon = () => nodes.timers.advance(500)
	const gid = await nodes.makeGroup('g1', ['li'])
	const [owner, li] = [await nodes.logIn('owner'), await nodes.logIn('li')]
	await owner.call('groupDelete', { gid }, soon)
	expect(li.pushes('groupDeleted')).toMatchObject([{ gid, from: 1, to: 1, list: [{ userId: 'owner' }] }])
	expect(li.pushes('groupListUpdated')).toMatchObject([{ gid }])
})

test('a person who was offline learns of everything when they synchronise', async () => {
	const nodes = createTestNodes()
	for (const name of ['owner', 'li', 'han']) nodes.accounts.add(name)
	const soon = () => nodes.timers.advance(500)
	const owner = await nodes.logIn('owner')
	await nodes.makeGroup('g1', ['li'])
	await owner.call('friendApply', { userId: uidOf('li') }, soon)
	const created = await owner.call('groupCreate', { name: 'Choir', userIds: [uidOf('li')] }, soon)
	const li = await nodes.logIn('li')
	const pull = async (option: 'friend_apply' | 'group' | 'group_chat') =>
		await li.call('sync', { option, syncKey: '' }, soon)
	expect((await pull('friend_apply')).list).toMatchObject([{ application: { from: { userId: 'owner' } } }])
	expect((await pull('group')).list).toMatchObject([{ gid: created.gid, group: { name: 'Choir' } }])
	expect((await pull('group_chat')).conversations).toMatchObject([
		{ gid: created.gid, list: [{ messageType: 9004, members: [{ userId: 'owner' }, { userId: 'li' }] }] },
	])
})

test('a guest of a chat room who is banned on one node is notified on another, and gets nothing more', async () => {
	const nodes = createTestNodes({ nodes: 2 })
	nodes.accounts.add('owner')
	const soon = () => nodes.timers.advance(6_000)
	const gid = await nodes.makeGroup('hall', [], { mucType: groupTypes.CHATROOM })
	const owner = await nodes.logIn('owner')
	const guest = await nodes.logIn('visitor', { node: 1, isGuest: true })
	expect(await guest.call('groupPoll', { gid }, soon)).toMatchObject({ code: 0, role: -2 })
	await owner.call('groupKick', { gid, userId: uidOf('visitor'), ban: true }, soon)
	expect(guest.pushes('memberKicked')).toMatchObject([{ list: [{ member: 'visitor', banned: true }] }])
	await owner.call('groupSend', { gid, content: 'Peace', cmid: 'm1' }, soon)
	expect(guest.pushes('messagesReceived')).toEqual([])
	expect(await guest.call('groupPoll', { gid }, soon)).toMatchObject({ code: 403 })
})

test('[IMCALL-43] a notice stored by a command reaches online people within ten seconds, without a node message', async () => {
	const { logIn, store, timers } = createTestNodes()
	const [li, han] = [await logIn('li'), await logIn('han')]
	const notice = { title: 'Rehearsal', content: 'On Friday' }
	await store.commit([{ appId, now: timers.now(), lists: [noticeEntry(uidOf('li'), notice)] }])
	await store.commit([{ appId, now: timers.now(), lists: [noticeEntry(null, { ...notice, title: 'All' })] }])
	await timers.advance(10_000)
	expect(li.pushes('notice')).toMatchObject([notice])
	expect(han.pushes('notice')).toEqual([])
	for (const one of [li, han]) expect(one.pushes('broadcast')).toMatchObject([{ title: 'All' }])
})

test('another node reads the events of a batch once, and is notified once per transaction', async () => {
	let reads = 0
	const wrapStore = (store: MessagingStore): MessagingStore => ({
		...store,
		readEvents(...range) {
			reads++
			return store.readEvents(...range)
		},
	})
	const { logIn, makeGroup, timers, bus } = createTestNodes({ nodes: 2, wrapStore })
	const gid = await makeGroup('choir', ['li', 'han'])
	const [li, owner] = [await logIn('li'), await logIn('owner')]
	const han = await logIn('han', { node: 1 })
	// Two leave at once after a quiet moment.
	for (const cmid of ['m1', 'm2']) {
		li.send('groupSend', { gid, content: cmid, cmid })
		await timers.advance(4)
	}
	const messagesBefore = bus.published.length
	reads = 0
	li.send('groupSend', { gid, content: 'm3', cmid: 'm3' })
	owner.send('groupSend', { gid, content: 'm4', cmid: 'm4' })
	await timers.advance(4)
	li.send('groupSend', { gid, content: 'm5', cmid: 'm5' })
	await timers.advance(4)
	expect(
		bus.published.slice(messagesBefore).map(nodeMessage => nodeMessage.kind === 'conversation' && nodeMessage.last),
	).toEqual([4, 5])
	expect(reads).toBe(0)
	await timers.advance(30)
	expect(reads).toBe(1)
	const ranges = eventsOf(han)
	expect(ranges).toEqual([
		[9000, 1, 1],
		[9000, 2, 2],
		[9000, 3, 5],
	])
})
