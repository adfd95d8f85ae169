import { type GroupType, groupTypes, imLimits, memberRoles } from '@parley/im'
import { expect, test } from 'vitest'
import { appId, type CallHarness, codeOf, createCallHarness, groupId, member, person } from '../testing/callHarness.ts'
import { createMemoryStore } from '../testing/memoryStore.ts'
import { newGroupSettings } from './newGroup.ts'

async function aChoir({ mucType = groupTypes.COMMON as 0 | 1 | 3 | 4 | 5, words = [] as string[] } = {}) {
	const harness = createCallHarness({ words })
	harness.addAccounts(['li', 'han', 'wu', 'zhao'])
	const created = await harness.as('li')('groupCreate', {
		name: 'Choir',
		mucType,
		userIds: [person('han'), person('wu')],
	})
	const gid = groupId(created.gid ?? '')
	const group = () => harness.store.findGroup(appId, gid)
	const audit = () => harness.store.readAudit(appId, gid, 10)
	const roles = async () => {
		const { members } = await harness.store.listMembers(appId, gid, { offset: 0, limit: 100, banned: false })
		return Object.fromEntries(members.map(({ uid, role }) => [uid, role]))
	}
	return { ...harness, gid, group, audit, roles }
}

test('[IMCALL-21] the creator of a group owns it, and adds people with it', async () => {
	const { group, gid, events, entries, roles, as } = await aChoir()
	expect(await group()).toMatchObject({ memberCount: 3, settings: { name: 'Choir', owner: 'li', announcement: '' } })
	expect(await roles()).toEqual({ li: 1, han: 0, wu: 0 })
	expect(await events(gid)).toMatchObject([
		{
			name: 'memberJoined',
			uid: 'li',
			members: [{ userId: 'li', nickName: 'li by name', role: 1 }, { userId: 'han', role: 0 }, { userId: 'wu' }],
		},
	])
	expect(await entries('wu', 'group')).toMatchObject([
		{ name: 'groupListUpdated', gid, group: { name: 'Choir', role: 0, memberCount: 3 } },
	])
	expect((await as('wu')('groupList', {})).list).toMatchObject([{ gid, name: 'Choir', role: 0, head: 1, start: 0 }])
})

test('[IMCALL-21] [SYNC-05] an added person gets the epoch of the group’s log', async () => {
	const store = createMemoryStore()
	const harness = createCallHarness({ store })
	harness.addAccounts(['li', 'han'])
	// Looking people up takes time.
	const { countGroups } = store
	store.countGroups = (...asked) => {
		harness.advance(5)
		return countGroups(...asked)
	}
	const { gid = '' } = await harness.as('li')('groupCreate', { name: 'Choir', userIds: [person('han')] })
	const { group } = await harness.as('han')('groupInfo', { gid: groupId(gid) })
	for (const uid of ['li', 'han'])
		expect(await harness.entries(uid, 'group')).toMatchObject([{ group: { epoch: group?.epoch } }])
})

test('[IMCALL-21] the creator cannot make another person the owner, and unknown people and guests are not added', async () => {
	const { as, store, addGuest, addAccounts } = createCallHarness()
	addAccounts(['li'])
	await addGuest('visitor')
	const userIds = [person('nobody'), person('visitor'), person('li')]
	const { gid = '' } = await as('li')('groupCreate', { name: 'Choir', owner: person('nobody'), userIds })
	expect(await store.findGroup(appId, groupId(gid))).toMatchObject({ memberCount: 1, settings: { owner: 'li' } })
})

test('[IMCALL-21] a person with a token but no account is told that only accounts create groups, not that their limit is reached', async () => {
	const { as, addAccounts } = createCallHarness()
	addAccounts(['li'])
	expect(await as('nobody')('groupCreate', { name: 'Choir', userIds: [person('li')] })).toEqual({
		code: codeOf('accountsOnly'),
	})
})

