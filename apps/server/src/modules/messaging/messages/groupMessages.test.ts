import {
	answerCodes,
	type EffectiveRole,
	effectiveRoles,
	type GroupId,
	groupRights,
	groupTypes,
	memberRoles,
} from '@parley/im'
import { describe, expect, test } from 'vitest'
import { appId, createTestNodes, gidOf, type TestNodes, uidOf } from '../testing/messagingNodes.ts'
import { batchesIn, follow } from '../testing/pushedEvents.ts'

/** Waits for the node's own writes and their commit. */
async function settled<T>(soon: () => Promise<void>, writing: Promise<T>): Promise<T> {
	await soon()
	return await writing
}

describe('groups', () => {
	test('[IMCALL-17] [IMCALL-18] [IMCALL-19] a message has the sender’s name and role as known to the server, and its position', async () => {
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

	test('messages of many senders are delivered in position order, without a gap', async () => {
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
			// Messages of one sender in sending order.
			for (const name of names) {
				const own = events.filter(({ userId }) => userId === name).map(({ content }) => Number(content))
				expect(own).toEqual(Array.from({ length: 20 }, (_, index) => index))
			}
		}
	})

	test('people who may not write get the reason', async () => {
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
		const setTo = (accountsOnly: boolean) => settled(soon, node.rooms.setAccountsOnly({ appId, gid }, accountsOnly))
		expect([await send(li), await send(guest)]).toEqual([0, answerCodes.accountsOnly])
		await setTo(false)
		expect([await send(li), await send(guest)]).toEqual([0, 0])
		await setTo(true)
		expect([await send(li), await send(guest)]).toEqual([0, answerCodes.accountsOnly])
	})

	test('a manager of an owned room moderates it: silences everyone or one person, revokes and kicks, but not the owner', async () => {
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
		await settled(soon, node.rooms.setManager({ appId, gid }, uidOf('boss')))
		expect(await moderate()).toEqual([0, 0, 0, 0])
		const onOwner = await boss.call('groupKick', { gid, userId: uidOf('owner') }, soon)
		expect(onOwner.code).toBe(answerCodes.noPromise)
		await timers.advance(1_000)
	})

	test('[IMCALL-23] [IMCALL-28] a silenced person who leaves an open group is silenced when they return', async () => {
		const { logIn, makeGroup, soon, accounts, timers } = createTestNodes()
		for (const name of ['owner', 'li', 'han']) accounts.add(name)
		const gid = await makeGroup('g1', ['li', 'han'], { mucType: groupTypes.PUBLIC })
		const [owner, li, han] = [await logIn('owner'), await logIn('li'), await logIn('han')]
		await owner.call('groupUpdateMember', { gid, userId: uidOf('li'), silence: 60 }, soon)
		await li.call('groupLeave', { gid }, soon)
		expect(await li.call('groupSend', { gid, content: 'x' }, soon)).toMatchObject({ code: answerCodes.notMember })
		await han.call('groupSend', { gid, content: 'without li' }, soon)
		// Lets the batch leave.
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

	test('a right revoked on another node applies to the next message, whatever is cached', async () => {
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

	test('[IMCALL-54] a message is revoked by its author, or by owner and managers; then no one can read it', async () => {
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

	test('[IMCALL-38] a guest revokes their own messages only, as often as they may write', async () => {
		const { logIn, makeGroup, soon, timers, store } = createTestNodes({ isLimited: true })
		const gid = await makeGroup('room', [], { mucType: groupTypes.CHATROOM })
		const [guest, other] = [await logIn('g-1', { isGuest: true }), await logIn('g-2', { isGuest: true })]
		await guest.call('groupSend', { gid, content: 'by mistake' }, soon)
		await other.call('groupSend', { gid, content: 'by another' }, soon)
		const revoke = async (hisId: number) => (await guest.call('groupRevoke', { gid, hisId }, soon)).code
		expect(await revoke(2)).toBe(answerCodes.noPromise)
		expect(await revoke(1)).toBe(0)
		const { list } = await other.call('groupHistory', { gid })
		expect(list?.map(({ content, revoked = false }) => [content, revoked]).slice(0, 2)).toEqual([
			['', true],
			['by another', false],
		])
		expect(await store.readAudit(appId, gid, 9)).toEqual([])
		const codes: number[] = []
		for (let n = 0; n < 60; n++) codes.push(await revoke(1))
		expect(codes.at(-1)).toBe(answerCodes.tooMany)
		await timers.advance(10_000)
	})

	test('[IMCALL-39] unread counts the messages of others, and the read position never goes back', async () => {
		const { logIn, makeGroup, soon } = createTestNodes()
		const gid = await makeGroup('g1', ['li', 'han'])
		const [li, han] = [await logIn('li'), await logIn('han')]
		for (let n = 0; n < 3; n++) await li.call('groupSend', { gid, content: `${n}` }, soon)
		await han.call('groupSend', { gid, content: 'mine' }, soon)
		expect(await han.call('groupUnread', { gid })).toMatchObject({ unread: 3, read: 0 })
		expect(await han.call('groupUnread', { gid, hisId: 2 })).toMatchObject({ unread: 1, read: 2 })
		expect(await han.call('groupUnread', { gid, hisId: 1 })).toMatchObject({ unread: 1, read: 2 })
	})

	test('[IMCALL-50] [IMCALL-51] a person who leaves gets that event and none after it, a person who joins all later ones', async () => {
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
		// The group itself arrives before its first event.
		const order = wu.received.filter(({ messageId }) => messageId === 0).map(({ messageType }) => messageType)
		expect(order.indexOf(9016)).toBeLessThan(order.indexOf(9004))
	})

	test('a person removed and at once added again on another node gets the events of the group there', async () => {
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

	test('a person added on another node gets the events of the group there', async () => {
		const { logIn, makeGroup, accounts, timers } = createTestNodes({ nodes: 2 })
		const gid = await makeGroup('g1')
		accounts.add('wu')
		const [owner, wu] = [await logIn('owner'), await logIn('wu', { node: 1 })]
		await owner.call('groupInvite', { gid, userIds: [uidOf('wu')] }, () => timers.advance(20))
		await owner.call('groupSend', { gid, content: 'welcome' }, () => timers.advance(200))
		expect(wu.pushes('groupListUpdated')).toMatchObject([{ gid, group: { gid } }])
		// Events logged before this node knew of it are not pushed: the head announces them.
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
	const effectiveRoleCases = (nodes: TestNodes, effectiveRole: EffectiveRole) => {
		const { memberOf, timers } = nodes
		if (effectiveRole === 'manager') return [memberOf('li', { role: memberRoles.manager })]
		if (effectiveRole === 'silenced') return [memberOf('li', { silencedUntil: timers.now() + 60_000 })]
		if (effectiveRole === 'banned') return [memberOf('li', { banned: true })]
		return effectiveRole === 'common' ? [memberOf('li')] : []
	}
	const rows = (Object.keys(calls) as (keyof typeof calls)[]).flatMap(call =>
		effectiveRoles.map(effectiveRole => [call, effectiveRole] as const),
	)
	test.each(rows)('%s by %s', async (call, effectiveRole) => {
		const nodes = createTestNodes()
		const { logIn, makeGroup, soon } = nodes
		const gid = await makeGroup(
			'g1',
			effectiveRoleCases(nodes, effectiveRole),
			effectiveRole === 'guest' ? { mucType: groupTypes.CHATROOM } : {},
		)
		const client = await logIn(effectiveRole === 'owner' ? 'owner' : 'li', { isGuest: effectiveRole === 'guest' })
		if (call === 'groupRevoke' && groupRights.groupSend.includes(effectiveRole)) {
			await client.call('groupSend', { gid, content: 'to be revoked' }, soon)
		}
		const { code } = await client.call(call, calls[call](gid) as never, soon)
		if (groupRights[call].includes(effectiveRole)) expect(code).toBe(0)
		else expect(code).toBeGreaterThanOrEqual(answerCodes.noPromise)
		if (call === 'groupPoll' && code !== 0) expect(code).toBe(answerCodes.noPromise)
	})
})
