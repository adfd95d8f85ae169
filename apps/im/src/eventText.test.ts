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
	expect(said({ kind: 'left', member: 'unknown' })).toBe('Ann removed Somebody')
})

test('a change says what changed', () => {
	expect(said({ kind: 'settings', changes: { announcement: 'At three' } })).toBe('Ann announced: At three')
	expect(said({ kind: 'settings', changes: { owner: 'bob' } })).toBe('Bob is the owner now')
	expect(said({ kind: 'settings', changes: { silenceAll: true, slowModeS: 9 } })).toBe(
		'Ann turned silence for all on · Ann set 9 s between messages',
	)
	expect(said({ kind: 'settings', changes: { introduction: '' } })).toBe('Ann changed the group')
	expect(said({ kind: 'member', ts: 1, member: { nickName: 'Bob', role: 2 } })).toBe('Bob now has this role: Manager')
	expect(said({ kind: 'member', ts: 1, member: { nickName: 'Bob', role: -1, silence: 60_001 } })).toContain(
		'Bob may not write until',
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
	expect(textsOf(changes).slice(1)).toEqual(['Bob may write again', 'Bob may come back'])
	expect(textsOf(changes.slice(1, 2))).toEqual(['Bob is a member now and may write'])
	const expired = changes.map(change => ({ ...change, ts: change.ts * 60_000 }))
	expect(textsOf(expired)[1]).toBe('Bob is a member now and may write')
})

test('what the page does not know is not said to be anything else', () => {
	expect(said({ kind: 'unknown' })).toBe('Something this page cannot show')
})

test('a revoked message says by whom, where that is not its author', () => {
	const message = { kind: 'message', isRevoked: true, content: '', userName: 'Ann' }
	expect(said(message, { userId: 'ann' })).toBe('This message was revoked')
	expect(said(message, { userId: 'bob' })).toBe('Bob revoked this message')
})
