import {
	answerCodes,
	type CallInput,
	contentTypes,
	type GroupId,
	type GroupStanding,
	groupRights,
	groupStandings,
	groupTypes,
	imLimits,
	memberRoles,
} from '@parley/im'
import { describe, expect, test } from 'vitest'
import { chatId } from './store/store.ts'
import { appId, createTestNodes, gidOf, type TestNodes, uidOf } from './testing/messagingNodes.ts'
import { batchesIn, follow } from './testing/pushedEvents.ts'

const room = { mucType: groupTypes.CHATROOM }

/** What a node writes by itself, once its commit went through. */
async function settled<T>(soon: () => Promise<void>, writing: Promise<T>): Promise<T> {
	await soon()
	return await writing
}

describe('chats', () => {
	test('[IMCALL-02] [IMCALL-56] a message reaches both people on all their devices, named by the other one', async () => {
		const { logIn, soon, timers } = createTestNodes()
		const [li, tab, han] = [await logIn('li'), await logIn('li'), await logIn('han')]
		const sent = await li.call('chatSend', { userId: uidOf('han'), content: 'hello', cmid: 'c1', extra: 1 }, soon)
		expect(sent).toMatchObject({ code: 0, hisId: 1, cmid: 'c1', ts: expect.any(Number) })
		const message = { hisId: 1, content: 'hello', userId: 'li', sendUserName: 'li X', cmid: 'c1', extra: 1, type: 0 }
		for (const own of [li, tab]) expect(batchesIn(own.received)).toMatchObject([{ userId: 'han', list: [message] }])
		expect(batchesIn(han.received)).toMatchObject([{ userId: 'li', from: 1, to: 1, list: [message] }])
		expect(sent.ts).toBeLessThanOrEqual(timers.now())
	})

	test('what a sender says of themselves is not delivered', async () => {
		const { logIn, soon } = createTestNodes()
		const [li, han] = [await logIn('li'), await logIn('han')]
		const forged = { hisId: 99, ts: 1, role: 1, revoked: true, sendUserName: 'Han', gid: 'g', messageType: 9001 }
		await li.call('chatSend', { userId: uidOf('han'), content: 'x', ...forged }, soon)
		const [message] = batchesIn(han.received)[0]?.list ?? []
		expect(message).toMatchObject({ hisId: 1, userId: 'li', sendUserName: 'li X' })
		for (const field of ['role', 'revoked', 'gid', 'messageType']) expect(message).not.toHaveProperty(field)
	})

	test('[LIVE-32] nobody but the server writes a control message', async () => {
		const { logIn, makeGroup, soon } = createTestNodes()
		const [li, han] = [await logIn('li'), await logIn('han')]
		const forged = { type: contentTypes.control, content: 'close_live' }
		const refused = { code: answerCodes.invalidData }
		expect(await li.call('chatSend', { userId: uidOf('han'), ...forged }, soon)).toMatchObject(refused)
		const gid = await makeGroup('g1', ['li', 'han'])
		expect(await li.call('groupSend', { gid, ...forged }, soon)).toMatchObject(refused)
		expect(batchesIn(han.received)).toEqual([])
	})

	test('[QUES-03] in a group only owner and managers answer questions', async () => {
		const { logIn, makeGroup, soon } = createTestNodes()
		const [owner, han] = [await logIn('owner'), await logIn('han')]
		const gid = await makeGroup('g1', ['han'])
		const answer = { gid, type: contentTypes.answer, content: 'yes', attachment: '{"sendUser":"x","content":"?"}' }
		const codes = [await owner.call('groupSend', answer, soon), await han.call('groupSend', answer, soon)].map(
			({ code }) => code,
		)
		expect(codes).toEqual([answerCodes.ok, answerCodes.noPromise])
	})

	test('the same message sent again gets the same answer and is delivered once, whenever and however it comes', async () => {
		const { logIn, soon, store, timers } = createTestNodes()
		const [li, han] = [await logIn('li'), await logIn('han')]
		const message = { userId: uidOf('han'), content: 'hello', cmid: 'c1' }
		const ids = [li.send('chatSend', message), li.send('chatSend', message)]
		await soon()
		const again = await (await logIn('li')).call('chatSend', message, soon)
		const answers = [...ids.map(id => li.answerOf(id)), again]
		expect(new Set(answers.map(answer => JSON.stringify(answer))).size).toBe(1)
		await timers.advance(1_000)
		expect(batchesIn(han.received)).toHaveLength(1)
		const friends = { put: [{ uid: uidOf('han'), friendUid: uidOf('li'), remark: '', shield: true, since: 0 }] }
		await store.commit([{ appId, now: 0, friends }])
		expect(await li.call('chatSend', message, soon)).toEqual(again)
		expect(await li.call('chatSend', { ...message, cmid: 'c2' }, soon)).toMatchObject({ code: answerCodes.shielded })
	})

	test('a person who is not known gets nothing, and a word the site refuses is not sent', async () => {
		const { logIn, soon } = createTestNodes({ refusedWord: 'spam' })
		const li = await logIn('li')
		expect(await li.call('chatSend', { userId: uidOf('nobody'), content: 'x' }, soon)).toMatchObject({
			code: answerCodes.missing,
		})
		await logIn('han')
		const refused = { code: answerCodes.wordRefused }
		expect(await li.call('chatSend', { userId: uidOf('han'), content: 'a spam' }, soon)).toMatchObject(refused)
		expect(await li.call('chatSend', { userId: uidOf('han'), content: 'x'.repeat(256) }, soon)).toMatchObject({
			code: answerCodes.invalidData,
		})
	})

	test('[IMCALL-03] history goes both ways, and says whether there is more', async () => {
		const { logIn, soon } = createTestNodes()
		const [li] = [await logIn('li'), await logIn('han')]
		const userId = uidOf('han')
		expect(await li.call('chatHistory', { userId })).toMatchObject({ code: 0, list: [], head: 0, more: false })
		for (let n = 1; n <= 5; n++) await li.call('chatSend', { userId, content: `m${n}` }, soon)
		const read = async (range: Omit<CallInput<'chatHistory'>, 'userId'>) => {
			const { list, more } = await li.call('chatHistory', { userId, ...range })
			return [list?.map(({ hisId }) => hisId), more]
		}
		expect(await read({})).toEqual([[1, 2, 3, 4, 5], false])
		expect(await read({ count: 2 })).toEqual([[4, 5], true])
		expect(await read({ hisId: 4, count: 2 })).toEqual([[2, 3], true])
		expect(await read({ hisId: 3 })).toEqual([[1, 2], false])
		expect(await read({ after: 1, count: 2 })).toEqual([[2, 3], true])
		expect(await read({ after: 3 })).toEqual([[4, 5], false])
		expect(await read({ after: 1, hisId: 4 })).toEqual([[2, 3], false])
	})
})

