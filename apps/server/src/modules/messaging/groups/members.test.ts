import { groupTypes, imLimits, memberRoles } from '@parley/im'
import { expect, test } from 'vitest'
import { appId, codeOf, createCallHarness, groupId, member, person } from '../testing/callHarness.ts'
import { newGroupSettings } from './newGroup.ts'

type GroupType = (typeof groupTypes)[keyof typeof groupTypes]

type TestGroup = Awaited<ReturnType<typeof aGroup>>
async function aGroup(mucType: GroupType = groupTypes.COMMON) {
	const harness = createCallHarness()
	harness.addAccounts(['owner', 'manager', 'deputy', 'li', 'han', 'wu'])
	const gid = groupId('g1')
	const settings = newGroupSettings({
		name: 'Choir',
		mucType,
		owner: person('owner'),
	})
	const people = [
		member('owner', { role: 1 }),
		member('manager', { role: 2 }),
		member('deputy', { role: 2 }),
		...(mucType === groupTypes.CHATROOM ? [] : [member('li'), member('han')]),
	]
	await harness.store.commit([
		{ appId, now: 1, conversation: { id: gid, create: { group: settings }, events: [], members: people } },
	])
	const row = async (uid: string) => (await harness.store.findMembers(appId, gid, [person(uid)]))[0]
	const audit = async () => (await harness.store.readAudit(appId, gid, 1))[0]
	return { ...harness, gid, row, audit }
}

test('[IMCALL-15] [IMCALL-52] an added person is a member from now on; existing members and banned people are left out', async () => {
	const { as, gid, events, entries, row, store } = await aGroup()
	await as('owner')('groupKick', { gid, userId: person('han'), ban: true })
	const answer = await as('li')('groupInvite', { gid, userIds: ['wu', 'wu', 'li', 'han', 'nobody'].map(person) })
	expect(answer).toEqual({ code: 0, added: ['wu'] })
	expect((await events(gid)).at(-1)).toMatchObject({
		name: 'memberJoined',
		uid: 'li',
		members: [{ userId: 'wu', nickName: 'wu by name', role: 0 }],
	})
	// They see the log from the event that added them on.
	expect(await row('wu')).toMatchObject({ start: 1, read: 1 })
	expect(await entries('wu', 'group')).toMatchObject([{ gid, group: { role: 0 } }])
	expect((await store.findGroup(appId, gid))?.memberCount).toBe(5)
})

test('[IMCALL-15] a group has 2,000 members at most', async () => {
	const { as, gid, store, addAccounts } = await aGroup()
	const many = Array.from({ length: imLimits.maxGroupMembers - 6 }, (_, index) => member(`m${index}`))
	await store.commit([{ appId, now: 1, conversation: { id: gid, events: [], members: many } }])
	addAccounts(['a', 'b'])
	expect((await as('owner')('groupInvite', { gid, userIds: ['a', 'b'].map(person) })).code).toBe(codeOf('full'))
	expect((await as('owner')('groupInvite', { gid, userIds: [person('a')] })).added).toEqual(['a'])
	expect((await as('owner')('groupInvite', { gid, userIds: [person('b')] })).code).toBe(codeOf('full'))
})

test('[IMCALL-15] no one is added to a chat room: every listener is in it', async () => {
	const { as, gid, events } = await aGroup(groupTypes.CHATROOM)
	expect(await as('li')('groupInvite', { gid, userIds: [person('wu')] })).toEqual({ code: 0, added: [] })
	expect(await events(gid)).toEqual([])
})

test('[IMCALL-16] members come in pages, owner and managers first, with names and silence', async () => {
	const { as, gid, timers } = await aGroup()
	await as('owner')('groupUpdateMember', { gid, userId: person('han'), silence: 60, nickName: 'Captain' })
	const first = await as('li')('groupMemberList', { gid, count: 3 })
	expect(first).toMatchObject({ total: 5, more: true, list: [{ userId: 'owner', role: 1 }, { role: 2 }, { role: 2 }] })
	const second = await as('li')('groupMemberList', { gid, count: 3, page: 2 })
	expect(second).toMatchObject({ total: 5, more: false })
	expect(second.list).toEqual(
		expect.arrayContaining([
			{ userId: 'li', nickName: 'li by name', role: 0 },
			{ userId: 'han', nickName: 'Captain', role: -1, silence: timers.now() + 60_000 },
		]),
	)
})

