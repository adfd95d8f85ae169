import { groupTypes, imLimits, memberRoles } from '@parley/im'
import { expect, test } from 'vitest'
import { appId, createTestNodes, gidOf, type TestNodesOptions, uidOf } from '../testing/messagingNodes.ts'
import { batchesIn } from '../testing/pushedEvents.ts'

type Client = Awaited<ReturnType<ReturnType<typeof createTestNodes>['logIn']>>

function setUp(options?: TestNodesOptions) {
	const nodes = createTestNodes(options)
	for (const name of ['owner', 'li', 'han', 'wu']) nodes.accounts.add(name)
	return { ...nodes, soon: () => nodes.timers.advance(500) }
}

/** Returns the texts of messages that were pushed to a client. */
const textsOf = (client: Client) =>
	batchesIn(client.received).flatMap(({ list }) => list.flatMap(one => one.content ?? []))

test('a person removed from a group during their login gets no message of it, and those of their other groups', async () => {
	let delayMs = 0
	const { logIn, connect, loginOf, makeGroup, timers, soon } = setUp({
		readDelayMs: read => (read === 'listConversations' ? delayMs : 0),
	})
	const [choir, tea] = [await makeGroup('choir', ['li']), await makeGroup('tea', ['li'])]
	const owner = await logIn('owner')
	const li = connect()
	delayMs = 100
	const login = li.send('login', loginOf('li'))
	await timers.advance(50)
	await owner.call('groupKick', { gid: choir, userId: uidOf('li') }, () => timers.advance(20))
	await soon()
	expect(li.answerOf(login)).toMatchObject({ code: 0 })
	for (const gid of [choir, tea]) await owner.call('groupSend', { gid, content: `in ${gid}`, cmid: gid }, soon)
	expect(textsOf(li)).toEqual(['in tea'])
})

test('a member who disconnects during the login is not among the listeners of their groups', async () => {
	const { node, connect, loginOf, logIn, makeGroup, timers } = setUp({ readDelayMs: () => 50 })
	const gid = await makeGroup('choir', ['li'])
	await logIn('owner')
	const li = connect()
	li.send('login', loginOf('li'))
	await timers.advance(20)
	li.drop()
	await timers.advance(200)
	const present = node.rooms.listPresent(appId, gid)
	await timers.advance(200)
	expect((await present).map(({ uid }) => uid)).toEqual(['owner'])
})

test('a person who disconnects while their groups are read again is not among the listeners of the others', async () => {
	let delayMs = 0
	const { node, logIn, makeGroup, timers } = setUp({
		readDelayMs: read => (read === 'listConversations' ? delayMs : 0),
	})
	const [choir, tea] = [await makeGroup('choir', ['li']), await makeGroup('tea', ['li'])]
	const [owner, li] = [await logIn('owner'), await logIn('li')]
	delayMs = 100
	await owner.call('groupKick', { gid: choir, userId: uidOf('li') }, () => timers.advance(20))
	li.drop()
	await timers.advance(200)
	expect((await node.rooms.listPresent(appId, tea)).map(({ uid }) => uid)).toEqual(['owner'])
})

test('a group is not paused on the lagging connection of a member, whether they were in it at their login or came later', async () => {
	const { logIn, makeGroup, timers, soon } = setUp()
	const choir = await makeGroup('choir', ['li'])
	const [li, owner] = [await logIn('li'), await logIn('owner')]
	const created = await owner.call('groupCreate', { name: 'Tea', userIds: [uidOf('li')] }, soon)
	const tea = gidOf(created.gid ?? '')
	li.setPendingBytes(300 * 1024)
	await timers.advance(500)
	for (const gid of [choir, tea]) await owner.call('groupSend', { gid, content: 'hello', cmid: gid }, soon)
	expect(batchesIn(li.received).filter(({ list }) => list[0]?.content === 'hello')).toMatchObject([
		{ gid: choir },
		{ gid: tea },
	])
})

test('a person who was removed and added again on another node gets the head of that group only, and its messages', async () => {
	const { logIn, makeGroup, timers, bus, soon } = setUp({ nodes: 2 })
	const [choir, tea] = [await makeGroup('choir', ['li']), await makeGroup('tea', ['li'])]
	const owner = await logIn('owner')
	const li = await logIn('li', { node: 1 })
	await timers.advance(1_000)
	bus.isLosing = true
	await owner.call('groupKick', { gid: choir, userId: uidOf('li') }, () => timers.advance(20))
	await owner.call('groupInvite', { gid: choir, userIds: [uidOf('li')] }, () => timers.advance(20))
	await timers.advance(5_000)
	bus.isLosing = false
	expect(li.pushes('heads')).toMatchObject([{ heads: { [choir]: 2 } }])
	expect(Object.keys(li.pushes('heads')[0]?.heads ?? {})).toEqual([choir])
	for (const gid of [choir, tea]) await owner.call('groupSend', { gid, content: `in ${gid}`, cmid: gid }, soon)
	expect(textsOf(li).toSorted()).toEqual(['in choir', 'in tea'])
})

