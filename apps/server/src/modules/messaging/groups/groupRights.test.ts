import {
	type CallInput,
	type EffectiveRole,
	effectiveRoles,
	type GroupRightsCall,
	type GroupTypeName,
	groupKinds,
	groupRights,
	groupTypes,
	isWrite,
	memberRoles,
} from '@parley/im'
import { describe, expect, test } from 'vitest'
import { appId, type CallHarness, codeOf, createCallHarness, groupId, member, person } from '../testing/callHarness.ts'
import { createTestNodes } from '../testing/messagingNodes.ts'
import { newGroupSettings } from './newGroup.ts'

const gid = groupId('g1')
const states = ['normal', 'silenced all', 'deleted'] as const
type State = (typeof states)[number]
type Code = Parameters<typeof codeOf>[0]

/** Caller of each effective role. */
const actors: Record<EffectiveRole, string> = {
	owner: 'owner',
	manager: 'manager',
	common: 'common',
	silenced: 'silenced',
	guest: 'guest',
	none: 'nobody',
	banned: 'banned',
}

interface Sample<N extends GroupRightsCall = GroupRightsCall> {
	call: N
	title: string
	data: (actor: string) => Omit<CallInput<N>, 'gid'>
	/** Standings that may use the call in this way, of those that may make it; all if missing. */
	only?: (kind: GroupTypeName, state: State) => readonly EffectiveRole[]
	/** Refusal for the other effective roles. */
	otherwise?: (kind: GroupTypeName, effectiveRole: EffectiveRole) => Code
}
const sample = <N extends GroupRightsCall>(
	call: N,
	title: string,
	data: Sample<N>['data'],
	only?: Sample['only'],
	otherwise?: Sample['otherwise'],
) => ({ call, title, data, ...(only ? { only } : {}), ...(otherwise ? { otherwise } : {}) }) as unknown as Sample

const everybody = effectiveRoles
const mayWrite = everybody.filter(effectiveRole => effectiveRole !== 'silenced')
const bringsIn = (kind: GroupTypeName): readonly EffectiveRole[] =>
	groupKinds[kind].membersInvite ? everybody : ['owner', 'manager']
const ownerAlone = (): readonly EffectiveRole[] => ['owner']
const ownerAndManagers = (): readonly EffectiveRole[] => ['owner', 'manager']
const inGroups =
	(effectiveRoles: readonly EffectiveRole[] = everybody) =>
	(kind: GroupTypeName): readonly EffectiveRole[] =>
		kind === 'CHATROOM' ? [] : effectiveRoles