test('[IMCALL-23] [IMCALL-50] a person who leaves is removed from the group and their list', async () => {
	const { as, gid, events, entries, row } = await aGroup()
	expect((await as('li')('groupLeave', { gid }, 'once')).code).toBe(codeOf('ok'))
	expect(await row('li')).toBeUndefined()
	expect((await events(gid)).at(-1)).toEqual({ name: 'memberQuit', uid: 'li', member: 'li' })
	expect(await entries('li', 'group')).toEqual([{ name: 'groupListUpdated', gid }])
	expect((await as('li')('groupLeave', { gid }, 'once')).code).toBe(codeOf('ok'))
	expect((await as('li')('groupLeave', { gid })).code).toBe(codeOf('notMember'))
})

test('[IMCALL-23] [IMCALL-50] many groups are left at once; owned and unknown groups are unchanged', async () => {
	const { as, gid, events, entries, store } = await aGroup()
	const made = async (name: string, by: string, ...others: string[]) =>
		groupId((await as(by)('groupCreate', { name, userIds: others.map(person) })).gid ?? '')
	const [second, own, foreign] = [await made('2', 'han', 'li'), await made('3', 'li'), await made('4', 'han')]
	const asked = { gids: [gid, second, second, own, foreign, groupId('gone')] }
	const answer = await as('li')('groupLeaveMany', asked, 'once')
	expect({ ...answer, left: answer.left?.toSorted() }).toEqual({ code: 0, left: [gid, second].toSorted() })
	expect((await store.listGroups(appId, person('li'))).map(({ group }) => group.id)).toEqual([own])
	for (const one of [gid, second])
		expect((await events(one)).at(-1)).toMatchObject({ name: 'memberQuit', uid: 'li', member: 'li' })
	expect((await entries('li', 'group')).filter(entry => !('group' in entry))).toHaveLength(2)
	expect((await store.findGroup(appId, foreign))?.memberCount).toBe(1)
	// A repeated call gets the same answer, and is not announced again.
	const again = await as('li')('groupLeaveMany', asked, 'once')
	expect(again.left?.toSorted()).toEqual([gid, second].toSorted())
	expect((await events(gid)).filter(({ name }) => name === 'memberQuit')).toHaveLength(1)
})

test('[IMCALL-23] leaving a chat room does not end a silence; a manager who leaves loses the role', async () => {
	const { as, gid, row, events } = await aGroup(groupTypes.CHATROOM)
	await as('owner')('groupUpdateMember', { gid, userId: person('li'), silence: 60 })
	expect((await as('li')('groupLeave', { gid })).code).toBe(codeOf('ok'))
	expect(await row('li')).toMatchObject({ silencedUntil: expect.any(Number) })
	expect((await as('manager')('groupLeave', { gid })).code).toBe(codeOf('ok'))
	expect(await row('manager')).toBeUndefined()
	expect((await events(gid)).map(({ name }) => name)).toEqual(['memberUpdated', 'memberQuit'])
})

test('[IMCALL-24] [IMCALL-51] a kicked person may return; a banned one only after the ban is lifted', async () => {
	const { as, gid, events, entries, row, audit, store } = await aGroup(groupTypes.PUBLIC)
	await as('manager')('groupKick', { gid, userId: person('li') })
	expect((await events(gid)).at(-1)).toEqual({ name: 'memberKicked', uid: 'manager', member: 'li' })
	expect(await entries('li', 'group')).toEqual([{ name: 'groupListUpdated', gid }])
	expect(await audit()).toMatchObject({ actor: 'manager', action: 'kick', target: 'li', after: { banned: false } })
	expect((await as('li')('groupApply', { gid })).status).toBe(1)

	await as('manager')('groupKick', { gid, userId: person('li'), ban: true })
	expect((await events(gid)).at(-1)).toMatchObject({ member: 'li', banned: true })
	expect(await audit()).toMatchObject({ action: 'ban', after: { banned: true } })
	expect((await as('li')('groupApply', { gid })).code).toBe(codeOf('banned'))
	expect((await as('owner')('groupMemberList', { gid, banned: true })).list).toMatchObject([
		{ userId: 'li', banned: true },
	])
	expect((await store.findGroup(appId, gid))?.memberCount).toBe(4)

	await as('manager')('groupUpdateMember', { gid, userId: person('li'), banned: false })
	expect(await row('li')).toBeUndefined()
	expect((await events(gid)).at(-1)).toMatchObject({
		member: { userId: 'li', role: memberRoles.common, banned: false },
	})
	expect(await audit()).toMatchObject({ action: 'unban', target: 'li' })
	expect((await as('li')('groupApply', { gid })).status).toBe(1)
})

