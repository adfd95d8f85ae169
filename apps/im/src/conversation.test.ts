import { expect, test } from 'vitest'
import { emptyConversation, inOrder, type Logged, withEvents, withStatus } from './conversation.ts'

const message = (hisId: number, content: string, cmid = `c${hisId}`): Logged => ({
	hisId,
	userId: 'ann',
	sendUserName: 'Ann',
	content,
	cmid,
})

test('events have one place each, whatever the order and number of times they come in', () => {
	const later = withEvents(emptyConversation, [message(3, 'c'), message(4, 'd')])
	const both = withEvents(later, [message(1, 'a'), message(2, 'b'), message(3, 'c')])
	expect(inOrder(both).map(({ hisId, content }) => `${hisId}${content}`)).toEqual(['1a', '2b', '3c', '4d'])
})

test('a revoked message has no content, from a push and from history', () => {
	const pushed = withEvents(withEvents(emptyConversation, [message(1, 'a')]), [{ hisId: 2, userId: 'ann', target: 1 }])
	const loaded = withEvents(emptyConversation, [{ ...message(1, ''), revoked: true }])
	for (const conversation of [pushed, loaded])
		expect(conversation.events.get(1)).toMatchObject({ name: 'revoked', content: '' })
})

test('a message on its way is shown once: in the log, as soon as it is there', () => {
	const written = withStatus(emptyConversation, { cmid: 'c1', status: 'waiting', content: 'a' })
	const sending = withStatus(written, { cmid: 'c1', status: 'sending' })
	expect(sending.pending).toEqual([{ cmid: 'c1', status: 'sending', content: 'a' }])
	const logged = withEvents(sending, [message(1, 'a')])
	expect(logged.pending).toEqual([])
	expect(withStatus(logged, { cmid: 'c1', status: 'sent' }).pending).toEqual([])
})

test('a message of before a reload is shown without its text; one that was taken back is not', () => {
	const kept = withStatus(emptyConversation, { cmid: 'c1', status: 'waiting' })
	expect(kept.pending).toEqual([{ cmid: 'c1', status: 'waiting', content: undefined }])
	expect(withStatus(kept, { cmid: 'c1', status: 'cancelled' }).pending).toEqual([])
})