describe('groups', () => {
	test('[IMCALL-17] [IMCALL-18] [IMCALL-19] a message has the name and role the server knows, and its place', async () => {
		const { logIn, makeGroup, memberOf, soon } = createTestNodes()
		const gid = await makeGroup('g1', [memberOf('li', { role: memberRoles.manager, nickName: 'Choir Li' }), 'han'])
		const [li, han] = [await logIn('li'), await logIn('han')]
		const claims = { userId: 'han', nickName: 'Han', role: 1, imgUrl: 'x' }
		const sent = await li.call('groupSend', { gid, content: 'hi', ...claims }, soon)
		expect(sent).toMatchObject({ code: 0, hisId: 1, syncKey: expect.stringMatching(/^\w+\.1$/) })
		expect(batchesIn(han.received)).toMatchObject([
			{ gid, from: 1, to: 1, list: [{ userId: 'li', sendUserName: 'Choir Li', role: memberRoles.manager }] },
		])
	})

	test('messages of many leave in the order of their places, without a gap', async () => {
		const { logIn, makeGroup, timers } = createTestNodes({ nodes: 2 })
		const names = ['a', 'b', 'c', 'd']
		const gid = await makeGroup('g1', names)
		const clients = await Promise.all(names.map((name, index) => logIn(name, { node: index % 2 })))
		for (let round = 0; round < 20; round++) {
			for (const client of clients) client.send('groupSend', { gid, content: `${round}` })
			await timers.advance(round % 3)
		}
		await timers.advance(1_000)
		for (const client of clients) {
			const { events, gaps, position } = follow(batchesIn(client.received), 0)
			expect(gaps).toEqual([])
			expect(position).toBe(80)
			expect(events.map(({ hisId }) => hisId)).toEqual(Array.from({ length: 80 }, (_, index) => index + 1))
			// Of one sender in the order they were sent.
			for (const name of names) {
				const own = events.filter(({ userId }) => userId === name).map(({ content }) => Number(content))
				expect(own).toEqual(Array.from({ length: 20 }, (_, index) => index))
			}
		}
	})

	test('who may not write is told why', async () => {
		const { logIn, makeGroup, memberOf, soon, timers } = createTestNodes()
		const silencedUntil = timers.now() + 60_000
		const gid = await makeGroup('g1', ['li', memberOf('mute', { silencedUntil }), memberOf('out', { banned: true })])
		const quiet = await makeGroup('g2', ['li', memberOf('boss', { role: memberRoles.manager })], { silenceAll: true })
		const send = async (name: string, to: GroupId) =>
			(await logIn(name)).call('groupSend', { gid: to, content: 'x' }, soon)
		expect(await send('mute', gid)).toMatchObject({ code: answerCodes.silenced, retryAfterMs: expect.any(Number) })
		expect(await send('out', gid)).toMatchObject({ code: answerCodes.banned })
		expect(await send('stranger', gid)).toMatchObject({ code: answerCodes.notMember })
		expect(await send('li', gidOf('none'))).toMatchObject({ code: answerCodes.missing })
		expect(await send('li', quiet)).toMatchObject({ code: answerCodes.allSilenced })
		expect(await send('boss', quiet)).toMatchObject({ code: 0 })
		await timers.advance(60_000)
		expect(await send('mute', gid)).toMatchObject({ code: 0 })
	})

	test('[CHAT-13] guests write in a room while it lets them, from the next message on', async () => {
		const { logIn, soon, accounts, node, timers } = createTestNodes()
		for (const name of ['owner', 'li']) accounts.add(name)
		const gid = await settled(
			soon,
			node.rooms.create(appId, { name: 'Live', owner: uidOf('owner'), accountsOnly: true }),
		)
		const [li, guest] = [await logIn('li'), await logIn('g-1', { isGuest: true })]
		const send = async (client: typeof li) => {
			const { code } = await client.call('groupSend', { gid, content: 'x' }, soon)
			await timers.advance(6_000)
			return code
		}
		const setTo = (accountsOnly: boolean) => settled(soon, node.rooms.setAccountsOnly(appId, gid, accountsOnly))
		expect([await send(li), await send(guest)]).toEqual([0, answerCodes.accountsOnly])
		await setTo(false)
		expect([await send(li), await send(guest)]).toEqual([0, 0])
		await setTo(true)
		expect([await send(li), await send(guest)]).toEqual([0, answerCodes.accountsOnly])
	})

	test('a manager of an owned room moderates it: silences all, mutes, revokes and kicks, but not the owner', async () => {
		const { logIn, soon, accounts, node, timers } = createTestNodes()
		for (const name of ['owner', 'boss', 'li']) accounts.add(name)
		const gid = await settled(
			soon,
			node.rooms.create(appId, { name: 'Live', owner: uidOf('owner'), accountsOnly: false }),
		)
		const [boss, li] = [await logIn('boss'), await logIn('li')]
		const userId = uidOf('li')
		const { hisId = 0 } = await li.call('groupSend', { gid, content: 'x' }, soon)
		const moderate = async () => [
			(await boss.call('groupUpdateInfo', { gid, silenceAll: true }, soon)).code,
			(await boss.call('groupUpdateMember', { gid, userId, silence: 60 }, soon)).code,
			(await boss.call('groupRevoke', { gid, hisId }, soon)).code,
			(await boss.call('groupKick', { gid, userId, ban: true }, soon)).code,
		]
		expect(await moderate()).toEqual(Array(4).fill(answerCodes.noPromise))
		await settled(soon, node.rooms.setManager(appId, gid, uidOf('boss')))
		expect(await moderate()).toEqual([0, 0, 0, 0])
		const onOwner = await boss.call('groupKick', { gid, userId: uidOf('owner') }, soon)
		expect(onOwner.code).toBe(answerCodes.noPromise)
		await timers.advance(1_000)
	})

	test('[IMCALL-23] [IMCALL-28] who is silenced and leaves a group that everybody may enter is silenced when back', async () => {
		const { logIn, makeGroup, soon, accounts, timers } = createTestNodes()
		for (const name of ['owner', 'li', 'han']) accounts.add(name)
		const gid = await makeGroup('g1', ['li', 'han'], { mucType: groupTypes.PUBLIC })
		const [owner, li, han] = [await logIn('owner'), await logIn('li'), await logIn('han')]
		await owner.call('groupUpdateMember', { gid, userId: uidOf('li'), silence: 60 }, soon)
		await li.call('groupLeave', { gid }, soon)
		expect(await li.call('groupSend', { gid, content: 'x' }, soon)).toMatchObject({ code: answerCodes.notMember })
		await han.call('groupSend', { gid, content: 'without li' }, soon)
		// So that its batch has left.
		await timers.advance(1_000)
		expect(await li.call('groupApply', { gid }, soon)).toMatchObject({ code: 0 })
		expect(li.pushes('messagesReceived')).toEqual([])
		const refused = await li.call('groupSend', { gid, content: 'x' }, soon)
		expect(refused).toMatchObject({ code: answerCodes.silenced, retryAfterMs: expect.any(Number) })
		await han.call('groupSend', { gid, content: 'with li' }, soon)
		await timers.advance(60_000)
		expect(li.pushes('messagesReceived')).toMatchObject([{ list: [{ content: 'with li' }] }])
		expect(await li.call('groupSend', { gid, content: 'x' }, soon)).toMatchObject({ code: 0 })

		await owner.call('groupKick', { gid, userId: uidOf('li'), ban: true }, soon)
		expect(await li.call('groupApply', { gid }, soon)).toMatchObject({ code: answerCodes.banned })
	})

	test('a right that was taken away on another node counts for the next message, whatever was known before', async () => {
		const { logIn, makeGroup, memberOf, soon, store, bus, timers } = createTestNodes()
		const gid = await makeGroup('g1', ['li'])
		const li = await logIn('li')
		expect(await li.call('groupSend', { gid, content: '1' }, soon)).toMatchObject({ code: 0 })
		bus.isLosing = true
		const members = [memberOf('li', { silencedUntil: timers.now() + 60_000 })]
		await store.commit([{ appId, now: 0, conversation: { id: gid, events: [], members } }])
		expect(await li.call('groupSend', { gid, content: '2' }, soon)).toMatchObject({ code: answerCodes.silenced })
		await store.commit([{ appId, now: 0, conversation: { id: gid, events: [], members: [memberOf('li')] } }])
		expect(await li.call('groupSend', { gid, content: '3' }, soon)).toMatchObject({ code: 0, hisId: 2 })
	})

	test('[IMCALL-54] a message is revoked by who wrote it, or by who runs the group; then nobody reads it any more', async () => {
		const { logIn, makeGroup, memberOf, soon, store } = createTestNodes()
		const gid = await makeGroup('g1', ['li', 'han', memberOf('boss', { role: memberRoles.manager })])
		const [li, han, boss, owner] = [await logIn('li'), await logIn('han'), await logIn('boss'), await logIn('owner')]
		await li.call('groupSend', { gid, content: 'secret' }, soon)
		await owner.call('groupSend', { gid, content: 'by the owner' }, soon)
		await han.call('groupHistory', { gid })
		const revoke = (client: typeof li, hisId: number, requestId?: string) =>
			client.call('groupRevoke', { gid, hisId, ...(requestId ? { requestId } : {}) }, soon)
		expect(await revoke(han, 1)).toMatchObject({ code: answerCodes.noPromise })
		expect(await revoke(boss, 2)).toMatchObject({ code: answerCodes.noPromise })
		expect(await revoke(boss, 9)).toMatchObject({ code: answerCodes.missing })
		expect(await revoke(boss, 1, 'r1')).toMatchObject({ code: 0 })
		expect(await revoke(boss, 1, 'r1')).toMatchObject({ code: 0 })
		expect(await revoke(boss, 1)).toMatchObject({ code: answerCodes.alreadyDone })
		expect(han.pushes('messageRevoked')).toMatchObject([{ gid, list: [{ target: 1, userId: 'boss' }] }])
		const { list } = await han.call('groupHistory', { gid })
		expect(list?.[0]).toMatchObject({ hisId: 1, content: '', revoked: true })
		expect(await store.readAudit(appId, gid, 10)).toMatchObject([{ actor: 'boss', action: 'revoke', target: 'li' }])
	})

	test('[IMCALL-39] unread counts the messages of others, and never goes back', async () => {
		const { logIn, makeGroup, soon } = createTestNodes()
		const gid = await makeGroup('g1', ['li', 'han'])
		const [li, han] = [await logIn('li'), await logIn('han')]
		for (let n = 0; n < 3; n++) await li.call('groupSend', { gid, content: `${n}` }, soon)
		await han.call('groupSend', { gid, content: 'mine' }, soon)
		expect(await han.call('groupUnread', { gid })).toMatchObject({ unread: 3, read: 0 })
		expect(await han.call('groupUnread', { gid, hisId: 2 })).toMatchObject({ unread: 1, read: 2 })
		expect(await han.call('groupUnread', { gid, hisId: 1 })).toMatchObject({ unread: 1, read: 2 })
	})

	test('[IMCALL-50] [IMCALL-51] who leaves hears of it and of nothing after, who comes in of everything from then on', async () => {
		const { logIn, makeGroup, soon, accounts, timers } = createTestNodes()
		const gid = await makeGroup('g1', ['li', 'han'])
		for (const name of ['li', 'han', 'wu']) accounts.add(name)
		const [owner, li, han, wu] = [await logIn('owner'), await logIn('li'), await logIn('han'), await logIn('wu')]
		await owner.call('groupSend', { gid, content: 'before' }, soon)
		expect(await owner.call('groupInvite', { gid, userIds: [uidOf('wu')] }, soon)).toMatchObject({ code: 0 })
		expect(await li.call('groupLeave', { gid }, soon)).toMatchObject({ code: 0 })
		expect(await owner.call('groupKick', { gid, userId: uidOf('han') }, soon)).toMatchObject({ code: 0 })
		await owner.call('groupSend', { gid, content: 'after' }, () => timers.advance(300))
		expect(li.pushes('memberQuit')).toHaveLength(1)
		expect(han.pushes('memberKicked')).toHaveLength(1)
		const contents = (client: typeof li) => batchesIn(client.received).flatMap(({ list }) => list.map(e => e.content))
		expect(contents(li)).toContain('before')
		expect([contents(li), contents(han)].flat()).not.toContain('after')
		expect(contents(wu)).toContain('after')
		expect(contents(wu)).not.toContain('before')
		// The group itself comes before its first event.
		const order = wu.received.filter(({ messageId }) => messageId === 0).map(({ messageType }) => messageType)
		expect(order.indexOf(9016)).toBeLessThan(order.indexOf(9004))
	})

	test('who is removed and at once brought in again on another node hears the group there', async () => {
		const { logIn, makeGroup, accounts, timers } = createTestNodes({
			nodes: 2,
			readDelayMs: read => (read === 'readEvents' ? 80 : 0),
		})
		const gid = await makeGroup('g1')
		accounts.add('wu')
		const [owner, wu] = [await logIn('owner'), await logIn('wu', { node: 1 })]
		await owner.call('groupInvite', { gid, userIds: [uidOf('wu')] }, () => timers.advance(200))
		owner.send('groupKick', { gid, userId: uidOf('wu') })
		owner.send('groupInvite', { gid, userIds: [uidOf('wu')] })
		await timers.advance(2_000)
		await owner.call('groupSend', { gid, content: 'again' }, () => timers.advance(2_000))
		expect(batchesIn(wu.received).flatMap(({ list }) => list.map(e => e.content))).toContain('again')
	})

	test('who came in on another node hears the group there', async () => {
		const { logIn, makeGroup, accounts, timers } = createTestNodes({ nodes: 2 })
		const gid = await makeGroup('g1')
		accounts.add('wu')
		const [owner, wu] = [await logIn('owner'), await logIn('wu', { node: 1 })]
		await owner.call('groupInvite', { gid, userIds: [uidOf('wu')] }, () => timers.advance(20))
		await owner.call('groupSend', { gid, content: 'welcome' }, () => timers.advance(200))
		expect(wu.pushes('groupListUpdated')).toMatchObject([{ gid, group: { gid } }])
		// What was logged before this node knew of it is not pushed: the head says that it is to be read.
		expect(wu.pushes('heads')).toMatchObject([{ heads: { [gid]: 1 } }])
		expect(batchesIn(wu.received).flatMap(({ list }) => list.map(e => e.content))).toContain('welcome')
	})
})