const samples: Sample[] = [
	sample(
		'groupSend',
		'writes',
		() => ({ content: 'Hello' }),
		(_kind, state) => (state === 'silenced all' ? ['owner', 'manager'] : everybody),
		() => 'allSilenced',
	),
	sample('groupHistory', 'reads the log', () => ({})),
	sample('groupUnread', 'has read', () => ({ hisId: 2 })),
	sample('groupRevoke', 'revokes what they wrote', actor => ({ hisId: messageOf(actor) })),
	sample('groupRevoke', "revokes a member's message", () => ({ hisId: messageOf('victim') }), ownerAndManagers),
	sample('groupRevoke', "revokes a manager's message", () => ({ hisId: messageOf('deputy') }), ownerAlone),
	sample('groupInfo', 'sees the group', () => ({})),
	sample(
		'groupPublicInfo',
		'sees the public data',
		() => ({}),
		kind => (groupKinds[kind].isVisible ? everybody : everybody.filter(effectiveRole => effectiveRole !== 'none')),
		() => 'missing',
	),
	sample('groupMemberList', 'sees the members', () => ({})),
	sample('groupMemberList', 'sees banned people', () => ({ banned: true }), ownerAndManagers),
	sample('groupShield', 'turns off notifications', () => ({ receState: 2 }), inGroups()),
	sample('groupLeave', 'leaves', () => ({})),
	sample('groupQrCode', 'creates a QR code', () => ({}), bringsIn),
	sample(
		'groupApply',
		'applies',
		() => ({ content: 'Please' }),
		kind => (groupKinds[kind].entry === 'invitation' ? [] : everybody),
		() => 'missing',
	),
	sample('groupInvite', 'adds a person', () => ({ userIds: [person('newcomer')] }), bringsIn),
	sample(
		'groupUpdateMember',
		'changes their own name',
		actor => ({ userId: person(actor), nickName: 'Me' }),
		(kind, state) => (kind === 'CHATROOM' || state === 'silenced all' ? ['owner', 'manager'] : mayWrite),
		(kind, effectiveRole) =>
			kind === 'CHATROOM' ? 'noPromise' : effectiveRole === 'silenced' ? 'silenced' : 'allSilenced',
	),
	sample(
		'groupUpdateMember',
		"changes a member's name",
		() => ({ userId: person('victim'), nickName: 'You' }),
		kind => (kind === 'CHATROOM' ? [] : ['owner', 'manager']),
	),
	sample('groupUpdateMember', 'silences a member', () => ({ userId: person('victim'), silence: 60 }), ownerAndManagers),
	sample('groupUpdateMember', 'lifts a silence', () => ({ userId: person('mute'), silence: 0 }), ownerAndManagers),
	sample('groupUpdateMember', 'lifts a ban', () => ({ userId: person('exile'), banned: false }), ownerAndManagers),
	sample('groupUpdateMember', 'makes a manager', () => ({ userId: person('victim'), role: 2 }), ownerAlone),
	sample('groupUpdateMember', 'unmakes a manager', () => ({ userId: person('deputy'), role: 0 }), ownerAlone),
	sample(
		'groupUpdateMember',
		'silences a manager',
		() => ({ userId: person('deputy'), silence: 60 }),
		() => [],
	),
	sample(
		'groupUpdateMember',
		'silences themselves',
		actor => ({ userId: person(actor), silence: 60 }),
		() => [],
	),
	sample(
		'groupUpdateMember',
		'makes themselves a manager',
		actor => ({ userId: person(actor), role: 2 }),
		() => [],
	),
	sample('groupKick', 'kicks a member', () => ({ userId: person('victim') })),
	sample('groupKick', 'bans a member', () => ({ userId: person('victim'), ban: true })),
	sample('groupKick', 'kicks a manager', () => ({ userId: person('deputy') }), ownerAlone),
	sample('groupKick', 'bans a manager', () => ({ userId: person('deputy'), ban: true }), ownerAlone),
	sample(
		'groupKick',
		'kicks the owner',
		() => ({ userId: person('owner') }),
		() => [],
	),
	sample(
		'groupKick',
		'kicks themselves',
		actor => ({ userId: person(actor) }),
		() => [],
	),
	sample('groupUpdateInfo', 'changes the name', () => ({ name: 'Another name' })),
	sample('groupUpdateInfo', 'silences everyone, or lifts it', () => ({ silenceAll: true, slowModeS: 10 })),
	sample('groupUpdateImage', 'changes the picture', () => ({ imgUrl: 'https://example.org/p.png' })),
	sample('groupUpdateAnnouncement', 'announces', () => ({ announcement: 'We sing' })),
	sample('groupOperateApply', 'accepts an application', () => ({ msgId: 'a1', accept: true })),
	sample('groupOperateApply', 'rejects an application', () => ({ msgId: 'a1', accept: false })),
	sample('groupChangeOwner', 'hands the group over', () => ({ userId: person('victim') })),
	sample('groupDelete', 'ends the group', () => ({})),
]

/** Authors of the messages, in order: all callers, and some others. */
const authors = [...Object.values(actors), 'deputy', 'victim']
const messageOf = (author: string): number => authors.indexOf(author) + 1

async function aGroup(kind: GroupTypeName, state: State): Promise<CallHarness> {
	const harness = createCallHarness()
	const { store, timers } = harness
	const now = timers.now()
	harness.addAccounts(['owner', 'manager', 'deputy', 'common', 'victim', 'silenced', 'mute', 'nobody', 'newcomer'])
	harness.addAccounts(['banned', 'exile', 'applicant'])
	await harness.addGuest('guest')
	const silencedUntil = now + 1_000_000
	const members = [
		member('owner', { role: memberRoles.owner }),
		member('manager', { role: memberRoles.manager }),
		member('deputy', { role: memberRoles.manager }),
		member('silenced', { silencedUntil }),
		member('mute', { silencedUntil }),
		member('banned', { banned: true }),
		member('exile', { banned: true }),
		...(kind === 'CHATROOM' ? [] : [member('common'), member('victim')]),
	]
	const settings = newGroupSettings({
		name: 'Choir',
		introduction: 'We meet',
		mucType: groupTypes[kind],
		owner: person('owner'),
		silenceAll: state === 'silenced all',
	})
	const events = authors.map(author => ({
		name: 'messagesReceived' as const,
		uid: person(author),
		cmid: 'before',
		body: { type: 0, content: 'Before', sendUserName: author },
	}))
	const applicant = { id: 'a1', kind: 'group', from: person('applicant'), to: gid, content: '' } as const
	const results = await store.commit([
		{
			appId,
			now,
			conversation: { id: gid, create: { group: settings }, events, members },
			applications: { put: [{ ...applicant, status: 'waiting', handledBy: null, ts: now }] },
		},
		...(state === 'deleted' ? [{ appId, now, conversation: { id: gid, events: [], deleted: true as const } }] : []),
	])
	expect(results.every(({ status }) => status === 'committed')).toBe(true)
	return harness
}

