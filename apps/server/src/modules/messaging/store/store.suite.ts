import { GroupId, ImAppId, ImUserId } from '@parley/im'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { newGroupSettings } from '../groups/newGroup.ts'
import type { Commit, CommitResult } from '../model/commit.ts'
import { chatId, epochOf, stampOf } from '../model/conversation.ts'
import type { NewEvent } from '../model/event.ts'
import type { NewMember } from '../model/group.ts'
import { memberRow } from '../model/group.ts'
import type { ApplicationRow } from '../model/person.ts'
import type { MessagingStore } from './store.ts'

const appId = v.parse(ImAppId, 'app')
const otherApp = v.parse(ImAppId, 'other-app')
const gid = v.parse(GroupId, 'group')
const otherGid = v.parse(GroupId, 'another-group')
const person = (id: string) => v.parse(ImUserId, id)
const li = person('li')
const han = person('han')
const wu = person('wu')
const chat = chatId(li, han)

const settings = newGroupSettings({
	name: 'Reading circle',
	mucType: 0,
	owner: li,
})
const member = (uid: ImUserId, fields: Partial<NewMember> = {}): NewMember => ({
	...memberRow(uid, 1_000, 'here'),
	...fields,
})
const message = (content: string, fields: Partial<NewEvent> = {}): NewEvent => ({
	name: 'messagesReceived',
	uid: li,
	body: { type: 0, content, sendUserName: 'Li', custom: '{"a":1}' },
	...fields,
})
const change = (parts: Omit<Commit, 'appId' | 'now'> & { now?: number }): Commit => ({ appId, now: 1_000, ...parts })
const toChat = (...events: NewEvent[]): Commit => change({ conversation: { id: chat, create: {}, events } })
const newGroup = (id: GroupId = gid, members: NewMember[] = [member(li, { role: 1 })], fields = {}): Commit =>
	change({ conversation: { id, create: { group: { ...settings, ...fields } }, events: [], members } })
const toGroup = (parts: Partial<NonNullable<Commit['conversation']>>): Commit =>
	change({ conversation: { id: gid, events: [], ...parts } })