describe('[IMCALL-44] rights', () => {
	const calls = {
		groupSend: (gid: GroupId) => ({ gid, content: 'x' }),
		groupHistory: (gid: GroupId) => ({ gid }),
		groupPoll: (gid: GroupId) => ({ gid }),
		groupRevoke: (gid: GroupId) => ({ gid, hisId: 1 }),
		groupUnread: (gid: GroupId) => ({ gid }),
	} as const
	const standings = (nodes: TestNodes, standing: GroupStanding) => {
		const { memberOf, timers } = nodes
		if (standing === 'manager') return [memberOf('li', { role: memberRoles.manager })]
		if (standing === 'silenced') return [memberOf('li', { silencedUntil: timers.now() + 60_000 })]
		if (standing === 'banned') return [memberOf('li', { banned: true })]
		return standing === 'common' ? [memberOf('li')] : []
	}
	const rows = (Object.keys(calls) as (keyof typeof calls)[]).flatMap(call =>
		groupStandings.map(standing => [call, standing] as const),
	)
	test.each(rows)('%s by %s', async (call, standing) => {
		const nodes = createTestNodes()
		const { logIn, makeGroup, soon } = nodes
		const gid = await makeGroup('g1', standings(nodes, standing), standing === 'guest' ? room : {})
		const client = await logIn(standing === 'owner' ? 'owner' : 'li', { isGuest: standing === 'guest' })
		if (standing === 'owner' || standing === 'manager' || standing === 'common') {
			await client.call('groupSend', { gid, content: 'to be revoked' }, soon)
		}
		const { code } = await client.call(call, calls[call](gid) as never, soon)
		if (groupRights[call].includes(standing)) expect(code).toBe(0)
		else expect(code).toBeGreaterThanOrEqual(answerCodes.noPromise)
		if (call === 'groupPoll' && code !== 0) expect(code).toBe(answerCodes.noPromise)
	})
})

