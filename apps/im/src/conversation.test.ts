import { logEventNumbers } from '@parley/im-sdk/constants'
import { expect, test } from 'vitest'
import {
	emptyConversation,
	type LogEventName,
	type Logged,
	logEventNames,
	namesIn,
	peopleIn,
	rowsOf,
	withBatch,
	withEvents,
	withGap,
	without,
	withStatus,
} from './conversation.ts'

const message = (hisId: number, content: string, cmid = `c${hisId}`): Logged => ({
	hisId,
	userId: 'ann',
	sendUserName: 'Ann',
	content,
	cmid,
})
const numbers = (conversation: Parameters<typeof rowsOf>[0]) => rowsOf(conversation).map(({ event }) => event.hisId)

test('events have one place each, whatever the order and number of times they come in', () => {
	const later = withEvents(emptyConversation, [message(3, 'c'), message(4, 'd')])
	const both = withEvents(later, [message(1, 'a'), message(2, 'b'), message(3, 'c')])
	expect(rowsOf(both).map(({ event }) => event)).toMatchObject(
		['a', 'b', 'c', 'd'].map((content, index) => ({ hisId: index + 1, content })),
	)
})

test('a revoked message has no content, from a push, from history, and where the revocation came first', () => {
	const revocation = { hisId: 2, userId: 'owner', target: 1, messageType: logEventNumbers.messageRevoked }
	const pushed = withEvents(withEvents(emptyConversation, [message(1, 'a')]), [revocation])
	const loaded = withEvents(emptyConversation, [{ ...message(1, ''), revoked: true }])
	const late = withEvents(withEvents(emptyConversation, [revocation]), [message(1, 'a')])
	for (const conversation of [pushed, loaded, late])
		expect(conversation.events.get(1)).toMatchObject({ kind: 'message', isRevoked: true, content: '' })
})

test('a revocation is one row: that of its message, or its own where the message is not there', () => {
	const revocation = { hisId: 2, userId: 'owner', target: 1, messageType: logEventNumbers.messageRevoked }
	const both = withEvents(emptyConversation, [message(1, 'a'), revocation, message(3, 'c')])
	expect(numbers(both)).toEqual([1, 3])
	expect(rowsOf(both)[0]?.revocation).toMatchObject({ hisId: 2, userId: 'owner' })
	expect(numbers(withEvents(emptyConversation, [revocation]))).toEqual([2])
})

test('what was left out is counted behind what came, until it is there', () => {
	const sampled = withBatch(withEvents(emptyConversation, [message(1, 'a')]), 'messagesReceived', {
		from: 2,
		to: 5,
		skipped: 2,
		list: [message(3, 'c'), message(4, 'd')],
	})
	const left = (conversation: Parameters<typeof rowsOf>[0]) =>
		rowsOf(conversation).flatMap(({ event, gaps }) =>
			gaps.map(({ from, to, missing }) => ({ behind: event.hisId, from, to, missing })),
		)
	expect(left(sampled)).toEqual([{ behind: 4, from: 2, to: 5, missing: 2 }])
	const partly = withEvents(sampled, [message(2, 'b')])
	expect(left(partly)).toEqual([{ behind: 4, from: 5, to: 5, missing: 1 }])
	const loaded = withEvents(partly, [message(5, 'e')])
	expect(rowsOf(loaded).flatMap(({ gaps }) => gaps)).toEqual([])
})

test('what was lost is told once', () => {
	const lost = withGap(withEvents(emptyConversation, [message(7, 'a'), message(8, 'b')]), {
		from: 2,
		to: 6,
		reason: 'gone',
	})
	expect(rowsOf(lost).map(({ gaps }) => gaps.map(({ reason, missing }) => `${reason} ${missing}`))).toEqual([
		['gone 5'],
		[],
	])
})

test('a message on its way is shown once: in the log, as soon as it is there', () => {
	const written = withStatus(emptyConversation, { cmid: 'c1', status: 'waiting', content: 'a' })
	const sending = withStatus(written, { cmid: 'c1', status: 'sending' })
	expect(sending.pending).toEqual([{ cmid: 'c1', status: 'sending', content: 'a' }])
	const logged = withEvents(sending, [message(1, 'a')])
	expect(logged.pending).toEqual([])
	expect(withStatus(logged, { cmid: 'c1', status: 'sent' }).pending).toEqual([])
})

test('a message of before a reload is shown without its text; one that was taken back or removed is not', () => {
	const kept = withStatus(emptyConversation, { cmid: 'c1', status: 'waiting' })
	expect(kept.pending).toEqual([{ cmid: 'c1', status: 'waiting', content: undefined }])
	expect(withStatus(kept, { cmid: 'c1', status: 'cancelled' }).pending).toEqual([])
	expect(without(kept, 'c1').pending).toEqual([])
})

test('events say who people are, and about whom they are', () => {
	const list: Logged[] = [
		message(1, 'a'),
		{
			hisId: 2,
			userId: 'ann',
			messageType: logEventNumbers.memberJoined,
			members: [{ userId: 'bob', nickName: 'Bob', role: 0 }],
		},
		{ hisId: 3, userId: 'ann', messageType: logEventNumbers.memberQuit, member: 'carl' },
		{
			hisId: 4,
			userId: 'ann',
			messageType: logEventNumbers.memberUpdated,
			ts: 5,
			member: { userId: 'dan', nickName: 'Dan', role: 2 },
		},
		{ hisId: 5, userId: 'ann', messageType: logEventNumbers.groupUpdated, changes: { owner: 'eve' } },
		{ hisId: 6, userId: 'eve', messageType: logEventNumbers.groupDeleted },
	]
	expect(namesIn(list)).toEqual({ ann: 'Ann', bob: 'Bob', dan: 'Dan' })
	expect(new Set(peopleIn(list))).toEqual(new Set(['ann', 'carl', 'eve']))
	expect(rowsOf(withEvents(emptyConversation, list)).map(({ event }) => event.kind)).toEqual([
		'message',
		'joined',
		'left',
		'member',
		'settings',
		'deleted',
	])
})

test('the kind of an event is what its push or number says, never what its fields look like', () => {
	const event = { hisId: 2, userId: 'ann', target: 1, member: 'ann', members: [], changes: {} }
	const kindAs = (name: LogEventName) =>
		withBatch(emptyConversation, name, { from: 2, to: 2, list: [event] }).events.get(2)?.kind
	expect(Object.fromEntries(logEventNames.map(name => [name, kindAs(name)]))).toEqual({
		messagesReceived: 'message',
		messageRevoked: 'revocation',
		groupUpdated: 'settings',
		groupDeleted: 'deleted',
		memberJoined: 'joined',
		memberQuit: 'left',
		memberKicked: 'left',
		memberUpdated: 'member',
	})
	for (const name of logEventNames)
		expect(withEvents(emptyConversation, [{ ...event, messageType: logEventNumbers[name] }]).events.get(2)?.kind).toBe(
			kindAs(name),
		)
})

test('an event of a newer server changes nothing and is no end of the group', () => {
	const unknown = { hisId: 2, userId: 'ann', messageType: 9_008, target: 1, member: { userId: 'bob', nickName: 'Bob' } }
	for (const pushed of [undefined, 'messagesReceived'] as const) {
		const conversation = withEvents(withEvents(emptyConversation, [message(1, 'a')]), [unknown], pushed)
		expect(conversation.events.get(1)).toMatchObject({ isRevoked: false, content: 'a' })
		expect(conversation.events.get(2)).toEqual({ hisId: 2, userId: 'ann', kind: 'unknown' })
		expect(namesIn([unknown], pushed)).toEqual({})
	}
})