test.each([
	['leaves', (group: TestGroup) => group.as('li')('groupLeave', { gid: group.gid })],
	['is kicked', (group: TestGroup) => group.as('manager')('groupKick', { gid: group.gid, userId: person('li') })],
	[
		'is banned, and then unbanned',
		async ({ as, gid }: TestGroup) => {
			await as('manager')('groupKick', { gid, userId: person('li'), ban: true })
			return as('manager')('groupUpdateMember', { gid, userId: person('li'), banned: false })
		},
	],
])(
	'[IMCALL-23] [IMCALL-24] [IMCALL-28] a silenced person who %s is not a member, and is silenced when they return',
	async (_, go) => {
		const group = await aGroup(groupTypes.PUBLIC)
		const { as, gid, store, advance } = group
		const members = async () => (await as('owner')('groupMemberList', { gid })).list?.map(({ userId }) => userId)
		const all = await members()
		await as('manager')('groupUpdateMember', { gid, userId: person('li'), silence: 60 })
		expect((await go(group)).code).toBe(codeOf('ok'))
		expect(await members()).toEqual(all?.filter(uid => uid !== 'li'))
		expect((await store.findGroup(appId, gid))?.memberCount).toBe((all?.length ?? 0) - 1)
		expect((await as('li')('groupSend', { gid, content: 'x' })).code).toBe(codeOf('notMember'))
		expect((await as('li')('groupList', {})).list).toEqual([])
		expect((await as('owner')('groupKick', { gid, userId: person('li') })).code).toBe(codeOf('notMember'))

		expect((await as('li')('groupApply', { gid })).status).toBe(1)
		expect((await as('li')('groupSend', { gid, content: 'x' })).code).toBe(codeOf('silenced'))
		expect((await members())?.toSorted()).toEqual(all?.toSorted())
		await go(group)
		expect((await as('owner')('groupInvite', { gid, userIds: [person('li')] })).added).toEqual(['li'])
		expect((await as('li')('groupSend', { gid, content: 'x' })).code).toBe(codeOf('silenced'))
		advance(60_000)
		expect((await as('li')('groupSend', { gid, content: 'x' })).code).toBe(codeOf('ok'))
	},
)

test('[IMCALL-24] a person who is silenced in a chat room and kicked returns silenced', async () => {
	const { as, gid, row } = await aGroup(groupTypes.CHATROOM)
	await as('manager')('groupUpdateMember', { gid, userId: person('li'), silence: 60 })
	expect((await as('manager')('groupKick', { gid, userId: person('li') })).code).toBe(codeOf('ok'))
	expect(await row('li')).toMatchObject({ silencedUntil: expect.any(Number), banned: false })
	expect((await as('li')('groupSend', { gid, content: 'Me again' })).code).toBe(codeOf('silenced'))
	await as('owner')('groupKick', { gid, userId: person('deputy') })
	expect(await row('deputy')).toBeUndefined()
})

test('[IMCALL-24] people outside the group cannot be kicked, and banned ones neither banned again nor silenced', async () => {
	const { as, gid } = await aGroup()
	const owner = as('owner')
	expect((await owner('groupKick', { gid, userId: person('wu') })).code).toBe(codeOf('notMember'))
	await owner('groupKick', { gid, userId: person('li'), ban: true })
	expect((await owner('groupKick', { gid, userId: person('li'), ban: true })).code).toBe(codeOf('alreadyDone'))
	expect((await owner('groupKick', { gid, userId: person('li') })).code).toBe(codeOf('notMember'))
	const silence = { gid, userId: person('li'), silence: 60 }
	expect((await owner('groupUpdateMember', silence)).code).toBe(codeOf('notMember'))
	const lift = { gid, userId: person('han'), banned: false as const }
	expect((await owner('groupUpdateMember', lift)).code).toBe(codeOf('alreadyDone'))
	expect((await owner('groupUpdateMember', { ...lift, silence: 1 })).code).toBe(codeOf('invalidData'))
})