describe('rooms', () => {
	test('[IMCALL-40] [POLL-05] a poll continues after a place and says where to go on; what comes then is pushed', async () => {
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

	test('what comes while a poll reads is neither missed nor sent twice', async () => {
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

	test('[OP-122] a poll that has nothing to return is held until something comes, or its time is over', async () => {
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

	test('[POLL-02] [OP-123] of more than five rooms the one started longest ago is not heard any more', async () => {
		const { logIn, makeGroup, timers } = createTestNodes()
		const rooms = await Promise.all([1, 2, 3, 4, 5, 6].map(n => makeGroup(`r${n}`, [], room)))
		const [owner, viewer] = [await logIn('owner'), await logIn('li')]
		for (const gid of rooms.slice(0, 5)) await viewer.call('groupPoll', { gid })
		// Started again, the first is the newest.
		await viewer.call('groupPoll', { gid: rooms[0] as GroupId })
		await viewer.call('groupPoll', { gid: rooms[5] as GroupId })
		for (const gid of rooms) await owner.call('groupSend', { gid, content: 'x' }, () => timers.advance(300))
		expect(batchesIn(viewer.received).map(({ gid }) => gid)).toEqual(['r1', 'r3', 'r4', 'r5', 'r6'])
	})

	test('[POLL-03] a room one stopped listening to is not heard', async () => {
		const { logIn, makeGroup, timers } = createTestNodes()
		const gid = await makeGroup('r1', [], room)
		const [owner, viewer] = [await logIn('owner'), await logIn('li')]
		await viewer.call('groupPoll', { gid })
		await viewer.call('groupPoll', { gid, listen: false })
		await owner.call('groupSend', { gid, content: 'x' }, () => timers.advance(300))
		expect(batchesIn(viewer.received)).toEqual([])
		expect((await viewer.call('groupPoll', { gid, hisId: 0, listen: false })).list).toHaveLength(1)
	})

	test('[CHAT-06] between two messages in a room are five seconds, but not for who runs it', async () => {
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

	test('slow mode holds in other groups, and in rooms where it is longer', async () => {
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

	test('a busy room is sampled and says so; the others of it stay in the history', async () => {
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

	test('three thousand who come back at once cost two reads of the head and one of each page', async () => {
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

describe('connections that are slow, and what was not heard', () => {
	test('a room waits for a connection that lags, chats do not; caught up, it is told how far the room is', async () => {
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

	test('a connection that is far behind, or for long, has to come back; its login stays', async () => {
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

	test('hints that are lost cost five seconds, and nothing else', async () => {
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

	test('chats and own lists of which no hint came are told of within five seconds, also a chat that is new', async () => {
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

	test('of very much that was not heard the head is told, to be read', async () => {
		const { logIn, makeGroup, storeElsewhere, timers } = createTestNodes()
		const gid = await makeGroup('g1', ['li'])
		const li = await logIn('li')
		await storeElsewhere(gid, 1, imLimits.maxMissed + 1)
		await timers.advance(6_000)
		expect(batchesIn(li.received)).toEqual([])
		expect(li.pushes('heads')[0]).toMatchObject({ heads: { g1: imLimits.maxMissed + 1 } })
	})

	test('heads of what moved lately are told every ten seconds, of quiet conversations not', async () => {
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

	test('while messages follow one another their places say enough; ten seconds after the last one the head is told', async () => {
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

	test('a store that fails refuses what may be sent again, and delivers what was stored all the same', async () => {
		let fails = false
		const { logIn, makeGroup, soon, timers } = createTestNodes({
			wrapStore: store => ({
				...store,
				// As where the connection to the database breaks after it stored, before it said so.
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

describe('synchronisation', () => {
	test('[SYNC-05] [SYNC-06] every option has a key, and that of video is always 0', async () => {
		const { logIn, node, soon } = createTestNodes()
		const li = await logIn('li')
		void node.notices.notify(appId, uidOf('li'), { title: 't', content: 'c' })
		await soon()
		const { keys } = await li.call('syncKeys', {})
		expect(Object.keys(keys ?? {}).sort()).toEqual(
			[
				...['broadcast', 'chat', 'friend', 'friend_apply', 'group', 'group_chat'],
				...['notice', 'notice_group', 'notice_group_sys', 'video'],
			].sort(),
		)
		expect(keys?.video).toBe('0')
	})

	test('[SYNC-02] [SYNC-03] a list comes page by page, and its key is that of what came', async () => {
		const { logIn, node, timers } = createTestNodes()
		const li = await logIn('li')
		const before = (await li.call('syncKeys', {})).keys
		for (let n = 1; n <= 250; n++) void node.notices.notify(appId, uidOf('li'), { title: `${n}`, content: '' })
		await timers.advance(50)
		expect(li.pushes('notice')).toHaveLength(250)
		const after = (await li.call('syncKeys', {})).keys
		const changed = Object.keys(after ?? {}).filter(option => before?.[option as never] !== after?.[option as never])
		expect(changed).toEqual(['notice'])
		let syncKey = before?.notice ?? ''
		const pages: number[] = []
		for (let more = true; more; ) {
			const page = await li.call('sync', { option: 'notice', syncKey })
			pages.push(page.list?.length ?? 0)
			syncKey = page.syncKey ?? ''
			more = page.nextPage ?? false
		}
		expect(pages).toEqual([100, 100, 50])
		expect(syncKey).toBe(after?.notice)
		expect(await li.call('sync', { option: 'notice', syncKey })).toMatchObject({ list: [], nextPage: false })
		expect(await li.call('sync', { option: 'notice', syncKey: 'old.7' })).toMatchObject({ reset: true })
	})

	test('everybody is told of a broadcast, on every node, once', async () => {
		const { logIn, node, soon } = createTestNodes({ nodes: 2 })
		const [li, han] = [await logIn('li'), await logIn('han', { node: 1 })]
		void node.notices.broadcast(appId, { title: 'Maintenance', content: 'tonight' })
		await soon()
		for (const client of [li, han]) expect(client.pushes('broadcast')).toMatchObject([{ title: 'Maintenance', key: 1 }])
	})

	test('conversations come from where the client is in each, and the key only with the last page', async () => {
		const { logIn, makeGroup, storeElsewhere } = createTestNodes()
		const gids = await Promise.all([1, 2, 3, 4, 5].map(n => makeGroup(`g${n}`, ['li'])))
		for (const gid of gids) await storeElsewhere(gid, 1, 150)
		const li = await logIn('li')
		const target = (await li.call('syncKeys', {})).keys?.group_chat
		const cursors: Record<string, string> = {}
		const got = new Map<string, number[]>()
		let syncKey = ''
		for (let more = true; more; ) {
			const page = await li.call('sync', { option: 'group_chat', syncKey, cursors })
			for (const { gid = '', epoch, list, after } of page.conversations ?? []) {
				const own = got.get(gid) ?? []
				expect(after).toBe(own.length)
				got.set(gid, [...own, ...list.map(({ hisId }) => hisId)])
				cursors[gid] = `${epoch}.${own.length + list.length}`
			}
			more = page.nextPage ?? false
			if (more) expect(page.syncKey).not.toBe(target)
			syncKey = page.syncKey ?? ''
		}
		expect(syncKey).toBe(target)
		const all = Array.from({ length: 150 }, (_, index) => index + 1)
		expect([...got.entries()].sort()).toEqual(gids.map(gid => [gid, all]))
		expect((await li.call('sync', { option: 'group_chat', syncKey, cursors })).conversations).toEqual([])
	})

	test('of too much the newest page comes, and says that something is left out; so does a log that began anew', async () => {
		const { logIn, makeGroup, storeElsewhere } = createTestNodes()
		const gid = await makeGroup('g1', ['li'])
		await storeElsewhere(gid, 1, 400)
		const li = await logIn('li')
		const sync = async (cursor: string) =>
			(await li.call('sync', { option: 'group_chat', cursors: { [gid]: cursor } })).conversations?.[0]
		const page = await sync('other.5')
		expect(page).toMatchObject({ discontinuity: true, after: 300, more: false, head: 400 })
		expect(page?.list).toHaveLength(100)
		expect(await sync(`${page?.epoch}.5`)).toMatchObject({ discontinuity: true, after: 300 })
		const continued = await sync(`${page?.epoch}.150`)
		expect(continued).toMatchObject({ after: 150, more: true })
		expect(continued).not.toHaveProperty('discontinuity')
	})

	test('a login hears before it answers: a message stored between login and sync is missed by neither', async () => {
		const { logIn, makeGroup, connect, tokenOf, timers } = createTestNodes()
		const gid = await makeGroup('g1', ['li', 'han'])
		const li = await logIn('li')
		for (let delay = 0; delay < 8; delay++) {
			const han = connect()
			li.send('groupSend', { gid, content: `${delay}` })
			await timers.advance(delay % 3)
			han.send('login', { uid: uidOf('han'), appId, token: tokenOf('han'), deviceId: 'one' })
			const syncId = han.send('sync', { option: 'group_chat', cursors: {} })
			await timers.advance(300)
			const synced = han.answerOf<'sync'>(syncId)?.conversations?.[0]?.list.map(({ hisId }) => hisId) ?? []
			const { events, gaps } = follow(batchesIn(han.received), synced.at(-1) ?? 0)
			expect(gaps).toEqual([])
			expect([...synced, ...events.map(({ hisId }) => hisId)]).toHaveLength(delay + 1)
		}
	})

	test('chats are named by the other person, also one that began while nobody was here', async () => {
		const { logIn, soon } = createTestNodes()
		const li = await logIn('li')
		const han = await logIn('han')
		han.drop()
		await li.call('chatSend', { userId: uidOf('han'), content: 'are you there?' }, soon)
		const back = await logIn('han')
		const { conversations } = await back.call('sync', { option: 'chat' })
		expect(conversations).toMatchObject([{ userId: 'li', after: 0, list: [{ content: 'are you there?' }] }])
		expect(chatId(uidOf('li'), uidOf('han'))).toBe('u:han:li')
	})
})