test('a person who leaves a group is sent no heads, and a change of another member interrupts nobody', async () => {
	const { logIn, makeGroup, soon } = setUp()
	const [choir, tea] = [await makeGroup('choir', ['li', 'han']), await makeGroup('tea', ['li'])]
	const [owner, li, han] = [await logIn('owner'), await logIn('li'), await logIn('han')]
	await owner.call('groupUpdateMember', { gid: choir, userId: uidOf('han'), nickName: 'Bass' }, soon)
	await li.call('groupLeave', { gid: choir }, soon)
	for (const gid of [choir, tea]) await owner.call('groupSend', { gid, content: `in ${gid}`, cmid: gid }, soon)
	for (const client of [owner, li, han]) expect(client.pushes('heads')).toEqual([])
	expect([textsOf(li), textsOf(han)]).toEqual([['in tea'], ['in choir']])
})

test('every session of a removed person stops receiving the group', async () => {
	const { logIn, makeGroup, site, soon } = setUp()
	site.severalDevices = true
	const gid = await makeGroup('choir', ['li', 'han'])
	const owner = await logIn('owner')
	const devices = [await logIn('li', { deviceId: 'phone' }), await logIn('li', { deviceId: 'desk' })]
	const han = await logIn('han')
	await owner.call('groupKick', { gid, userId: uidOf('li') }, soon)
	await owner.call('groupSend', { gid, content: 'without li', cmid: 'm1' }, soon)
	for (const device of devices) {
		expect(device.pushes('memberKicked')).toMatchObject([{ list: [{ member: 'li' }] }])
		expect(textsOf(device)).toEqual([])
	}
	expect(textsOf(han)).toEqual(['without li'])
})

test('the members of a deleted group stay in their other groups', async () => {
	const { logIn, makeGroup, soon } = setUp()
	const [choir, tea] = [await makeGroup('choir', ['li']), await makeGroup('tea', ['li'])]
	const [owner, li] = [await logIn('owner'), await logIn('li')]
	await owner.call('groupDelete', { gid: choir }, soon)
	await owner.call('groupSend', { gid: tea, content: 'still here', cmid: 'm1' }, soon)
	expect(textsOf(li)).toEqual(['still here'])
})

test('the owner and managers of a chat room get its messages only while listening', async () => {
	const { logIn, soon, timers } = setUp()
	const [owner, li] = [await logIn('owner'), await logIn('li')]
	const created = await owner.call('groupCreate', { name: 'Hall', mucType: groupTypes.CHATROOM }, soon)
	const gid = gidOf(created.gid ?? '')
	await owner.call('groupUpdateMember', { gid, userId: uidOf('li'), role: memberRoles.manager }, soon)
	await li.call('groupSend', { gid, content: 'unheard', cmid: 'm1' }, soon)
	for (const client of [owner, li]) expect(batchesIn(client.received)).toEqual([])
	await owner.call('groupPoll', { gid }, soon)
	await timers.advance(imLimits.headsEveryMs)
	await li.call('groupSend', { gid, content: 'heard', cmid: 'm2' }, soon)
	expect(textsOf(owner)).toEqual(['heard'])
})

test('if the groups of a removed person cannot be read, this is logged, and others still receive the group', async () => {
	let isFailing = false
	const { logIn, makeGroup, problems, soon } = setUp({
		wrapStore: store => ({
			...store,
			listConversations: async (...args) => {
				if (isFailing) throw new Error('the database is unavailable')
				return await store.listConversations(...args)
			},
		}),
	})
	const gid = await makeGroup('choir', ['li', 'han'])
	const [owner, li, han] = [await logIn('owner'), await logIn('li'), await logIn('han')]
	isFailing = true
	await owner.call('groupKick', { gid, userId: uidOf('li') }, soon)
	expect(problems).toMatchObject([
		{ fields: { err: new Error('the database is unavailable') }, message: 'the groups of a person could not be read' },
	])
	await owner.call('groupSend', { gid, content: 'without li', cmid: 'm1' }, soon)
	expect([textsOf(li), textsOf(han)]).toEqual([[], ['without li']])
})