test('[IMCALL-24] a guest of a chat room is banned by their id; unknown people are missing', async () => {
	const { as, gid, row, addGuest } = await aGroup(groupTypes.CHATROOM)
	await addGuest('visitor')
	expect((await as('manager')('groupKick', { gid, userId: person('ghost'), ban: true })).code).toBe(codeOf('missing'))
	expect((await as('manager')('groupKick', { gid, userId: person('visitor'), ban: true })).code).toBe(codeOf('ok'))
	expect(await row('visitor')).toMatchObject({ banned: true })
	const visitor = as('visitor', { isGuest: true })
	expect((await visitor('groupInfo', { gid })).code).toBe(codeOf('banned'))
})

test('[IMCALL-28] [IMCALL-53] a member may have their own name in a group, else that of their account', async () => {
	const { as, gid, events, audit, row } = await aGroup()
	await as('li')('groupUpdateMember', { gid, userId: person('li'), nickName: 'Tenor' })
	expect((await events(gid)).at(-1)).toMatchObject({ name: 'memberUpdated', member: { nickName: 'Tenor', role: 0 } })
	expect(await audit()).toBeUndefined()
	await as('owner')('groupUpdateMember', { gid, userId: person('li'), nickName: '' })
	expect((await events(gid)).at(-1)).toMatchObject({ member: { nickName: 'li by name' } })
	expect(await row('li')).toMatchObject({ nickName: null })
	expect(await audit()).toMatchObject({ action: 'member', before: { nickName: 'Tenor' }, after: { nickName: null } })
})

test('[IMCALL-28] in a chat room only owner and managers have names: silenced people cannot write through them', async () => {
	const { as, gid, events, row } = await aGroup(groupTypes.CHATROOM)
	const rename = async (by: string, uid: string, nickName: string) =>
		(await as(by)('groupUpdateMember', { gid, userId: person(uid), nickName })).code
	await as('owner')('groupUpdateMember', { gid, userId: person('li'), silence: 60 })
	const before = await events(gid)
	expect(await rename('li', 'li', 'Listen to me')).toBe(codeOf('noPromise'))
	expect(await rename('owner', 'li', 'Mute')).toBe(codeOf('noPromise'))
	expect(await events(gid)).toEqual(before)
	expect(await rename('manager', 'manager', 'Captain')).toBe(codeOf('ok'))
	expect(await row('manager')).toMatchObject({ nickName: 'Captain' })
})

test('[IMCALL-28] a person who may not write in a group cannot change their name there either, but may leave', async () => {
	const { as, gid, advance } = await aGroup()
	const rename = (nickName: string) => as('li')('groupUpdateMember', { gid, userId: person('li'), nickName })
	await as('owner')('groupUpdateMember', { gid, userId: person('li'), silence: 60 })
	expect(await rename('a')).toMatchObject({ code: codeOf('silenced'), retryAfterMs: 60_000 })
	advance(60_000)
	expect((await rename('a')).code).toBe(codeOf('ok'))
	await as('owner')('groupUpdateInfo', { gid, silenceAll: true })
	expect((await rename('b')).code).toBe(codeOf('allSilenced'))
	expect((await as('li')('groupLeave', { gid })).code).toBe(codeOf('ok'))
})

test('[IMCALL-28] [IMCALL-41] a silence is in seconds, ends automatically, and is lifted with 0', async () => {
	const { as, gid, row, timers, advance, audit } = await aGroup()
	const manager = as('manager')
	await manager('groupUpdateMember', { gid, userId: person('li'), silence: 60 })
	const until = timers.now() + 60_000
	expect(await row('li')).toMatchObject({ silencedUntil: until })
	expect(await audit()).toMatchObject({ before: { silencedUntil: null }, after: { silencedUntil: until } })
	expect((await as('li')('groupInvite', { gid, userIds: [person('wu')] })).code).toBe(codeOf('noPromise'))
	advance(60_000)
	expect((await as('li')('groupInvite', { gid, userIds: [person('wu')] })).code).toBe(codeOf('ok'))
	await manager('groupUpdateMember', { gid, userId: person('li'), silence: 60 })
	await manager('groupUpdateMember', { gid, userId: person('li'), silence: 0 })
	expect(await row('li')).toMatchObject({ silencedUntil: null })
})

