import { expect, test } from 'vitest'
import {
	type ChatMessage,
	countReactions,
	keyOf,
	type Reactions,
	reactionDraft,
	reactionType,
	readItem,
	textDraft,
	withMessages,
	withReactions,
	withRevocations,
} from './chatMessages.ts'

const message = (id: number, fields: Partial<ChatMessage> = {}): ChatMessage => ({
	audience: 'everyone',
	id,
	at: id * 1_000,
	userId: 'p-ann',
	name: 'Ann',
	text: `m${id}`,
	...fields,
})
const received = (fields: object) => ({
	hisId: 1,
	ts: 1_000,
	userId: 'p-ann',
	content: 'x',
	sendUserName: 'Ann',
	...fields,
})

test('[ROOM-131] a message is read as its author wrote it; what is malformed or of another kind is not shown', () => {
	expect(readItem(received({ content: '<b>x</b>\ny' }), 'everyone')).toEqual({
		kind: 'message',
		message: { audience: 'everyone', id: 1, at: 1_000, userId: 'p-ann', name: 'Ann', text: '<b>x</b>\ny' },
	})
	for (const other of [{ content: ' ' }, { type: 90 }, { hisId: 'x' }, { content: 7 }])
		expect(readItem(received(other), 'everyone')).toBeUndefined()
	expect(readItem(null, 'everyone')).toBeUndefined()
})

test('[ROOM-135] what a page sends as a reply or a reaction is read as that; anything else in its place is ignored', () => {
	expect(readItem(received(textDraft('yes', 7)), 'p-bob')).toMatchObject({
		message: { text: 'yes', replyTo: 7, audience: 'p-bob' },
	})
	for (const custom of ['{', '{"replyTo":"7"}', '{"replyTo":1e400}', '[]', 'null']) {
		const item = readItem(received({ custom }), 'everyone')
		expect(item).toMatchObject({ kind: 'message', message: { text: 'x' } })
		expect(item?.kind === 'message' && item.message.replyTo).toBeUndefined()
	}
	expect(readItem(received({ ...reactionDraft('celebrate', 4, true), hisId: 9 }), 'everyone')).toEqual({
		kind: 'reaction',
		change: { to: 4, userId: 'p-ann', reaction: 'celebrate', isOn: true, id: 9 },
	})
	expect(
		readItem(received({ type: reactionType, content: 'other', custom: '{"to":4,"on":true}' }), 'everyone'),
	).toBeUndefined()
	expect(
		readItem(received({ type: reactionType, content: 'celebrate', custom: '{"to":4}' }), 'everyone'),
	).toBeUndefined()
})

test('[ROOM-132] messages are in order, each once, whatever order they arrive in', () => {
	const shuffled = [message(3), message(1), message(2, { audience: 'p-bob', at: 2_500 }), message(2)]
	const once = withMessages([], shuffled)
	expect(once.map(keyOf)).toEqual(['everyone 1', 'everyone 2', 'p-bob 2', 'everyone 3'])
	expect(withMessages(once, shuffled)).toBe(once)
	expect(withMessages(once, [message(4), message(3)]).map(({ id }) => id)).toEqual([1, 2, 2, 3, 4])
	// By position, also where the clock of the server was set back.
	expect(withMessages([message(5, { at: 9_000 })], [message(6, { at: 8_000 })]).map(({ id }) => id)).toEqual([5, 6])
})

test('[ROOM-135] of the changes of one person the latest counts, in whichever order they arrive', () => {
	const change = (id: number, isOn: boolean, userId = 'p-ann') => ({
		to: 1,
		id,
		isOn,
		userId,
		reaction: 'like' as const,
	})
	const count = (reactions: Reactions) => countReactions(reactions, message(1), 'p-ann')
	const later = withReactions(new Map(), 'everyone', [change(5, false), change(3, true, 'p-bob')])
	expect(count(withReactions(later, 'everyone', [change(4, true)]))).toEqual([
		{ reaction: 'like', count: 1, isOwn: false },
	])
	expect(count(withReactions(later, 'everyone', [change(6, true)]))).toEqual([
		{ reaction: 'like', count: 2, isOwn: true },
	])
	expect(count(withReactions(later, 'p-bob', [change(6, true)]))).toEqual([
		{ reaction: 'like', count: 1, isOwn: false },
	])
})

test('[ROOM-175] a message that was taken back has no content, and says by whom', () => {
	const emptied = { audience: 'everyone', id: 1, at: 1_000, userId: 'p-ann', name: 'Ann', text: '' }
	expect(readItem(received({ revoked: true }), 'everyone')).toEqual({
		kind: 'revocation',
		revocation: { id: 1, message: emptied },
	})
	expect(readItem(received({ revoked: true, type: reactionType }), 'everyone')).toEqual({
		kind: 'revocation',
		revocation: { id: 1 },
	})
	const revoked = { hisId: 9, ts: 9_000, userId: 'p-host', messageType: 9001, target: 1 }
	expect(readItem(revoked, 'everyone')).toEqual({ kind: 'revocation', revocation: { id: 1, by: 'p-host', at: 9_000 } })
	const file = { id: 'file_1', name: 'a.pdf', bytes: 1 } as unknown as NonNullable<ChatMessage['file']>
	const known = [message(1, { file, replyTo: 7 }), message(2), message(3), message(2, { audience: 'p-bob' })]
	const empty = { name: 'Ann', text: '', userId: 'p-ann', audience: 'everyone' }
	// In a list, the empty message comes before the event that tells who emptied it.
	const revocations = [{ id: 1 }, { id: 2 }, { id: 1, by: 'p-host' }, { id: 99, by: 'p-ann' }]
	expect(withRevocations(known, 'everyone', revocations)).toEqual([
		{ ...empty, id: 1, at: 1_000, gone: 'removed' },
		{ ...empty, id: 2, at: 2_000, gone: 'unsent' },
		known[2],
		known[3],
	])
})
