import {
	type EffectiveRole,
	effectiveRoles,
	GroupId,
	type GroupRightsCall,
	groupRights,
	groupTypes,
	ImUserId,
	memberRoles,
} from '@parley/im'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import type { GroupRow, MemberRow } from '../model/group.ts'
import { memberRow } from '../model/group.ts'
import { effectiveRoleOf, rightsRefusal } from './groupPolicy.ts'
import { newGroupSettings } from './newGroup.ts'

const uid = v.parse(ImUserId, 'li')
const now = 1_000
const member = (changes: Partial<MemberRow>): MemberRow => ({
	...memberRow(uid, 0, 0),
	...changes,
})
const group = (type: keyof typeof groupTypes, changes: Partial<GroupRow> = {}): GroupRow => ({
	id: v.parse(GroupId, 'g1'),
	epoch: 'e',
	last: 0,
	min: 1,
	version: 1,
	memberCount: 1,
	deletedAt: null,
	createdAt: 0,
	settings: newGroupSettings({
		name: 'Choir',
		mucType: groupTypes[type],
		owner: uid,
	}),
	...changes,
})
const account = { isGuest: false }
const guest = { isGuest: true }

test.each<[string, MemberRow | undefined, keyof typeof groupTypes, { isGuest: boolean }, EffectiveRole]>([
	['the owner', member({ role: memberRoles.owner }), 'COMMON', account, 'owner'],
	['a manager', member({ role: memberRoles.manager }), 'COMMON', account, 'manager'],
	['a member', member({}), 'COMMON', account, 'common'],
	['a silenced member', member({ silencedUntil: now + 1 }), 'COMMON', account, 'silenced'],
	['a member whose silence has ended', member({ silencedUntil: now }), 'COMMON', account, 'common'],
	['a silenced manager', member({ role: memberRoles.manager, silencedUntil: now + 1 }), 'COMMON', account, 'manager'],
	['a banned person', member({ banned: true }), 'COMMON', account, 'banned'],
	['a banned person in a chat room', member({ banned: true }), 'CHATROOM', guest, 'banned'],
	['a silenced guest', member({ silencedUntil: now + 1 }), 'CHATROOM', guest, 'silenced'],
	['another person', undefined, 'PUBLIC', account, 'none'],
	['a person in a chat room', undefined, 'CHATROOM', account, 'common'],
	['a guest in a chat room', undefined, 'CHATROOM', guest, 'guest'],
	['a guest elsewhere', undefined, 'PUBLIC', guest, 'none'],
])('%s has the right effectiveRole', (_who, row, type, person, effectiveRole) => {
	expect(effectiveRoleOf(group(type), row, person, now)).toBe(effectiveRole)
})

describe('[IMCALL-44] every call by people of every effectiveRole', () => {
	const rows = (Object.keys(groupRights) as GroupRightsCall[]).flatMap(call =>
		effectiveRoles.map(effectiveRole => [call, effectiveRole] as const),
	)
	test.each(rows)('%s by %s is allowed as the matrix says', (call, effectiveRole) => {
		const refusal = rightsRefusal(call, group('COMMON'), effectiveRole)
		expect(refusal === undefined).toBe(groupRights[call].includes(effectiveRole))
		expect(rightsRefusal(call, group('COMMON', { deletedAt: 5 }), effectiveRole)).toBe('missing')
	})
})

test('[POLL-09] [IMC-21] polling that is not allowed is refused as noPromise, whatever the reason', () => {
	expect(rightsRefusal('groupPoll', group('COMMON'), 'none')).toBe('noPromise')
	expect(rightsRefusal('groupPoll', group('CHATROOM'), 'banned')).toBe('noPromise')
})

test('a private group is missing for non-members', () => {
	expect(rightsRefusal('groupInfo', group('PRIVATE'), 'none')).toBe('missing')
	expect(rightsRefusal('groupInfo', group('COMMON'), 'none')).toBe('notMember')
})

test('[CHAT-13] in a room for people with an account, guests read but do not write', () => {
	const open = group('CHATROOM')
	const accountsOnly = group('CHATROOM', { settings: { ...open.settings, accountsOnly: true } })
	expect(rightsRefusal('groupSend', accountsOnly, 'guest')).toBe('accountsOnly')
	expect(rightsRefusal('groupSend', accountsOnly, 'common')).toBeUndefined()
	expect(rightsRefusal('groupSend', open, 'guest')).toBeUndefined()
	for (const call of ['groupPoll', 'groupHistory', 'groupInfo'] as const)
		expect(rightsRefusal(call, accountsOnly, 'guest')).toBeUndefined()
})

test('a refusal states the reason', () => {
	expect(rightsRefusal('groupSend', group('COMMON'), 'silenced')).toBe('silenced')
	expect(rightsRefusal('groupHistory', group('COMMON'), 'banned')).toBe('banned')
	expect(rightsRefusal('groupApply', group('COMMON'), 'common')).toBe('alreadyDone')
	expect(rightsRefusal('groupLeave', group('COMMON'), 'owner')).toBe('ownerStays')
	expect(rightsRefusal('groupKick', group('COMMON'), 'common')).toBe('noPromise')
})