test('[IMCALL-28] the owner appoints and dismisses managers; a silenced one may write then', async () => {
	const { as, gid, row } = await aGroup()
	const owner = as('owner')
	await owner('groupUpdateMember', { gid, userId: person('li'), silence: 60 })
	await owner('groupUpdateMember', { gid, userId: person('li'), role: 2 })
	expect(await row('li')).toMatchObject({ role: 2, silencedUntil: null })
	await owner('groupUpdateMember', { gid, userId: person('li'), role: 0, silence: 60 })
	expect(await row('li')).toMatchObject({ role: 0, silencedUntil: expect.any(Number) })
})

test('[IMCALL-28] of several changes one that is not allowed refuses all, and none at all is invalid', async () => {
	const { as, gid, row } = await aGroup()
	const both = { gid, userId: person('li'), silence: 60, role: 2 as const }
	expect((await as('manager')('groupUpdateMember', both)).code).toBe(codeOf('noPromise'))
	expect((await as('owner')('groupUpdateMember', both)).code).toBe(codeOf('noPromise'))
	expect(await row('li')).toMatchObject({ role: 0, silencedUntil: null })
	const none = { gid, userId: person('li') }
	expect((await as('owner')('groupUpdateMember', none)).code).toBe(codeOf('invalidData'))
})

test('[IMCALL-28] a chat room keeps rows only of those who run it or are silenced, and a guest never runs it', async () => {
	const { as, gid, row, addGuest } = await aGroup(groupTypes.CHATROOM)
	await addGuest('visitor')
	const owner = as('owner')
	await owner('groupUpdateMember', { gid, userId: person('li'), role: 2 })
	expect(await row('li')).toMatchObject({ role: 2 })
	await owner('groupUpdateMember', { gid, userId: person('li'), role: 0 })
	expect(await row('li')).toBeUndefined()
	await owner('groupUpdateMember', { gid, userId: person('visitor'), silence: 60 })
	expect(await row('visitor')).toMatchObject({ silencedUntil: expect.any(Number) })
	await owner('groupUpdateMember', { gid, userId: person('visitor'), silence: 0 })
	expect(await row('visitor')).toBeUndefined()
	const guestManager = { gid, userId: person('visitor'), role: 2 as const }
	expect((await owner('groupUpdateMember', guestManager)).code).toBe(codeOf('noPromise'))
})

test('[IMCALL-44] actions of a manager during their dismissal are judged by their current role', async () => {
	for (let order = 0; order < 2; order++) {
		const { as, gid, row } = await aGroup()
		const unmake = () => as('owner')('groupUpdateMember', { gid, userId: person('manager'), role: 0 })
		const kick = () => as('manager')('groupKick', { gid, userId: person('li') })
		const [first, second] = await Promise.all(order === 0 ? [unmake(), kick()] : [kick(), unmake()])
		const kicked = order === 0 ? second : first
		expect(kicked.code).toBe(codeOf(order === 0 ? 'noPromise' : 'ok'))
		expect((await row('li')) === undefined).toBe(order === 1)
		expect(await row('manager')).toMatchObject({ role: 0 })
	}
})

test('[IMCALL-44] a person made a manager while a manager kicks them is one or the other', async () => {
	const { as, gid, row, store } = await aGroup()
	const [made, kicked] = await Promise.all([
		as('owner')('groupUpdateMember', { gid, userId: person('li'), role: 2 }),
		as('manager')('groupKick', { gid, userId: person('li') }),
	])
	expect(made.code).toBe(codeOf('ok'))
	expect(kicked.code).toBe(codeOf('noPromise'))
	expect(await row('li')).toMatchObject({ role: 2 })
	expect((await store.findGroup(appId, gid))?.memberCount).toBe(5)
})

test('[IMCALL-44] two concurrent kicks of one person kick once', async () => {
	const { as, gid, events, store } = await aGroup()
	const kick = (by: string) => as(by)('groupKick', { gid, userId: person('li') })
	const answers = await Promise.all([kick('manager'), kick('deputy')])
	expect(answers.map(({ code }) => code)).toEqual([codeOf('ok'), codeOf('notMember')])
	expect((await events(gid)).filter(({ name }) => name === 'memberKicked')).toHaveLength(1)
	expect((await store.findGroup(appId, gid))?.memberCount).toBe(4)
})