test('[IMCALL-22] a chat room is listed for its owner and managers, and not for others in it', async () => {
	const { as, gid: room } = await aChoir({ mucType: groupTypes.CHATROOM })
	const group = groupId((await as('li')('groupCreate', { name: 'Walks' })).gid ?? '')
	const listOf = async (uid: string, rooms: boolean) => (await as(uid)('groupList', { rooms })).list
	await as('li')('groupUpdateMember', { gid: room, userId: person('han'), role: memberRoles.manager })
	await as('li')('groupUpdateMember', { gid: room, userId: person('wu'), silence: 60 })
	expect(await listOf('li', true)).toMatchObject([{ gid: room, name: 'Choir', role: memberRoles.owner }])
	expect(await listOf('li', false)).toMatchObject([{ gid: group }])
	expect(await listOf('han', true)).toMatchObject([{ gid: room, role: memberRoles.manager }])
	expect(await listOf('wu', true)).toEqual([])
	await as('li')('groupDelete', { gid: room })
	expect(await listOf('li', true)).toEqual([])
})

test('[IMCALL-21] a repeated request creates one group', async () => {
	const { as, store } = await aChoir()
	const first = await as('han')('groupCreate', { name: 'Walks' }, 'same')
	expect(await as('han')('groupCreate', { name: 'Walks' }, 'same')).toEqual(first)
	expect(await store.listGroups(appId, person('han'))).toHaveLength(2)
})

test('[IMCALL-21] [IMCALL-15] a person creates and joins 500 groups at most, and others can add them to more', async () => {
	const { as, store, addAccounts } = createCallHarness()
	addAccounts(['li', 'han'])
	const settings = newGroupSettings({
		name: 'G',
		mucType: 0 as const,
		owner: person('li'),
	})
	await store.commit(
		Array.from({ length: imLimits.maxGroupsPerPerson }, (_, index) => ({
			appId,
			now: 1,
			conversation: { id: `g${index}`, create: { group: settings }, events: [], members: [member('li', { role: 1 })] },
		})),
	)
	expect((await as('li')('groupCreate', { name: 'One more' })).code).toBe(codeOf('full'))
	const { gid = '' } = await as('han')('groupCreate', { name: 'Hers', userIds: [person('li')] })
	expect(await store.memberIds(appId, groupId(gid))).toContain('li')
	const { gid: open = '' } = await as('han')('groupCreate', { name: 'Open', mucType: groupTypes.PUBLIC })
	expect((await as('li')('groupApply', { gid: groupId(open) })).code).toBe(codeOf('full'))
	const { gid: asked = '' } = await as('han')('groupCreate', { name: 'Asked' })
	const { msgId = '' } = await as('li')('groupApply', { gid: groupId(asked) })
	expect((await as('han')('groupOperateApply', { gid: groupId(asked), msgId, accept: true })).code).toBe(codeOf('full'))
})

/** Stores `count` groups with a person in them. */
async function putInto(
	store: CallHarness['store'],
	uid: string,
	{
		count,
		owner = 'zhao',
		mucType = 0 as GroupType,
		isPutIn = false,
	}: { count: number; owner?: string; mucType?: GroupType; isPutIn?: boolean },
): Promise<void> {
	const group = newGroupSettings({ name: 'G', mucType, owner: person(owner) })
	const role = owner === uid ? memberRoles.owner : memberRoles.common
	await store.commit(
		Array.from({ length: count }, (_, index) => ({
			appId,
			now: 1,
			conversation: {
				id: `${uid}${owner}${mucType}${index}`,
				create: { group },
				events: [],
				members: [member(uid, { role, isPutIn })],
			},
		})),
	)
}

test('[IMCALL-21] [IMCALL-15] others add a person to 300 groups at most, which do not count among those they create and join', async () => {
	const { as, store, addAccounts } = createCallHarness()
	addAccounts(['li', 'han', 'zhao'])
	await putInto(store, 'li', { count: imLimits.maxGroupsByOthers - 1, isPutIn: true })
	await putInto(store, 'li', { count: imLimits.maxGroupsPerPerson - 3, owner: 'wu' })
	const { gid: last = '' } = await as('han')('groupCreate', { name: 'The last', userIds: [person('li')] })
	expect(await store.memberIds(appId, groupId(last))).toContain('li')
	const { gid = '' } = await as('han')('groupCreate', { name: 'One more', userIds: [person('li')] })
	expect(await store.memberIds(appId, groupId(gid))).toEqual(['han'])
	expect((await as('han')('groupInvite', { gid: groupId(gid), userIds: [person('li')] })).added).toEqual([])

	expect((await as('li')('groupCreate', { name: 'His own' })).code).toBe(codeOf('ok'))
	const { gid: open = '' } = await as('han')('groupCreate', { name: 'Open', mucType: groupTypes.PUBLIC })
	expect((await as('li')('groupApply', { gid: groupId(open) })).code).toBe(codeOf('ok'))
	expect(await store.memberIds(appId, groupId(open))).toContain('li')
	const { gid: asked = '' } = await as('han')('groupCreate', { name: 'Asked' })
	const { msgId = '' } = await as('li')('groupApply', { gid: groupId(asked) })
	await as('han')('groupOperateApply', { gid: groupId(asked), msgId, accept: true })
	expect(await store.countGroups(appId, [person('li')])).toEqual(
		new Map([['li', { chosen: imLimits.maxGroupsPerPerson, putInto: imLimits.maxGroupsByOthers }]]),
	)
})