/** Returns the refusal according to the contract's tables, or undefined if the call is allowed. */
function refusalOf(one: Sample, kind: GroupTypeName, effectiveRole: EffectiveRole, state: State): Code | undefined {
	if (state === 'deleted') return 'missing'
	if (effectiveRole === 'none' && !groupKinds[kind].isVisible) return 'missing'
	if (!groupRights[one.call].includes(effectiveRole)) {
		if (effectiveRole === 'none') return 'notMember'
		if (effectiveRole === 'banned') return 'banned'
		if (one.call === 'groupApply') return 'alreadyDone'
		if (one.call === 'groupSend' && effectiveRole === 'silenced') return 'silenced'
		return one.call === 'groupLeave' && effectiveRole === 'owner' ? 'ownerStays' : 'noPromise'
	}
	if (one.only && !one.only(kind, state).includes(effectiveRole))
		return one.otherwise?.(kind, effectiveRole) ?? 'noPromise'
	return undefined
}

/** People without an account exist only in chat rooms, which everyone may enter. */
const standingsIn = (kind: GroupTypeName): readonly EffectiveRole[] =>
	effectiveRoles.filter(effectiveRole => (kind === 'CHATROOM' ? effectiveRole !== 'none' : effectiveRole !== 'guest'))

test('every call about a group is in the matrix', () => {
	const covered = new Set<GroupRightsCall>([...samples.map(({ call }) => call), 'groupPoll'])
	expect([...covered].sort()).toEqual(Object.keys(groupRights).sort())
})

test('[IMCALL-44] [POLL-09] rooms and groups are polled by those who may, and delivered to no one else', async () => {
	for (const kind of Object.keys(groupTypes) as GroupTypeName[]) {
		const { makeGroup, memberOf, logIn, timers, store } = createTestNodes()
		const poll = async (effectiveRole: EffectiveRole) => {
			const client = await logIn(actors[effectiveRole], { isGuest: effectiveRole === 'guest' })
			return (await client.call('groupPoll', { gid }, () => timers.advance(100))).code
		}
		await makeGroup(
			gid,
			[
				memberOf('manager', { role: memberRoles.manager }),
				memberOf('silenced', { silencedUntil: timers.now() + 1_000_000 }),
				memberOf('banned', { banned: true }),
				...(kind === 'CHATROOM' ? [] : ['common']),
			],
			{ mucType: groupTypes[kind] },
		)
		for (const effectiveRole of standingsIn(kind)) {
			const hidden = effectiveRole === 'none' && !groupKinds[kind].isVisible
			const refusal = hidden ? 'missing' : 'noPromise'
			const allowed = groupRights.groupPoll.includes(effectiveRole)
			expect(await poll(effectiveRole), `${effectiveRole} in ${kind}`).toBe(codeOf(allowed ? 'ok' : refusal))
		}
		await store.commit([{ appId, now: timers.now(), conversation: { id: gid, events: [], deleted: true } }])
		await timers.advance(10_000)
		for (const effectiveRole of standingsIn(kind)) expect(await poll(effectiveRole)).toBe(codeOf('missing'))
	}
})

describe.each(Object.keys(groupTypes) as GroupTypeName[])('[IMCALL-44] in a group of kind %s', kind => {
	test.each(samples.map(one => [one.title, one.call, one] as const))('who %s (%s)', async (_title, call, one) => {
		for (const state of states) {
			for (const effectiveRole of standingsIn(kind)) {
				const label = `${call} by ${effectiveRole}, ${state}`
				const harness = await aGroup(kind, state)
				const before = harness.store.contents()
				const send = harness.as(actors[effectiveRole], { isGuest: effectiveRole === 'guest' })
				const data = { ...one.data(actors[effectiveRole]), gid } as CallInput<typeof call>
				const answer = await send(call, data, 'once')
				const refusal = refusalOf(one, kind, effectiveRole, state)
				expect(answer.code, label).toBe(codeOf(refusal ?? 'ok'))
				const after = harness.store.contents()
				if (refusal !== undefined || !isWrite(call)) expect(after === before, label).toBe(true)
				// A repetition with the same id gets the same answer, and changes nothing.
				if (!isWrite(call)) continue
				expect(await send(call, data, 'once'), label).toEqual(answer)
				expect(harness.store.contents() === after, label).toBe(true)
			}
		}
	})

	test('a person without an account', async () => {
		if (kind === 'CHATROOM') return
		for (const one of samples) {
			const harness = await aGroup(kind, 'normal')
			const before = harness.store.contents()
			const guest = harness.as('guest', { isGuest: true })
			const answer = await guest(one.call, { ...one.data('guest'), gid } as CallInput<typeof one.call>)
			const visible = groupKinds[kind].isVisible
			const expected = one.call === 'groupApply' && visible ? 'noPromise' : refusalOf(one, kind, 'none', 'normal')
			expect(answer.code, one.title).toBe(codeOf(expected ?? 'ok'))
			expect(harness.store.contents() === before, one.title).toBe(true)
		}
	})

	test('people of another application cannot find it', async () => {
		for (const one of samples) {
			const harness = await aGroup(kind, 'normal')
			const before = harness.store.contents()
			const stranger = harness.as('owner', { app: 'other-app' as typeof appId })
			const answer = await stranger(one.call, { ...one.data('owner'), gid } as CallInput<typeof one.call>)
			expect(answer.code, one.title).toBe(codeOf('missing'))
			expect(harness.store.contents() === before, one.title).toBe(true)
		}
	})
})
