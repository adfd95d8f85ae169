import { expect, test, vi } from 'vitest'
import { emptyConversation, rowsOf, type ShownEvent, withBatch } from './conversation.ts'

vi.hoisted(() => {
	const page = {
		location: { search: '?language=en' },
		localStorage: { getItem: () => null },
		document: { documentElement: {}, title: '' },
	}
	Object.assign(globalThis, page)
})
const { eventText } = await import('./eventText.ts')

const names = { ann: 'Ann', bob: 'Bob' }
const said = (event: object, revocation?: object) =>
	eventText(
		{
			event: { hisId: 1, userId: 'ann', ...event } as ShownEvent,
			revocation: revocation as ShownEvent,
			before: undefined,
		},
		names,
	)

test('who came, left and was removed has a name', () => {
	const members = [
		{ userId: 'bob', nickName: 'Bob' },
		{ userId: 'carl', nickName: 'Carl' },
	]
	expect(said({ kind: 'joined', members })).toBe('Bob, Carl joined')
	expect(said({ kind: 'left', member: 'ann' })).toBe('Ann left')
	expect(said({ kind: 'left', member: 'bob' })).toBe('Ann removed Bob')
	expect(said({ kind: 'left', member: 'unknown' })).toBe('Ann removed Someone')
})

test('a change says what changed', () => {
	expect(said({ kind: 'settings', changes: { announcement: 'At three' } })).toBe('Ann announced: At three')
	expect(said({ kind: 'settings', changes: { owner: 'bob' } })).toBe('Bob is now the owner')
	expect(said({ kind: 'settings', changes: { silenceAll: true, slowModeS: 9 } })).toBe(
		'Ann muted everyone · Ann set slow mode to 9 s',
	)
	expect(said({ kind: 'settings', changes: { introduction: '' } })).toBe('Ann changed the group')
	expect(said({ kind: 'member', ts: 1, member: { nickName: 'Bob', role: 2 } })).toBe('Bob’s role is now: Manager')
	expect(said({ kind: 'member', ts: 1, member: { nickName: 'Bob', role: -1, silence: 60_001 } })).toContain(
		'Bob is muted until',
	)
})

test('whose silence is lifted may write again; a member of whom nothing was said before may write', () => {
	const bob = { userId: 'bob', nickName: 'Bob', role: 0 as const }
	const changes = [
		{ hisId: 1, ts: 1, userId: 'ann', member: { ...bob, role: -1 as const, silence: 60_001 } },
		{ hisId: 2, ts: 2, userId: 'ann', member: bob },
		{ hisId: 3, ts: 3, userId: 'ann', member: { ...bob, banned: false } },
	]
	const textsOf = (list: typeof changes) =>
		rowsOf(withBatch(emptyConversation, 'memberUpdated', { from: 1, to: 3, list })).map(row => eventText(row, names))
	expect(textsOf(changes).slice(1)).toEqual(['Bob was unmuted', 'Bob can rejoin'])
	expect(textsOf(changes.slice(1, 2))).toEqual(['Bob is now a member and can send messages'])
	const expired = changes.map(change => ({ ...change, ts: change.ts * 60_000 }))
	expect(textsOf(expired)[1]).toBe('Bob is now a member and can send messages')
})

test('what the page does not know is not said to be anything else', () => {
	expect(said({ kind: 'unknown' })).toBe('This page doesn’t support this message type')
})

test('a revoked message says by whom, where that is not its author', () => {
	const message = { kind: 'message', isRevoked: true, content: '', userName: 'Ann' }
	expect(said(message, { userId: 'ann' })).toBe('Message unsent')
	expect(said(message, { userId: 'bob' })).toBe('Bob unsent a message')
})