test('[IMCALL-15] [IMCALL-24] people added by an invitation count as added by others, also when they return', async () => {
	const { as, gid, store } = await aChoir()
	const counted = async () => (await store.countGroups(appId, [person('han')])).get(person('han'))
	expect(await counted()).toEqual({ chosen: 0, putInto: 1 })
	await as('li')('groupKick', { gid, userId: person('han') })
	expect(await counted()).toEqual({ chosen: 0, putInto: 0 })
	await as('li')('groupInvite', { gid, userIds: [person('han')] })
	expect(await counted()).toEqual({ chosen: 0, putInto: 1 })
	// Other changes of a member keep it.
	await as('li')('groupUpdateMember', { gid, userId: person('han'), role: memberRoles.manager })
	expect(await counted()).toEqual({ chosen: 0, putInto: 1 })
})

test('[IMCALL-37] no one is handed more than half of the groups and rooms they may own', async () => {
	const { as, store, addAccounts } = createCallHarness()
	addAccounts(['li', 'han', 'wu'])
	await putInto(store, 'li', { count: imLimits.maxOwnedGroups / 2 - 1, owner: 'li' })
	await putInto(store, 'li', { count: imLimits.maxOwnedRooms / 2 - 1, owner: 'li', mucType: groupTypes.CHATROOM })
	for (const mucType of [groupTypes.COMMON, groupTypes.CHATROOM] as const) {
		const handOver = async () => {
			const { gid = '' } = await as('han')('groupCreate', { name: 'G', mucType, userIds: [person('li')] })
			return (await as('han')('groupChangeOwner', { gid: groupId(gid), userId: person('li') })).code
		}
		expect(await handOver()).toBe(codeOf('ok'))
		expect(await handOver()).toBe(codeOf('full'))
		expect((await as('li')('groupCreate', { name: 'Mine', mucType })).code).toBe(codeOf('ok'))
	}
})

test('[IMCALL-21] a person owns 200 groups and 100 chat rooms at most, counted separately', async () => {
	const { as, store, addAccounts } = createCallHarness()
	addAccounts(['li', 'han'])
	await putInto(store, 'li', { count: imLimits.maxOwnedGroups, owner: 'li' })
	await putInto(store, 'han', { count: imLimits.maxOwnedRooms, owner: 'han', mucType: groupTypes.CHATROOM })
	expect((await as('li')('groupCreate', { name: 'G' })).code).toBe(codeOf('full'))
	expect((await as('li')('groupCreate', { name: 'R', mucType: groupTypes.CHATROOM })).code).toBe(codeOf('ok'))
	expect((await as('han')('groupCreate', { name: 'R', mucType: groupTypes.CHATROOM })).code).toBe(codeOf('full'))
	expect((await as('han')('groupCreate', { name: 'G' })).code).toBe(codeOf('ok'))
})

test('[IMCALL-22] [IMCALL-30] members see a group with their own settings in it', async () => {
	const { as, gid } = await aChoir()
	expect((await as('li')('groupInfo', { gid })).group).toMatchObject({
		gid,
		mucType: 0,
		owner: 'li',
		role: 1,
		receState: 0,
		memberCount: 3,
		head: 1,
	})
})

test('[IMCALL-36] public info has neither the owner nor the log', async () => {
	const { as, gid } = await aChoir()
	const { group } = await as('zhao')('groupPublicInfo', { gid })
	expect(group).toEqual({ gid, name: 'Choir', introduction: '', imgUrl: '', mucType: 0, memberCount: 3 })
})