/** Requirements on every messaging store; called once for each, inside its own `describe`. */
export function messagingStoreSuite(open: () => Promise<{ store: MessagingStore; close(): Promise<void> }>): void {
	let store: MessagingStore
	let close: () => Promise<void>

	beforeEach(async () => {
		;({ store, close } = await open())
	})
	afterEach(() => close())

	async function commit(one: Commit): Promise<CommitResult> {
		const [result] = await store.commit([one])
		if (!result) throw new Error('no result')
		return result
	}
	async function stored(one: Commit) {
		const result = await commit(one)
		if (result.status !== 'committed') throw new Error(`the commit is ${result.status}`)
		return result
	}
	const all = async (id = chat) => await store.readEvents(appId, id, { limit: 1_000, from: 'oldest' })
	const contents = async (id = chat) => (await all(id)).map(({ body }) => body.content)

	describe('the log', () => {
		test('events have positions from 1 on, without gaps, whatever a commit contains', async () => {
			const first = await stored(toChat(message('one')))
			expect(first.head).toEqual({ id: chat, epoch: epochOf(1_000), last: 1, min: 1, version: 1 })
			expect(first.events).toEqual([{ ...message('one'), hisId: 1, ts: 1_000 }])
			const second = await stored({ ...toChat(message('two'), message('three', { uid: han })), now: 2_000 })
			expect(second.events.map(({ hisId, ts }) => [hisId, ts])).toEqual([
				[2, 2_000],
				[3, 2_000],
			])
			expect(await all()).toEqual([...first.events, ...second.events])
			expect(await store.heads(appId, [chat, 'u:nobody:none', chat])).toEqual([second.head])
			expect(await store.findEvent(appId, chat, 2)).toEqual(second.events[0])
			expect(await store.findEvent(appId, chat, 4)).toBeUndefined()
		})

		test('an event is stored unchanged, whatever characters it contains', async () => {
			const body = {
				content: 'half \ud800 nul \0 "quotes" \\ \' 😀 \u2028',
				unknown: { deep: [1, null, true] },
				type: 0,
			}
			await stored(toChat({ name: 'messagesReceived', uid: li, cmid: 'a:b.c', body }))
			expect((await all())[0]).toEqual({ name: 'messagesReceived', uid: li, cmid: 'a:b.c', body, hisId: 1, ts: 1_000 })
		})

		test('ranges exclude their ends, and count from the requested end', async () => {
			await stored(toChat(...['1', '2', '3', '4', '5', '6'].map(content => message(content))))
			const read = async (range: Parameters<MessagingStore['readEvents']>[2]) =>
				(await store.readEvents(appId, chat, range)).map(({ hisId }) => hisId)
			expect(await read({ limit: 2, from: 'oldest' })).toEqual([1, 2])
			expect(await read({ limit: 2, from: 'newest' })).toEqual([5, 6])
			expect(await read({ after: 2, limit: 2, from: 'oldest' })).toEqual([3, 4])
			expect(await read({ before: 5, limit: 2, from: 'newest' })).toEqual([3, 4])
			expect(await read({ after: 2, before: 5, limit: 9, from: 'newest' })).toEqual([3, 4])
			expect(await read({ after: 6, limit: 9, from: 'oldest' })).toEqual([])
		})

		test('positions are separate for each conversation and application', async () => {
			await stored(toChat(message('here')))
			await stored({ ...toChat(message('there')), appId: otherApp })
			await stored(newGroup())
			await stored(toGroup({ events: [message('in the group')] }))
			expect(await contents()).toEqual(['here'])
			expect(await contents(gid)).toEqual(['in the group'])
			expect(await store.heads(otherApp, [gid])).toEqual([])
		})

		test('a revoked message keeps its author and time, but not its content', async () => {
			await stored(toChat(message('secret', { cmid: 'c1' }), message('stays')))
			const revoke: NewEvent = { name: 'messageRevoked', uid: li, body: { target: 1 } }
			await stored(change({ conversation: { id: chat, events: [revoke], revoked: [1, 3, 9] } }))
			const [first, second, third] = await all()
			const body = { type: 0, content: '', sendUserName: 'Li', revoked: true }
			expect(first).toEqual({ ...message('', { cmid: 'c1', body }), hisId: 1, ts: 1_000 })
			expect(second?.body.content).toBe('stays')
			expect(third?.body).toEqual({ target: 1 })
		})
	})

	describe('repetitions', () => {
		test('the same message of the same sender is stored once, and answered with the stored event', async () => {
			const first = await stored({ ...toChat(message('hello', { cmid: 'c1' })), now: 5_000 })
			const again = await commit({ ...toChat(message('hello again', { cmid: 'c1' })), now: 9_000 })
			expect(again).toEqual({ status: 'repeated', event: first.events[0], epoch: first.head?.epoch, answer: {} })
			expect(await contents()).toEqual(['hello'])
			expect(await store.findMessage(appId, chat, li, 'c1')).toEqual(first.events[0])
			expect(await store.findMessage(appId, chat, han, 'c1')).toBeUndefined()
		})

		test('the same cmid of another sender, or in another conversation, is another message', async () => {
			await stored(toChat(message('of Li', { cmid: 'c1' })))
			await stored(toChat(message('of Han', { cmid: 'c1', uid: han })))
			const elsewhere = { id: chatId(li, wu), create: {}, events: [message('to Wu', { cmid: 'c1' })] }
			await stored(change({ conversation: elsewhere }))
			expect(await contents()).toEqual(['of Li', 'of Han'])
		})

		test('of two in one list, the second counts as the repetition', async () => {
			const [first, second] = await store.commit([
				toChat(message('hello', { cmid: 'c1' })),
				toChat(message('hello', { cmid: 'c1' })),
			])
			expect(first?.status).toBe('committed')
			expect(second).toMatchObject({ status: 'repeated', event: { hisId: 1 } })
			expect(await all()).toHaveLength(1)
		})

		test('a repeated message is answered even after the group changed', async () => {
			await stored(newGroup())
			await stored(toGroup({ version: 1, events: [message('hello', { cmid: 'c1' })] }))
			await stored(toGroup({ version: 1, settings: { silenceAll: true } }))
			const again = await commit(toGroup({ version: 1, events: [message('hello', { cmid: 'c1' })] }))
			expect(again).toMatchObject({ status: 'repeated', event: { hisId: 1 } })
			await stored(toGroup({ deleted: true }))
			expect((await commit(toGroup({ events: [message('hello', { cmid: 'c1' })] }))).status).toBe('repeated')
		})

		test('a request is executed once, and its answer is repeated', async () => {
			const request = { uid: li, id: 'r1' }
			await stored(change({ ...toChat(message('one')), request, answer: { gid: 'g', list: [1] } }))
			const again = await commit(change({ ...toChat(message('two')), request, answer: { other: true } }))
			expect(again).toEqual({ status: 'repeated', answer: { gid: 'g', list: [1] } })
			expect(await contents()).toEqual(['one'])
			expect(await store.findAnswer(appId, request)).toEqual({ gid: 'g', list: [1] })
			expect(await store.findAnswer(appId, { uid: han, id: 'r1' })).toBeUndefined()
			await stored(change({ ...toChat(message('of Han')), request: { uid: han, id: 'r1' } }))
		})

		test('a request that was refused is not remembered', async () => {
			const request = { uid: li, id: 'r1' }
			await stored(newGroup())
			expect((await commit({ ...toGroup({ version: 7, settings: { name: 'x' } }), request })).status).toBe('changed')
			expect(await store.findAnswer(appId, request)).toBeUndefined()
			await stored({ ...toGroup({ version: 1, settings: { name: 'x' } }), request })
		})
	})

	describe('a list of commits', () => {
		test('each commit sees those before it; a refused one stores nothing and does not affect the others', async () => {
			await stored(newGroup())
			const entry = { uid: han, option: 'group', name: 'groupListUpdated', body: { gid } } as const
			const results = await store.commit([
				toGroup({ version: 1, events: [message('one')] }),
				toGroup({ version: 1, settings: { name: 'Renamed' }, events: [message('two')] }),
				{ ...toGroup({ version: 1, events: [message('lost')], members: [member(han)] }), lists: [entry] },
				change({ conversation: { id: otherGid, events: [message('nowhere')] } }),
				toGroup({ version: 2, events: [message('three')] }),
			])
			expect(results.map(({ status }) => status)).toEqual(['committed', 'committed', 'changed', 'missing', 'committed'])
			expect(await contents(gid)).toEqual(['one', 'two', 'three'])
			expect(await store.findGroup(appId, gid)).toMatchObject({ last: 3, version: 2, memberCount: 1 })
			expect(await store.findMembers(appId, gid, [han])).toEqual([])
			expect(await store.listHeads(appId, han)).toEqual(new Map())
		})

		test('messages of several conversations get their positions in list order', async () => {
			await stored(newGroup())
			for (const first of [toChat(message('one')), toGroup({ events: [message('first')] })]) await stored(first)
			const results = await store.commit([
				{ ...toChat(message('two', { cmid: 'c2' }), message('three')), now: 2_000 },
				toGroup({ version: 1, events: [message('second', { cmid: 'c2' })] }),
				toChat(message('four', { uid: han, cmid: 'c2' })),
			])
			expect(results).toMatchObject([
				{ status: 'committed', head: { id: chat, last: 3, min: 1, version: 1 }, events: [{ hisId: 2 }, { hisId: 3 }] },
				{ status: 'committed', head: { id: gid, last: 2 }, events: [{ hisId: 2 }], lists: [], answer: {} },
				{ status: 'committed', head: { last: 4, epoch: epochOf(1_000) }, events: [{ hisId: 4, ts: 1_000 }] },
			])
			expect(await contents()).toEqual(['one', 'two', 'three', 'four'])
			expect((await all())[1]).toEqual({ ...message('two', { cmid: 'c2' }), hisId: 2, ts: 2_000 })
			expect(await contents(gid)).toEqual(['first', 'second'])
		})

		test.each([
			['was stored before', () => toGroup({ version: 1, events: [message('one', { cmid: 'c1' })] }), 'repeated'],
			['was decided on another version', () => toGroup({ version: 7, events: [message('lost')] }), 'changed'],
			['belongs to no group', () => change({ conversation: { id: otherGid, events: [message('lost')] } }), 'missing'],
			['is repeated in the list', () => toGroup({ version: 1, events: [message('two', { cmid: 'c2' })] }), 'repeated'],
		])('a message that %s does not affect the others', async (_, refused, status) => {
			await stored(newGroup())
			await stored(toGroup({ version: 1, events: [message('one', { cmid: 'c1' })] }))
			const results = await store.commit([
				toGroup({ version: 1, events: [message('two', { cmid: 'c2' })] }),
				refused(),
				toGroup({ version: 1, events: [message('three', { cmid: 'c3' })] }),
			])
			expect(results.map(result => result.status)).toEqual(['committed', status, 'committed'])
			expect(await contents(gid)).toEqual(['one', 'two', 'three'])
			expect((await store.heads(appId, [gid]))[0]?.last).toBe(3)
		})

		test('a message to a deleted group is missing, even after others', async () => {
			await stored(newGroup())
			await stored(toGroup({ version: 1, events: [message('one')] }))
			await stored(toGroup({ deleted: true }))
			expect((await commit(toGroup({ events: [message('two')] }))).status).toBe('missing')
			expect(await contents(gid)).toEqual(['one'])
		})

		test('if one cannot be stored, none is', async () => {
			const impossible = change({ conversation: { id: 'u:li:han', create: { group: settings }, events: [] } })
			await expect(store.commit([toChat(message('one')), impossible])).rejects.toThrow()
			expect(await store.heads(appId, [chat])).toEqual([])
			await stored(toChat(message('one')))
		})

		test('an empty list is stored', async () => {
			expect(await store.commit([])).toEqual([])
			expect(await commit(change({}))).toEqual({ status: 'committed', events: [], lists: [], answer: {} })
		})
	})

	describe('groups', () => {
		test('a group is stored unchanged', async () => {
			const { head } = await stored({ ...newGroup(gid, [member(li, { role: 1 }), member(han)]), now: 3_000 })
			expect(head).toEqual({ id: gid, epoch: epochOf(3_000), last: 0, min: 1, version: 1 })
			expect(await store.findGroup(appId, gid)).toEqual({
				...head,
				settings,
				memberCount: 2,
				deletedAt: null,
				createdAt: 3_000,
			})
			expect(await store.findGroup(otherApp, gid)).toBeUndefined()
			expect(await store.findGroup(appId, v.parse(GroupId, 'none'))).toBeUndefined()
		})

		test('a group is created once: the second of two must be decided again', async () => {
			await stored(newGroup())
			expect((await commit(newGroup(gid, [], { name: 'Mine now' }))).status).toBe('changed')
			expect((await store.findGroup(appId, gid))?.settings.name).toBe('Reading circle')
		})

		test('its version changes with settings and members, and never with a message', async () => {
			await stored(newGroup())
			const versionAfter = async (parts: Parameters<typeof toGroup>[0]) => (await stored(toGroup(parts))).head?.version
			expect(await versionAfter({ events: [message('hello')] })).toBe(1)
			expect(await versionAfter({ revoked: [1] })).toBe(1)
			expect(await versionAfter({ settings: { slowModeS: 5 } })).toBe(2)
			expect(await versionAfter({ members: [member(han)] })).toBe(3)
			expect(await versionAfter({ removedMembers: [han] })).toBe(4)
			expect((await store.findGroup(appId, gid))?.settings).toEqual({ ...settings, slowModeS: 5 })
		})

		test('a deleted group keeps settings and log, has no members, and accepts no more writes', async () => {
			await stored(newGroup(gid, [member(li, { role: 1 }), member(han)]))
			const deleted: NewEvent = { name: 'groupDeleted', uid: li, body: {} }
			await stored({ ...toGroup({ version: 1, deleted: true, events: [deleted] }), now: 7_000 })
			expect(await store.findGroup(appId, gid)).toMatchObject({ deletedAt: 7_000, last: 1, memberCount: 0, settings })
			expect(await store.memberIds(appId, gid)).toEqual([])
			expect(await store.listGroups(appId, han)).toEqual([])
			expect(await store.listConversations(appId, han, 'group')).toEqual([])
			expect((await commit(toGroup({ events: [message('late')] }))).status).toBe('missing')
			expect((await commit(newGroup())).status).toBe('missing')
			expect(await all(gid)).toHaveLength(1)
		})
	})

	describe('members', () => {
		test('a member is stored unchanged; `here` is before the events of the commit', async () => {
			await stored(newGroup())
			await stored(toGroup({ events: [message('1'), message('2')] }))
			const nickName = 'Robert"); drop table im_members; --'
			const row = member(han, { nickName, silencedUntil: 9_000, receiveState: 2, joinedAt: 4_000 })
			await stored(toGroup({ members: [row], events: [{ name: 'memberJoined', uid: han, body: {} }] }))
			expect(await store.findGroupAndMember(appId, gid, han)).toEqual({
				group: await store.findGroup(appId, gid),
				member: { ...row, start: 2, read: 2 },
			})
			expect((await store.findGroupAndMember(appId, gid, wu))?.member).toBeUndefined()
			expect(await store.findGroupAndMember(appId, otherGid, han)).toBeUndefined()
			expect(await store.findMembers(appId, gid, [wu, han, han])).toEqual([{ ...row, start: 2, read: 2 }])
		})

		test('characters a database cannot store are replaced', async () => {
			const [first, second] = await store.commit([
				newGroup(gid, [member(li, { nickName: 'nul \0 half \udc00!' })]),
				newGroup(otherGid),
			])
			expect([first?.status, second?.status]).toEqual(['committed', 'committed'])
			expect((await store.findMembers(appId, gid, [li]))[0]?.nickName).toBe('nul \uFFFD half \uFFFD!')
		})

		test('settings of the member stay when an owner or a manager replaces the row', async () => {
			await stored(newGroup(gid, [member(li, { role: 1 }), member(han)]))
			await stored(toGroup({ events: [message('1'), message('2'), message('3')] }))
			await store.setReceiveState(appId, gid, han, 2)
			expect(await store.setRead(appId, gid, han, 2)).toBe(2)
			await stored(toGroup({ members: [member(han, { role: 2, start: 0, read: 0 })] }))
			expect((await store.findMembers(appId, gid, [han]))[0]).toMatchObject({ role: 2, receiveState: 2, read: 2 })
		})

		test('the read position never moves back, nor beyond the head', async () => {
			await stored(newGroup())
			await stored(toGroup({ events: [message('1'), message('2'), message('3')] }))
			expect(await store.setRead(appId, gid, li, 2)).toBe(2)
			expect(await store.setRead(appId, gid, li, 1)).toBe(2)
			expect(await store.setRead(appId, gid, li, 99)).toBe(3)
			expect(await store.setRead(appId, gid, wu, 1)).toBe(0)
		})

		test('the members of a group are listed by rank, then by arrival, in pages; banned people separately and uncounted', async () => {
			await stored(
				newGroup(gid, [
					member(han, { joinedAt: 30 }),
					member(wu, { joinedAt: 20 }),
					member(person('zhao'), { role: 2, joinedAt: 40 }),
					member(li, { role: 1, joinedAt: 50 }),
					member(person('bad'), { banned: true }),
				]),
			)
			const page = { offset: 0, limit: 3, banned: false }
			const first = await store.listMembers(appId, gid, page)
			expect([first.members.map(({ uid }) => uid), first.total]).toEqual([['li', 'zhao', 'wu'], 4])
			const second = await store.listMembers(appId, gid, { ...page, offset: 3 })
			expect([second.members.map(({ uid }) => uid), second.total]).toEqual([['han'], 4])
			expect((await store.listMembers(appId, gid, { ...page, offset: 9 })).total).toBe(4)
			const banned = await store.listMembers(appId, gid, { ...page, banned: true })
			expect([banned.members.map(({ uid }) => uid), banned.total]).toEqual([['bad'], 1])
			expect((await store.listManagers(appId, gid)).map(({ uid }) => uid)).toEqual(['li', 'zhao'])
			expect((await store.memberIds(appId, gid)).sort()).toEqual(['han', 'li', 'wu', 'zhao'])
			expect((await store.findGroup(appId, gid))?.memberCount).toBe(4)
		})

		test('a group counts its members: added, replaced, banned, back, removed', async () => {
			await stored(newGroup())
			const countAfter = async (parts: Parameters<typeof toGroup>[0]) => {
				await stored(toGroup(parts))
				return (await store.findGroup(appId, gid))?.memberCount
			}
			expect(await countAfter({ members: [member(han), member(wu)] })).toBe(3)
			expect(await countAfter({ members: [member(han, { role: 2 })] })).toBe(3)
			expect(await countAfter({ members: [member(han, { banned: true })] })).toBe(2)
			expect(await countAfter({ members: [member(han, { banned: false })] })).toBe(3)
			expect(await countAfter({ removedMembers: [han, person('nobody')] })).toBe(2)
			const twice = [toGroup({ members: [member(han)] }), toGroup({ members: [member(han)] })]
			await store.commit(twice)
			expect((await store.findGroup(appId, gid))?.memberCount).toBe(3)
		})
	})

	test('a person who left while silenced is found, but neither counted nor listed; on return their notification setting is reset', async () => {
		await stored(newGroup(gid, [member(li, { role: 1 }), member(han), member(wu)]))
		await store.setReceiveState(appId, gid, han, 2)
		const left = member(han, { silencedUntil: 9_000, hasLeft: true, receiveState: 2 })
		await stored(toGroup({ members: [left] }))
		expect(await store.findMembers(appId, gid, [han])).toMatchObject([{ silencedUntil: 9_000, hasLeft: true }])
		expect((await store.findGroupAndMember(appId, gid, han))?.member).toMatchObject({ hasLeft: true, banned: false })
		expect((await store.findGroup(appId, gid))?.memberCount).toBe(2)
		const page = { offset: 0, limit: 10 }
		for (const banned of [false, true]) {
			const { members, total } = await store.listMembers(appId, gid, { ...page, banned })
			expect([members.length, total]).toEqual(banned ? [0, 0] : [2, 2])
		}
		expect(await store.memberIds(appId, gid)).toEqual([li, wu])
		expect(await store.listGroups(appId, han)).toEqual([])
		expect(await store.countGroups(appId, [han])).toEqual(new Map([[han, { chosen: 0, putInto: 0 }]]))
		expect(await store.listConversations(appId, han, 'group')).toEqual([])
		await stored(toGroup({ members: [member(han, { silencedUntil: 9_000 })] }))
		expect(await store.findMembers(appId, gid, [han])).toMatchObject([{ hasLeft: false, receiveState: 0 }])
		expect((await store.findGroup(appId, gid))?.memberCount).toBe(3)
	})

	describe('conversations of a person', () => {
		test('a chat belongs to its two people from its first message on; a group to its members', async () => {
			await stored(toChat(message('hello')))
			await stored(newGroup(gid, [member(li, { role: 1 }), member(han, { joinedAt: 2_000, start: 0, read: 0 })]))
			await stored(newGroup(otherGid, [member(li), member(han, { banned: true })]))
			await stored(toGroup({ events: [message('1'), message('2')] }))
			await store.setRead(appId, gid, han, 1)
			const [chatHead] = await store.heads(appId, [chat])
			const [groupHead] = await store.heads(appId, [gid])
			for (const uid of [li, han])
				expect(await store.listConversations(appId, uid, 'chat')).toEqual([
					{ head: chatHead, start: 0, read: 0, joinedAt: 1_000 },
				])
			expect(await store.listConversations(appId, han, 'group')).toEqual([
				{ head: groupHead, start: 0, read: 1, joinedAt: 2_000 },
			])
			for (const kind of ['chat', 'group'] as const)
				expect(stampOf(await store.listConversations(appId, han, kind))).toBe(
					await store.conversationsStamp(appId, han, kind),
				)
			expect(stampOf([])).toBe(await store.conversationsStamp(appId, wu, 'chat'))
			expect(await store.listConversations(appId, wu, 'chat')).toEqual([])
			for (const kind of ['chat', 'group'] as const) {
				const atOnce = await Promise.all([li, han, wu, li].map(uid => store.listConversations(appId, uid, kind)))
				for (const [index, uid] of [li, han, wu, li].entries())
					expect(atOnce[index]).toEqual(await store.listConversations(appId, uid, kind))
			}
			expect((await store.listGroups(appId, han)).map(({ group, member }) => [group.id, member.uid])).toEqual([
				[gid, han],
			])
			expect(await store.setRead(appId, chat, han, 1)).toBe(1)
		})

		test('a chat with oneself has one member', async () => {
			const own = chatId(li, li)
			await stored(change({ conversation: { id: own, create: {}, events: [message('note')] } }))
			expect((await store.listConversations(appId, li, 'chat')).map(({ head }) => head.id)).toEqual([own])
		})

		test('chat rooms are not listed among the groups of a person, until one becomes a group', async () => {
			await stored(newGroup(gid, [member(li)], { mucType: 5 }))
			await stored(newGroup(otherGid, [member(li), member(han, { isPutIn: true })]))
			expect((await store.listGroups(appId, li)).map(({ group }) => group.id)).toEqual([otherGid])
			expect((await store.listGroups(appId, li, 'room')).map(({ group }) => group.id)).toEqual([gid])
			expect(await store.listGroups(appId, han, 'room')).toEqual([])
			expect(await store.countGroups(appId, [li, han, wu])).toEqual(
				new Map([
					[li, { chosen: 1, putInto: 0 }],
					[han, { chosen: 0, putInto: 1 }],
					[wu, { chosen: 0, putInto: 0 }],
				]),
			)
			await stored(toGroup({ settings: { mucType: 0 } }))
			expect(await store.countGroups(appId, [li])).toEqual(new Map([[li, { chosen: 2, putInto: 0 }]]))
		})

		test('the stamp changes with every event and every change of membership, and with nothing else', async () => {
			const stamp = () => store.conversationsStamp(appId, han, 'group')
			const seen = [await stamp()]
			const afterwards = async (one: Commit) => {
				await stored(one)
				seen.push(await stamp())
			}
			await afterwards(newGroup(gid, [member(li), member(han)]))
			await afterwards(toGroup({ events: [message('1')] }))
			await afterwards(newGroup(otherGid, [member(han, { joinedAt: 2_000 })]))
			await afterwards(toGroup({ removedMembers: [han] }))
			// Same number of groups and events, but another group.
			await afterwards(newGroup(v.parse(GroupId, 'third'), [member(han, { joinedAt: 3_000 })]))
			await afterwards(change({ conversation: { id: otherGid, events: [], deleted: true } }))
			expect(new Set(seen).size).toBe(seen.length)
			const before = await stamp()
			await stored(toChat(message('elsewhere')))
			await stored(toGroup({ events: [message('of others')] }))
			expect(await stamp()).toBe(before)
		})
	})

	describe('lists', () => {
		const entry = (uid: ImUserId, content: string) =>
			({ uid, option: 'notice', name: 'notice', body: { title: 'Title', content } }) as const
		const toAll = (content: string) =>
			({ uid: null, option: 'broadcast', name: 'broadcast', body: { title: 'All', content } }) as const

		test('each list of each person has its own positions; the shared list appears for all', async () => {
			const { lists } = await stored(
				change({ lists: [entry(li, 'a'), entry(li, 'b'), entry(han, 'c'), toAll('d')], now: 6_000 }),
			)
			expect(lists.map(({ key, ts }) => [key, ts])).toEqual([
				[1, 6_000],
				[2, 6_000],
				[1, 6_000],
				[1, 6_000],
			])
			await stored(change({ lists: [entry(li, 'e')] }))
			expect(await store.readList(appId, li, 'notice', { after: 1, limit: 10 })).toMatchObject([
				{ key: 2, uid: li, body: { content: 'b' } },
				{ key: 3, body: { content: 'e' } },
			])
			expect(await store.readList(appId, li, 'notice', { after: 0, limit: 1 })).toEqual([
				{ ...entry(li, 'a'), key: 1, ts: 6_000 },
			])
			expect(await store.readList(appId, wu, 'broadcast', { after: 0, limit: 9 })).toEqual([
				{ ...toAll('d'), key: 1, ts: 6_000 },
			])
			const epoch = epochOf(6_000)
			expect(await store.listHeads(appId, li)).toEqual(
				new Map([
					['notice', { epoch, last: 3, min: 1 }],
					['broadcast', { epoch, last: 1, min: 1 }],
				]),
			)
			expect([...(await store.listHeads(appId, wu)).keys()]).toEqual(['broadcast'])
			const asked = [
				[appId, li],
				[otherApp, li],
				[appId, wu],
				[appId, li],
			] as const
			const atOnce = await Promise.all(asked.map(([app, uid]) => store.listHeads(app, uid)))
			for (const [index, [app, uid]] of asked.entries()) expect(atOnce[index]).toEqual(await store.listHeads(app, uid))
			expect(await store.listHeads(otherApp, li)).toEqual(new Map())
		})

		test('notices are found by all of the words, ignoring case, newest first', async () => {
			await stored(change({ lists: [entry(li, '100% Ready for TEA'), entry(han, 'tea of others')], now: 10 }))
			await stored(change({ lists: [toAll('Tea at four'), entry(li, 'coffee')], now: 20 }))
			const friend = { uid: li, option: 'friend', name: 'friendUpdated', body: { title: 'tea' } } as const
			await stored(change({ lists: [friend], now: 30 }))
			const search = async (keywords: string) =>
				(await store.searchNotices(appId, li, { keywords, before: undefined, limit: 9 })).map(
					({ body }) => body.content,
				)
			expect(await search('tea')).toEqual(['Tea at four', '100% Ready for TEA'])
			expect(await search(' ALL tea')).toEqual(['Tea at four'])
			expect(await search('%')).toEqual(['100% Ready for TEA'])
			expect(await search('T_a')).toEqual([])
			expect(await search('content')).toEqual([])
			expect(await search('')).toHaveLength(3)
			expect(await search('\0')).toEqual([])
		})

		test('notices with the same time are in one page, so that the next begins before it', async () => {
			await stored(change({ lists: [entry(li, '1'), toAll('2')], now: 10 }))
			await stored(change({ lists: [entry(li, '3'), toAll('4'), entry(li, '5')], now: 20 }))
			const search = async (before: number | undefined) =>
				(await store.searchNotices(appId, li, { keywords: '', before, limit: 2 })).map(({ body }) => body.content)
			expect(await search(undefined)).toEqual(['5', '3', '4'])
			expect(await search(20)).toEqual(['1', '2'])
			expect(await search(10)).toEqual([])
		})
	})

	describe('people', () => {
		const profile = { uid: li, nickName: 'Li', imgUrl: '/li.png', isGuest: false }

		test('a profile does not change the decisions of the operator', async () => {
			await store.putProfile(appId, { ...profile, nickName: 'nul \0' }, 1)
			expect(await store.findUsers(appId, [li, wu, li])).toEqual([
				{ ...profile, nickName: 'nul \uFFFD', tokensNotBefore: 0, barredUntil: null },
			])
			await stored(change({ users: [{ ...profile, tokensNotBefore: 50, barredUntil: 900 }] }))
			await store.putProfile(appId, { ...profile, nickName: 'Li Na', isGuest: true }, 2)
			expect(await store.findUsers(appId, [li])).toEqual([
				{ ...profile, nickName: 'Li Na', isGuest: true, tokensNotBefore: 50, barredUntil: 900 },
			])
			await stored(change({ users: [{ ...profile, tokensNotBefore: 20, barredUntil: null }] }))
			expect(await store.findUsers(appId, [li])).toEqual([{ ...profile, tokensNotBefore: 50, barredUntil: null }])
			const atOnce = await Promise.all([li, person('nobody'), wu, li].map(uid => store.findUsers(appId, [uid])))
			expect(atOnce.map(found => found.map(({ uid }) => uid))).toEqual([
				[li],
				[],
				(await store.findUsers(appId, [wu])).map(({ uid }) => uid),
				[li],
			])
			expect(atOnce[3]).toEqual(await store.findUsers(appId, [li]))
		})

		test('friends are added, changed and removed, separately for each side', async () => {
			const friend = { uid: li, friendUid: han, isFriend: true, remark: 'Captain', shield: false, since: 10 }
			const back = { uid: han, friendUid: li, isFriend: true, remark: '', shield: false, since: 10 }
			await stored(change({ friends: { put: [friend, back] } }))
			await stored(change({ friends: { change: [{ ...friend, shield: true }] } }))
			expect(await store.findFriend(appId, li, han)).toEqual({ ...friend, shield: true })
			expect(await store.listFriends(appId, han)).toEqual([back])
			await stored(change({ friends: { remove: [{ uid: li, friendUid: han }] } }))
			expect(await store.listFriends(appId, li)).toEqual([])
			expect(await store.findFriend(appId, han, li)).toEqual(back)
			expect(await store.findFriend(otherApp, han, li)).toBeUndefined()
			expect((await commit(change({ friends: { change: [friend] } }))).status).toBe('changed')
			const [put, changed, removed, again] = await store.commit([
				change({ friends: { put: [friend] } }),
				change({ friends: { change: [{ ...friend, remark: 'Li' }] } }),
				change({ friends: { remove: [{ uid: li, friendUid: han }] } }),
				change({ friends: { change: [friend] } }),
			])
			expect([put, changed, removed, again].map(result => result?.status)).toEqual([
				'committed',
				'committed',
				'committed',
				'changed',
			])
			expect(await store.findFriend(appId, li, han)).toBeUndefined()
		})

		test('the shield survives the end of a friendship, until it is lifted', async () => {
			const friend = { uid: li, friendUid: han, isFriend: true, remark: 'Captain', shield: true, since: 10 }
			const left = { ...friend, isFriend: false, remark: '' }
			const back = { uid: han, friendUid: li, isFriend: true, remark: '', shield: false, since: 10 }
			const ends = change({ friends: { remove: [friend, back] } })
			await stored(change({ friends: { put: [friend, back] } }))
			await stored(ends)
			expect(await store.findFriend(appId, li, han)).toEqual(left)
			expect(await store.listFriends(appId, li)).toEqual([])
			expect(await store.findFriend(appId, han, li)).toBeUndefined()
			expect((await commit(change({ friends: { change: [friend] } }))).status).toBe('changed')
			await stored(ends)
			expect(await store.findFriend(appId, li, han)).toEqual(left)
			await stored(change({ friends: { change: [{ ...left, shield: false }] } }))
			expect(await store.findFriend(appId, li, han)).toBeUndefined()
			// A shield set in the same transaction stays too.
			await store.commit([
				change({ friends: { put: [{ ...friend, shield: false }, back] } }),
				change({ friends: { change: [friend] } }),
				ends,
			])
			expect(await store.findFriend(appId, li, han)).toEqual(left)
			await stored(change({ friends: { put: [friend, back] } }))
			expect((await commit(change({ friends: { change: [left] } }))).status).toBe('changed')
			expect(await store.listFriends(appId, li)).toEqual([friend])
		})

		test('actions are stored in the audit of their group, newest first', async () => {
			const row = (action: string, of: GroupId | null = gid) =>
				({ actor: 'li', action, gid: of, target: 'han', before: {}, after: { silenced: true } }) as const
			await stored(change({ audit: [row('silence'), row('kick')] }))
			await stored(change({ audit: [row('ban'), row('elsewhere', otherGid), row('nowhere', null)], now: 2_000 }))
			expect(await store.readAudit(appId, gid, 2)).toEqual([
				{ ...row('ban'), ts: 2_000 },
				{ ...row('kick'), ts: 1_000 },
			])
			expect(await store.readAudit(otherApp, gid, 2)).toEqual([])
		})
	})

	describe('applications', () => {
		const application = (fields: Partial<ApplicationRow> = {}): ApplicationRow => ({
			id: 'a1',
			kind: 'friend',
			from: li,
			to: han,
			content: 'It is me',
			status: 'waiting',
			handledBy: null,
			ts: 100,
			...fields,
		})
		const put = (...rows: ApplicationRow[]) => change({ applications: { put: rows } })
		const handle = (id: string, status: 'accepted' | 'rejected' = 'accepted') =>
			change({ applications: { handle: [{ id, status, by: han }] } })

		test('an application is stored, and handled once', async () => {
			await stored(put(application()))
			expect(await store.findApplication(appId, 'a1')).toEqual(application())
			const results = await store.commit([handle('a1'), handle('a1', 'rejected'), handle('none')])
			expect(results.map(({ status }) => status)).toEqual(['committed', 'changed', 'missing'])
			expect(await store.findApplication(appId, 'a1')).toEqual(application({ status: 'accepted', handledBy: han }))
			expect((await commit(handle('a1', 'rejected'))).status).toBe('changed')
		})

		test('two people have one waiting application at a time', async () => {
			await stored(put(application()))
			expect((await commit(put(application({ id: 'a2' })))).status).toBe('changed')
			expect((await commit(put(application({ id: 'a2', from: han, to: li })))).status).toBe('changed')
			await stored(put(application({ content: 'It is still me' })))
			await stored(put(application({ id: 'a3', kind: 'group' })))
			const results = await store.commit([handle('a1', 'rejected'), put(application({ id: 'a0', ts: 150 }))])
			expect(results.map(({ status }) => status)).toEqual(['committed', 'committed'])
			await stored(handle('a0', 'rejected'))
			await stored(put(application({ id: 'a2', ts: 200 })))
			expect((await store.findFriendApplication(appId, han, li))?.id).toBe('a2')
			expect((await store.findFriendApplication(appId, li, han))?.id).toBe('a2')
			expect(await store.findFriendApplication(appId, li, wu)).toBeUndefined()
		})

		test('applications to and from a person are listed newest first, in pages', async () => {
			await stored(
				put(
					application({ id: 'old', status: 'rejected', ts: 10 }),
					application({ id: 'new', from: wu, to: li, ts: 30 }),
					application({ id: 'between', from: han, to: li, ts: 20 }),
					application({ id: 'of-others', from: han, to: wu, ts: 25 }),
					application({ id: 'to-group', kind: 'group', to: gid, ts: 40 }),
				),
			)
			const page = async (offset: number) =>
				(await store.listFriendApplications(appId, li, { offset, limit: 2 })).map(({ id }) => id)
			expect(await page(0)).toEqual(['new', 'between'])
			expect(await page(2)).toEqual(['old'])
			expect((await store.findFriendApplication(appId, li, han))?.id).toBe('between')
			expect((await store.findGroupApplication(appId, gid, li))?.id).toBe('to-group')
			expect(await store.findGroupApplication(appId, gid, han)).toBeUndefined()
		})
	})

	describe('data past its retention', () => {
		const nothing = { roomEvents: 0, listEntries: 0, requests: 0, audit: 0, guests: 0 }
		const at = (now: number, one: Commit): Commit => ({ ...one, now })

		test('events of chat rooms are removed from the oldest on; those of groups and chats stay', async () => {
			await stored(newGroup(gid, [member(li)], { mucType: 5 }))
			await stored(newGroup(otherGid))
			for (const now of [1, 2, 3, 4]) {
				await stored(at(now, toGroup({ events: [message(`${now}`, { cmid: `c${now}` })] })))
				await stored(at(now, change({ conversation: { id: otherGid, events: [message('stays')] } })))
				await stored(at(now, toChat(message('stays'))))
			}
			expect(await store.applyRetention({ ...nothing, roomEvents: 3 })).toBe(2)
			expect(await contents(gid)).toEqual(['3', '4'])
			expect(await store.heads(appId, [gid])).toMatchObject([{ last: 4, min: 3 }])
			expect(await store.findMessage(appId, gid, li, 'c1')).toBeUndefined()
			expect(await store.readEvents(appId, gid, { before: 3, limit: 9, from: 'newest' })).toEqual([])
			expect(await store.applyRetention({ ...nothing, roomEvents: 3 })).toBe(0)
			expect(await store.applyRetention({ ...nothing, roomEvents: 9 })).toBe(2)
			expect(await store.heads(appId, [gid])).toMatchObject([{ last: 4, min: 5 }])
			await stored(at(10, toGroup({ events: [message('5')] })))
			expect(await store.heads(appId, [gid])).toMatchObject([{ last: 5, min: 5 }])
			expect(await contents(gid)).toEqual(['5'])
			// A repetition this late is a new message.
			await stored(at(10, toGroup({ events: [message('1', { cmid: 'c1' })] })))
			expect((await commit(at(10, toGroup({ events: [message('1', { cmid: 'c1' })] })))).status).toBe('repeated')
			expect((await store.findMessage(appId, gid, li, 'c1'))?.hisId).toBe(6)
			expect(await contents(gid)).toEqual(['5', '1'])
			expect(await store.applyRetention({ ...nothing, roomEvents: 11 })).toBe(2)
			expect(await all(chat)).toHaveLength(4)
			expect(await all(otherGid)).toHaveLength(4)
		})

		test('a retained event also retains later ones, whatever clock wrote them', async () => {
			await stored(newGroup(gid, [], { mucType: 5 }))
			for (const now of [5, 9, 4]) await stored(at(now, toGroup({ events: [message(`${now}`)] })))
			expect(await store.applyRetention({ ...nothing, roomEvents: 8 })).toBe(1)
			expect(await contents(gid)).toEqual(['9', '4'])
		})

		test('entries of lists, stored answers and audit are removed; positions continue', async () => {
			const entry = { uid: li, option: 'notice', name: 'notice', body: {} } as const
			const row = { actor: 'li', action: 'kick', gid, target: 'han', before: {}, after: {} }
			for (const now of [1, 2, 3])
				await stored(at(now, change({ lists: [entry], request: { uid: li, id: `r${now}` }, audit: [row] })))
			expect(await store.applyRetention({ ...nothing, listEntries: 3 })).toBe(2)
			expect((await store.listHeads(appId, li)).get('notice')).toMatchObject({ last: 3, min: 3 })
			expect((await store.readList(appId, li, 'notice', { after: 0, limit: 9 })).map(({ key }) => key)).toEqual([3])
			expect(await store.applyRetention({ ...nothing, listEntries: 9, requests: 2, audit: 3 })).toBe(1 + 1 + 2)
			expect(await store.findAnswer(appId, { uid: li, id: 'r1' })).toBeUndefined()
			expect(await store.findAnswer(appId, { uid: li, id: 'r2' })).toEqual({})
			expect(await store.readAudit(appId, gid, 9)).toHaveLength(1)
			expect((await stored(change({ lists: [entry] }))).lists[0]?.key).toBe(4)
			expect((await store.listHeads(appId, li)).get('notice')).toMatchObject({ last: 4, min: 4 })
		})

		test('guests are removed unless they are in a conversation or barred; their messages keep their name', async () => {
			const [visitor, silenced, barred, here] = [
				person('g-visitor'),
				person('g-silenced'),
				person('g-barred'),
				person('g-here'),
			]
			const left = async (...uids: ImUserId[]) => (await store.findUsers(appId, uids)).map(({ uid }) => uid).sort()
			const put = (uid: ImUserId, now: number, isGuest = true) =>
				store.putProfile(appId, { uid, nickName: uid, imgUrl: '', isGuest }, now)
			for (const uid of [visitor, silenced, barred]) await put(uid, 1)
			await put(li, 1, false)
			await put(here, 1)
			await put(here, 5)
			await stored(newGroup(gid, [member(silenced, { silencedUntil: 9 })], { mucType: 5 }))
			await stored(at(5, toGroup({ events: [{ ...message('hi'), uid: visitor, body: { sendUserName: 'Visitor' } }] })))
			const bar = { uid: barred, nickName: '', imgUrl: '', isGuest: true, tokensNotBefore: 0, barredUntil: 7 }
			await stored(change({ users: [bar] }))
			expect(await store.applyRetention({ ...nothing, guests: 1 })).toBe(0)
			expect(await store.applyRetention({ ...nothing, guests: 5 })).toBe(1)
			expect(await left(visitor, silenced, barred, here, li)).toEqual([barred, here, silenced, li])
			expect((await all(gid)).map(({ body }) => body.sendUserName)).toEqual(['Visitor'])
			await stored(toGroup({ removedMembers: [silenced] }))
			expect(await store.applyRetention({ ...nothing, guests: 8 })).toBe(3)
			expect(await left(visitor, silenced, barred, here, li)).toEqual([li])
		})
	})
}