test('[IMCALL-25] [IMCALL-41] changed settings cause an event with the changes, and an audit of before and after', async () => {
	const { as, gid, group, events, audit } = await aChoir()
	await as('li')('groupUpdateInfo', { gid, name: 'Choir', silenceAll: true, slowModeS: 30, mucType: groupTypes.PUBLIC })
	expect((await group())?.settings).toMatchObject({ name: 'Choir', silenceAll: true, slowModeS: 30, mucType: 4 })
	expect((await events(gid)).at(-1)).toEqual({
		name: 'groupUpdated',
		uid: 'li',
		changes: { silenceAll: true, slowModeS: 30, mucType: 4 },
	})
	expect(await audit()).toMatchObject([
		{
			actor: 'li',
			action: 'settings',
			before: { silenceAll: false, slowModeS: 0, mucType: 0 },
			after: { silenceAll: true, slowModeS: 30, mucType: 4 },
		},
	])
})

test('[IMCALL-29] [IMCALL-31] picture and announcement change likewise; an unchanged value causes no event', async () => {
	const { as, gid, group, events } = await aChoir()
	await as('li')('groupUpdateImage', { gid, imgUrl: 'https://example.org/p.png' })
	await as('li')('groupUpdateAnnouncement', { gid, announcement: 'We sing on Friday' })
	expect((await group())?.settings).toMatchObject({ imgUrl: 'https://example.org/p.png', owner: 'li' })
	const logged = await events(gid)
	expect(logged.slice(1)).toMatchObject([
		{ changes: { imgUrl: 'https://example.org/p.png' } },
		{ changes: { announcement: 'We sing on Friday' } },
	])
	expect((await as('li')('groupUpdateAnnouncement', { gid, announcement: 'We sing on Friday' })).code).toBe(
		codeOf('ok'),
	)
	expect(await events(gid)).toEqual(logged)
})

test('[IMCALL-25] an empty change is invalid; a group cannot become a room, nor a room a group', async () => {
	const { as, gid } = await aChoir()
	const li = as('li')
	const noneGiven = { gid, owner: person('han'), announcement: 'no part of this call' }
	expect((await li('groupUpdateInfo', noneGiven)).code).toBe(codeOf('invalidData'))
	expect((await li('groupUpdateInfo', { gid, mucType: groupTypes.CHATROOM })).code).toBe(codeOf('invalidData'))
	const room = groupId((await li('groupCreate', { name: 'Hall', mucType: groupTypes.CHATROOM })).gid ?? '')
	expect((await li('groupUpdateInfo', { gid: room, mucType: groupTypes.PUBLIC })).code).toBe(codeOf('invalidData'))
	expect((await li('groupUpdateInfo', { gid: room, mucType: groupTypes.CHATROOM })).code).toBe(codeOf('ok'))
})

test('names, introductions and announcements with refused words are rejected', async () => {
	const { as, gid, group } = await aChoir({ words: ['casino', '赌博'] })
	const li = as('li')
	const refused = codeOf('wordRefused')
	expect((await li('groupCreate', { name: '网上赌博' })).code).toBe(refused)
	expect((await li('groupUpdateInfo', { gid, name: 'Casino' })).code).toBe(refused)
	expect((await li('groupUpdateInfo', { gid, introduction: 'our casino' })).code).toBe(refused)
	expect((await li('groupUpdateAnnouncement', { gid, announcement: 'to the casino' })).code).toBe(refused)
	expect((await li('groupUpdateMember', { gid, userId: person('li'), nickName: 'Casino' })).code).toBe(refused)
	expect((await group())?.last).toBe(1)
})

test('[IMCALL-27] a deleted group ends with an event, leaves every list, and accepts no calls', async () => {
	const { as, gid, group, events, entries, audit, store } = await aChoir()
	expect((await as('li')('groupDelete', { gid })).code).toBe(codeOf('ok'))
	expect((await events(gid)).at(-1)).toEqual({ name: 'groupDeleted', uid: 'li' })
	expect(await group()).toMatchObject({ memberCount: 0 })
	for (const uid of ['li', 'han', 'wu']) {
		expect((await entries(uid, 'group')).at(-1)).toEqual({ name: 'groupListUpdated', gid })
		expect(await store.listGroups(appId, person(uid))).toEqual([])
	}
	expect(await audit()).toMatchObject([{ action: 'delete', before: { name: 'Choir', memberCount: 3 } }])
	expect((await as('han')('groupInfo', { gid })).code).toBe(codeOf('missing'))
})

test('[IMCALL-37] a group is handed over at once: one owner before, one after', async () => {
	const { as, gid, group, events, audit, roles, store } = await aChoir()
	expect((await as('li')('groupChangeOwner', { gid, userId: person('han') })).code).toBe(codeOf('ok'))
	expect((await group())?.settings.owner).toBe('han')
	expect(await roles()).toEqual({ han: 1, li: 0, wu: 0 })
	expect((await events(gid)).slice(1)).toMatchObject([
		{ name: 'groupUpdated', changes: { owner: 'han' } },
		{ name: 'memberUpdated', member: { userId: 'li', role: 0 } },
		{ name: 'memberUpdated', member: { userId: 'han', role: 1 } },
	])
	expect(await audit()).toMatchObject([{ action: 'owner', target: 'han', before: { owner: 'li' } }])
	expect((await as('li')('groupDelete', { gid })).code).toBe(codeOf('noPromise'))
	expect((await as('li')('groupLeave', { gid })).code).toBe(codeOf('ok'))
	expect(await store.memberIds(appId, gid)).toEqual(['han', 'wu'])
})

test('[IMCALL-37] a group is handed to a member only, and a silenced one may write then', async () => {
	const { as, gid, store, advance } = await aChoir()
	const li = as('li')
	expect((await li('groupChangeOwner', { gid, userId: person('zhao') })).code).toBe(codeOf('notMember'))
	expect((await li('groupChangeOwner', { gid, userId: person('li') })).code).toBe(codeOf('alreadyDone'))
	await li('groupKick', { gid, userId: person('wu'), ban: true })
	expect((await li('groupChangeOwner', { gid, userId: person('wu') })).code).toBe(codeOf('notMember'))
	await li('groupUpdateMember', { gid, userId: person('han'), silence: 600 })
	await li('groupChangeOwner', { gid, userId: person('han') })
	advance(1)
	expect(await store.findMembers(appId, gid, [person('han')])).toMatchObject([{ role: 1, silencedUntil: null }])
})

test('[IMCALL-37] a chat room is handed to anyone with an account, and keeps no row of its former owner', async () => {
	const { as, gid, roles, addGuest, group } = await aChoir({ mucType: groupTypes.CHATROOM })
	await addGuest('visitor')
	const li = as('li')
	expect((await li('groupChangeOwner', { gid, userId: person('visitor') })).code).toBe(codeOf('missing'))
	expect((await li('groupChangeOwner', { gid, userId: person('zhao') })).code).toBe(codeOf('ok'))
	expect(await roles()).toEqual({ zhao: 1 })
	expect((await group())?.settings.owner).toBe('zhao')
})

test('[IMCALL-37] of two concurrent handovers one succeeds, and the group has one owner', async () => {
	const { as, gid, roles, group } = await aChoir()
	const li = as('li')
	const answers = await Promise.all([
		li('groupChangeOwner', { gid, userId: person('han') }),
		li('groupChangeOwner', { gid, userId: person('wu') }),
	])
	expect(answers.map(({ code }) => code).sort()).toEqual([codeOf('ok'), codeOf('noPromise')])
	const owner = (await group())?.settings.owner ?? ''
	expect(Object.entries(await roles()).filter(([, role]) => role === 1)).toEqual([[owner, 1]])
})

test('[IMCALL-26] [IMCALL-41] receState is personal: the group does not change, and the person’s other devices receive it', async () => {
	const { as, gid, group, events, entries } = await aChoir()
	const before = await group()
	expect((await as('han')('groupShield', { gid, receState: 2 })).code).toBe(codeOf('ok'))
	expect((await as('han')('groupInfo', { gid })).group?.receState).toBe(2)
	expect((await as('wu')('groupInfo', { gid })).group?.receState).toBe(0)
	expect((await group())?.version).toBe(before?.version)
	expect(await events(gid)).toHaveLength(1)
	expect((await entries('han', 'group')).at(-1)).toMatchObject({ group: { receState: 2 } })
})
