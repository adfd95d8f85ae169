import { type ChatFile, ChatFileId, ok, type Result, refused } from '@parley/core'
import { createIM } from '@parley/im-sdk'
import { answerCodes } from '@parley/im-sdk/constants'
import { createScriptedPeer, createVirtualPage, createVirtualTime, loadAllParts } from '@parley/im-sdk/testing'
import type { ChatGrant } from '@parley/room'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { announceMs, createChat, patienceMs, previewMs, reopenFilesMs } from './chat.ts'
import { reactionDraft } from './chatMessages.ts'
import type { Upload, UploadFailure } from './files/uploadFile.ts'
import { countUnread } from './unread.ts'

await loadAllParts()

const self = 'p-me'

/** The chat of a meeting without a network, in virtual time. */
function setUp({ enters = true, history = [] as object[], readAt = undefined as number | undefined } = {}) {
	const time = createVirtualTime()
	const peer = createScriptedPeer(time)
	const { env } = createVirtualPage({ time, network: peer })
	const room = { enters, asked: 0 }
	const log = { epoch: 'e1', head: history.length }
	peer.on('login', ({ uid }) => ({
		session: 's',
		now: time.now(),
		user: { userId: uid, nickName: '' },
		expiresAt: time.now() + 86_400_000,
	}))
	peer.on('syncKeys', () => ({ keys: {} }))
	peer.on('groupPoll', ({ gid }) => ({
		epoch: log.epoch,
		list: [],
		head: log.head,
		min: 1,
		after: log.head,
		pullKey: log.head,
		more: false,
		role: -2,
		group: { gid },
	}))
	peer.on('groupHistory', () => ({ epoch: log.epoch, list: history, head: log.head, min: 1, more: false }))
	peer.on('groupSend', ({ cmid }) => ({ hisId: ++log.head, syncKey: `e1.${log.head}`, ts: time.now(), cmid }))
	const marks: number[] = []
	const refusedReactions: (number | undefined)[] = []
	const joinedAt = time.now()
	const files = { token: '', maxBytes: 1_000 }
	/** Uploads that were begun; each is answered by the test. */
	const uploads: (Upload & { end(result: Result<ChatFile, UploadFailure>): void })[] = []
	const opened = { answers: true, asked: [] as string[], meetings: new Set<string>() }
	const chat = createChat({
		socketUrl: meetingId => `https://meet.example.org/?meeting=${meetingId}`,
		async openFiles(token, meetingId) {
			opened.asked.push(token)
			opened.meetings.add(meetingId)
			return opened.answers ? '/files' : undefined
		},
		uploadFile: upload => new Promise(end => void uploads.push({ ...upload, end })),
		im: createIM({ modules: { chat: true }, environment: env }),
		async enter(): Promise<ChatGrant | undefined> {
			room.asked++
			files.token = `files-token-${room.asked}`
			return room.enters
				? {
						appId: 'app',
						userId: self,
						token: `token-${room.asked}`,
						appVersion: '1',
						gid: 'r',
						meetingId: '123456789' as ChatGrant['meetingId'],
						joinedAt,
						files: { ...files },
					}
				: undefined
		},
		readMark: { read: () => readAt, write: (_, at) => void marks.push(at) },
		now: time.now,
		after: time.after,
		onReactionRefused: code => void refusedReactions.push(code),
	})
	/** A message to everyone, or an event with other fields. */
	function tell(content: string, fields: object = {}) {
		log.head++
		const event = { hisId: log.head, ts: time.now(), userId: 'p-bob', sendUserName: 'Bob', type: 0, content, ...fields }
		peer.push('messagesReceived', { gid: 'r', epoch: log.epoch, from: log.head, to: log.head, list: [event] })
	}
	return { time, peer, chat, room, log, tell, marks, refusedReactions, state: chat.getState, joinedAt, uploads, opened }
}

const textsOf = ({ state }: Pick<ReturnType<typeof setUp>, 'state'>) => state().messages.map(({ text }) => text)
const event = (hisId: number, content: string, fields: object = {}) => ({
	hisId,
	ts: hisId,
	userId: 'p-bob',
	sendUserName: 'Bob',
	content,
	...fields,
})

test('[ROOM-132] what was written before, what arrives and what one sends are in order, each once', async () => {
	const chat = setUp({ history: [event(1, 'earlier')] })
	await chat.time.advance(1_000)
	expect(chat.state()).toMatchObject({ status: 'open', earlier: 'none', self })
	chat.tell('one')
	await chat.time.advance(100)
	chat.chat.send('everyone', 'mine', undefined)
	expect(chat.state().outgoing).toMatchObject([{ text: 'mine', status: 'sending' }])
	await chat.time.advance(100)
	expect(textsOf(chat)).toEqual(['earlier', 'one', 'mine'])
	expect(chat.state().outgoing).toEqual([])
	// The own message comes from the room, too.
	chat.peer.push('messagesReceived', {
		gid: 'r',
		epoch: 'e1',
		from: 3,
		to: 3,
		list: [event(3, 'mine', { userId: self, ts: chat.time.now() })],
	})
	await chat.time.advance(100)
	expect(textsOf(chat)).toEqual(['earlier', 'one', 'mine'])
})

test('[ROOM-175] what is taken back vanishes from the list, the count, the preview and what is read out, and stays away', async () => {
	const chat = setUp({ history: [event(1, 'earlier')] })
	await chat.time.advance(1_000)
	chat.tell('one')
	chat.tell('two')
	await chat.time.advance(100)
	expect([countUnread(chat.state()), chat.state().preview?.text]).toEqual([2, 'two'])
	const revoke = (target: number, userId: string) => {
		chat.log.head++
		const revoked = { hisId: chat.log.head, ts: chat.time.now(), userId, target }
		const { epoch, head } = chat.log
		chat.peer.push('messageRevoked', { gid: 'r', epoch, from: head, to: head, list: [revoked] })
	}
	revoke(3, 'p-bob')
	revoke(2, 'p-host')
	await chat.time.advance(announceMs)
	const { messages, preview, announced, gone } = chat.state()
	expect(messages.map(({ text, gone }) => [text, gone])).toEqual([
		['earlier', undefined],
		['', 'removed'],
		['', 'unsent'],
	])
	expect([countUnread(chat.state()), preview, announced]).toEqual([0, undefined, []])
	expect([...gone].sort()).toEqual(['everyone 2', 'everyone 3'])
	chat.tell('three')
	chat.tell('four')
	await chat.time.advance(announceMs + 100)
	expect(chat.state().announced.map(({ text }) => text)).toEqual(['three', 'four'])
	revoke(6, 'p-bob')
	await chat.time.advance(100)
	expect(chat.state().announced).toEqual([])
})

test('[ROOM-175] newcomers see nothing of a message that was taken back, and answers to it know', async () => {
	const history = [
		event(1, '', { revoked: true }),
		event(2, 'why?', { custom: '{"replyTo":1}' }),
		{ hisId: 3, ts: 3, userId: 'p-bob', messageType: 9001, target: 1 },
	]
	const chat = setUp({ history })
	await chat.time.advance(1_000)
	expect(textsOf(chat)).toEqual(['why?'])
	expect([...chat.state().gone]).toEqual(['everyone 1'])
})

test('[ROOM-175] a page that is loaded again shows the same of what was taken back while its person was there', async () => {
	const there = 1_000_000_000_000_000
	const revoked = (hisId: number, target: number, userId: string, ts: number) => ({
		hisId,
		ts,
		userId,
		messageType: 9001,
		target,
	})
	const history = [
		// Both are from before: the one was taken back then, the other while the person was there.
		event(1, '', { revoked: true }),
		event(2, '', { revoked: true }),
		revoked(3, 1, 'p-bob', 3),
		event(4, '', { revoked: true, ts: there }),
		event(5, '', { revoked: true, ts: there, type: 30 }),
		revoked(6, 4, 'p-bob', there + 1),
		revoked(7, 2, 'p-host', there + 2),
	]
	const chat = setUp({ history })
	await chat.time.advance(1_000)
	expect(chat.state().messages.map(({ id, name, text, gone }) => [id, name, text, gone])).toEqual([
		[2, 'Bob', '', 'removed'],
		[4, 'Bob', '', 'unsent'],
	])
	expect([countUnread(chat.state()), chat.state().announced, chat.state().preview]).toEqual([0, [], undefined])
})

test('[ROOM-175] a person takes back what was written to everyone or to one person; a refusal leaves it', async () => {
	const chat = setUp()
	chat.peer.on('chatSend', ({ cmid }) => ({ hisId: 1, syncKey: 'e2.1', ts: chat.time.now(), cmid }))
	await chat.time.advance(1_000)
	chat.chat.send('everyone', 'oops', undefined)
	chat.chat.send('p-bob', 'oops, Bob', undefined)
	await chat.time.advance(100)
	const codes = { groupRevoke: answerCodes.noPromise as number, chatRevoke: answerCodes.alreadyDone as number }
	for (const call of ['groupRevoke', 'chatRevoke'] as const) chat.peer.on(call, () => ({ code: codes[call] }))
	const takeBack = async (audience: string) => {
		const revoking = chat.chat.revoke({ audience, id: 1 })
		await chat.time.advance(100)
		return await revoking
	}
	expect([await takeBack('everyone'), textsOf(chat)]).toEqual([answerCodes.noPromise, ['oops', 'oops, Bob']])
	codes.groupRevoke = answerCodes.ok
	expect([await takeBack('everyone'), await takeBack('p-bob')]).toEqual([undefined, undefined])
	expect(chat.state().messages.map(({ gone }) => gone)).toEqual(['unsent', 'unsent'])
	expect(chat.peer.framesOf('groupRevoke').at(-1)?.jsonData).toMatchObject({ gid: 'r', hisId: 1 })
	expect(chat.peer.framesOf('chatRevoke').at(-1)?.jsonData).toMatchObject({ userId: 'p-bob', hisId: 1 })
})

test('[ROOM-177] a refused message keeps its place after what was known by then, and loses it when it is sent again', async () => {
	const chat = setUp()
	await chat.time.advance(1_000)
	chat.tell('before')
	await chat.time.advance(100)
	const { at } = chat.state().messages[0] ?? {}
	chat.peer.on('groupSend', () => ({ code: answerCodes.allSilenced }))
	chat.chat.send('everyone', 'refused', undefined)
	chat.chat.sendFile('everyone', new File(['x'], 'a.pdf'), undefined)
	await chat.time.advance(100)
	chat.uploads[0]?.end(refused('contentInvalid'))
	await chat.time.advance(100)
	chat.tell('after')
	await chat.time.advance(100)
	expect(chat.state().outgoing).toMatchObject([
		{ text: 'refused', after: at },
		{ text: 'a.pdf', after: at },
	])
	chat.peer.on('groupSend', () => undefined)
	chat.chat.sendAgain(chat.state().outgoing[0]?.cmid ?? '')
	expect(chat.state().outgoing.map(({ text, after }) => [text, after])).toEqual([
		['a.pdf', at],
		['refused', undefined],
	])
})

test('[ROOM-132] a message without a connection waits and is sent once', async () => {
	const chat = setUp()
	await chat.time.advance(1_000)
	chat.peer.mode = 'refuse'
	chat.peer.close('network')
	await chat.time.advance(100)
	expect(chat.state().status).toBe('reconnecting')
	chat.chat.send('everyone', 'later', undefined)
	await chat.time.advance(2_000)
	expect(chat.state().outgoing).toMatchObject([{ text: 'later', status: 'sending' }])
	chat.peer.mode = 'accept'
	await chat.time.advance(20_000)
	expect([chat.state().status, textsOf(chat)]).toEqual(['open', ['later']])
	expect(new Set(chat.peer.framesOf('groupSend').map(({ jsonData }) => jsonData.cmid)).size).toBe(1)
})

test.each([[answerCodes.wordRefused], [answerCodes.allSilenced], [answerCodes.missing]])(
	'[ROOM-132] a message refused with %i stays, with the reason, and can be sent again or deleted',
	async code => {
		const chat = setUp()
		await chat.time.advance(1_000)
		chat.peer.on('groupSend', () => ({ code }))
		chat.chat.send('everyone', 'no', 3)
		await chat.time.advance(100)
		const [refused] = chat.state().outgoing
		expect(refused).toMatchObject({ text: 'no', status: 'refused', code })
		chat.peer.on('groupSend', ({ cmid, custom }) => {
			expect(custom).toBe('{"replyTo":3}')
			return { hisId: ++chat.log.head, syncKey: 'e1.1', ts: chat.time.now(), cmid }
		})
		chat.chat.sendAgain(refused?.cmid ?? '')
		await chat.time.advance(100)
		expect([textsOf(chat), chat.state().outgoing]).toEqual([['no'], []])
	},
)

test('[ROOM-132] messages beyond the limit of messaging wait, and are sent in order', async () => {
	const chat = setUp()
	await chat.time.advance(1_000)
	const answer = ({ cmid }: Record<string, unknown>) => ({
		hisId: ++chat.log.head,
		syncKey: `e1.${chat.log.head}`,
		ts: chat.time.now(),
		cmid,
	})
	chat.peer.on('groupSend', () => ({ code: answerCodes.tooMany, retryAfterMs: 4_000 }))
	for (const text of ['one', 'two']) chat.chat.send('everyone', text, undefined)
	await chat.time.advance(2_000)
	expect(chat.state().outgoing.map(({ status }) => status)).toEqual(['sending', 'sending'])
	chat.peer.on('groupSend', answer)
	await chat.time.advance(10_000)
	expect(textsOf(chat)).toEqual(['one', 'two'])
})

test('[ROOM-133] unread are the messages of others since one joined or last looked; reactions are not counted', async () => {
	const chat = setUp({ history: [event(1, 'before I came')] })
	await chat.time.advance(1_000)
	const unread = () => countUnread(chat.state())
	expect(unread()).toBe(0)
	chat.tell('one')
	chat.tell('celebrate', reactionDraft('celebrate', 1, true))
	chat.tell('two')
	await chat.time.advance(10)
	expect([unread(), chat.state().preview?.text]).toEqual([2, 'two'])
	await chat.time.advance(previewMs)
	expect(chat.state().preview).toBeUndefined()
	chat.chat.setShown(true)
	expect([unread(), chat.state().newSince]).toEqual([0, chat.joinedAt])
	expect(chat.marks.at(-1)).toBe(chat.state().messages.at(-1)?.at)
	chat.tell('three')
	await chat.time.advance(10)
	expect([unread(), chat.state().preview]).toEqual([0, undefined])
	chat.chat.setShown(false)
	chat.chat.setShown(true)
	expect(chat.state().newSince).toBeUndefined()
})

test('[ROOM-133] messages are announced together', async () => {
	const chat = setUp()
	await chat.time.advance(1_000)
	chat.tell('one')
	await chat.time.advance(announceMs / 2)
	chat.tell('two')
	expect(chat.state().announced).toEqual([])
	await chat.time.advance(announceMs)
	expect(chat.state().announced.map(({ text }) => text)).toEqual(['one', 'two'])
	chat.tell('three')
	await chat.time.advance(2 * announceMs)
	expect(chat.state().announced.map(({ text }) => text)).toEqual(['three'])
})

test('[ROOM-134] a private message comes from its chat, and the answer goes there', async () => {
	const chat = setUp()
	await chat.time.advance(1_000)
	chat.peer.on('chatSend', ({ cmid, userId }) => {
		expect(userId).toBe('p-bob')
		return { hisId: 2, syncKey: 'e1.2', ts: chat.time.now(), cmid }
	})
	const list = [event(1, 'psst', { ts: chat.time.now() })]
	const conversation = { userId: 'p-bob', epoch: 'e1', list, head: 1, min: 1, after: 0, more: false, read: 0 }
	chat.peer.on('sync', ({ option }) => ({
		option,
		syncKey: 's.1',
		nextPage: false,
		list: [],
		conversations: [conversation],
	}))
	chat.peer.push('messagesReceived', { userId: 'p-bob', epoch: 'e1', from: 1, to: 1, list })
	await chat.time.advance(1_000)
	chat.chat.send('p-bob', 'yes', 1)
	await chat.time.advance(100)
	expect(chat.state().messages).toMatchObject([
		{ text: 'psst', audience: 'p-bob' },
		{ text: 'yes', audience: 'p-bob', replyTo: 1, userId: self },
	])
	expect(chat.peer.framesOf('groupSend')).toEqual([])
})

test('[ROOM-137] a reaction that is refused, or cannot be sent, is said and not shown', async () => {
	const chat = setUp({ history: [event(1, 'earlier')] })
	chat.chat.react({ audience: 'everyone', id: 1 }, 'clap', true)
	expect(chat.refusedReactions).toEqual([undefined])
	await chat.time.advance(1_000)
	chat.peer.on('groupSend', () => ({ code: answerCodes.allSilenced }))
	chat.chat.react({ audience: 'everyone', id: 1 }, 'clap', true)
	await chat.time.advance(100)
	expect(chat.refusedReactions).toEqual([undefined, answerCodes.allSilenced])
	expect(chat.state().reactions.size).toBe(0)
})

test('[ROOM-139] a chat that cannot be entered says so, tries again by itself and at once on request', async () => {
	const chat = setUp({ enters: false })
	await chat.time.advance(10)
	expect(chat.state().status).toBe('connecting')
	await chat.time.advance(10_000)
	expect(chat.state().status).toBe('failed')
	chat.chat.send('everyone', 'x', undefined)
	expect(chat.state().outgoing).toMatchObject([{ status: 'refused' }])
	chat.room.enters = true
	chat.chat.reconnect()
	await chat.time.advance(1_000)
	expect(chat.state().status).toBe('open')
	// Messaging does not know the person any more, as after a restart of the server.
	const { asked } = chat.room
	chat.peer.push('unauthorised', { code: answerCodes.unauthorised })
	await chat.time.advance(5_000)
	expect([chat.state().status, chat.room.asked > asked]).toEqual(['open', true])
	chat.chat.close()
	const before = chat.room.asked
	await chat.time.advance(120_000)
	expect(chat.room.asked).toBe(before)
})

test('[ROOM-139] where messaging does not answer the chat says so, and is entered at once on request when it does', async () => {
	const chat = setUp()
	chat.peer.mode = 'refuse'
	await chat.time.advance(patienceMs + 10)
	expect(chat.state()).toMatchObject({ status: 'failed', earlier: 'unknown' })
	chat.peer.mode = 'accept'
	chat.chat.reconnect()
	await chat.time.advance(1_000)
	expect(chat.state()).toMatchObject({ status: 'open', earlier: 'none' })
})

test('[ROOM-132] of ten thousand messages the newest are held, and quickly', async () => {
	const chat = setUp()
	await chat.time.advance(1_000)
	const started = performance.now()
	for (let batch = 0; batch < 100; batch++) {
		const from = chat.log.head + 1
		chat.log.head += 100
		const list = Array.from({ length: 100 }, (_, index) => event(from + index, `m${from + index}`))
		chat.peer.push('messagesReceived', { gid: 'r', epoch: 'e1', from, to: chat.log.head, list })
	}
	await chat.time.advance(1_000)
	expect(performance.now() - started).toBeLessThan(10_000)
	expect(chat.state().messages.at(-1)?.text).toBe('m10000')
	expect(chat.state().messages).toHaveLength(2_000)
	expect(chat.state().earlier).toBe('more')
})

test('[ROOM-132] while somebody reads back no message is forgotten; then the oldest are', async () => {
	const chat = setUp()
	await chat.time.advance(1_000)
	chat.chat.setReadingBack(true)
	const list = Array.from({ length: 2_100 }, (_, index) => event(index + 1, `m${index + 1}`))
	chat.log.head = list.length
	chat.peer.push('messagesReceived', { gid: 'r', epoch: 'e1', from: 1, to: list.length, list })
	await chat.time.advance(1_000)
	expect([chat.state().messages.length, chat.state().messages[0]?.text]).toEqual([2_100, 'm1'])
	chat.chat.setReadingBack(false)
	expect([chat.state().messages.length, chat.state().earlier]).toEqual([2_000, 'more'])
})

describe('[ROOM-132] messages that were skipped', () => {
	const page = (from: number, to: number) =>
		Array.from({ length: to - from + 1 }, (_, index) => event(from + index, `m${from + index}`))
	const answer = (list: object[], head: number, more: boolean) => ({ epoch: 'e1', list, head, min: 1, more })
	/** The page has the messages 11 to 20, there are ten before them, and 21 to 49 are skipped. */
	async function setUpWithGap(beforeGap: (chat: ReturnType<typeof setUp>) => void) {
		const chat = setUp({ history: page(11, 20) })
		chat.peer.on('groupHistory', () => answer(page(11, 20), 20, true))
		chat.log.head = 20
		await chat.time.advance(1_000)
		expect([textsOf(chat).at(0), textsOf(chat).at(-1), chat.state().earlier]).toEqual(['m11', 'm20', 'more'])
		beforeGap(chat)
		chat.log.head = 50
		chat.peer.push('messagesReceived', {
			gid: 'r',
			epoch: 'e1',
			from: 21,
			to: 50,
			list: page(50, 50),
			skipped: 29,
		})
		await chat.time.advance(500)
		return chat
	}
	const newest = () => answer(page(31, 50), 50, true)

	test('are loaded, and what is older is dropped where it is not known to follow', async () => {
		const chat = await setUpWithGap(({ peer }) => peer.on('groupHistory', newest))
		expect([textsOf(chat).length, textsOf(chat).at(0), textsOf(chat).at(-1)]).toEqual([20, 'm31', 'm50'])
	})

	test('are loaded after the page that is loading', async () => {
		const held: object[] = []
		const chat = await setUpWithGap(({ peer, chat: opened }) => {
			peer.on('groupHistory', (_, envelope) => void held.push(envelope))
			opened.loadEarlier()
		})
		expect(chat.state().earlier).toBe('loading')
		chat.peer.on('groupHistory', newest)
		for (const envelope of held)
			chat.peer.sendRaw({ ...envelope, jsonData: { code: 0, ...answer(page(1, 10), 50, false) } })
		await chat.time.advance(500)
		expect([textsOf(chat).length, textsOf(chat).at(0), textsOf(chat).at(-1)]).toEqual([20, 'm31', 'm50'])
	})

	test.each(['by itself', 'on request'])('are loaded again %s after a failure', async way => {
		const chat = await setUpWithGap(({ peer }) => peer.on('groupHistory', () => ({ code: answerCodes.missing })))
		expect(chat.state().earlier).toBe('failed')
		chat.peer.on('groupHistory', data => {
			// Not the page before the oldest message.
			expect(Number(data.before ?? Number.POSITIVE_INFINITY)).toBeGreaterThan(11)
			return newest()
		})
		if (way === 'on request') chat.chat.loadEarlier()
		await chat.time.advance(way === 'on request' ? 100 : 20_000)
		expect([textsOf(chat).length, textsOf(chat).at(0), textsOf(chat).at(-1)]).toEqual([20, 'm31', 'm50'])
	})
})

describe('[ROOM-220] [ROOM-224] pictures and files', () => {
	const aFile = (name: string) => new File(['x'], name)
	const stored = (name: string, fields: object = {}): ChatFile => ({
		id: v.parse(ChatFileId, `file_${'a'.repeat(16)}`),
		name,
		bytes: 1,
		...fields,
	})

	test('are uploaded one after the other, and their messages sent in that order', async () => {
		const { chat, time, state, uploads, peer } = setUp()
		await time.advance(1_000)
		expect(state().files).toEqual({ path: '/files', maxBytes: 1_000, openings: 1 })
		chat.sendFile('everyone', aFile('a.pdf'), 7)
		chat.sendFile('p-bob', aFile('b.png'), undefined)
		await time.advance(100)
		expect(uploads.map(({ to, file }) => [to, file.name])).toEqual([['everyone', 'a.pdf']])
		expect(uploads[0]?.token()).toBe('files-token-1')
		// NODE-21
		expect(uploads[0]?.meetingId).toBe('123456789')
		uploads[0]?.onProgress(0.4)
		expect(state().outgoing).toMatchObject([
			{ text: 'a.pdf', status: 'uploading', upload: { progress: 0.4 } },
			{ text: 'b.png', status: 'uploading', upload: { progress: 0 } },
		])
		uploads[0]?.end(ok(stored('a (1).pdf')))
		await time.advance(100)
		expect(peer.framesOf('groupSend').at(-1)?.jsonData).toMatchObject({
			type: 31,
			content: `file_${'a'.repeat(16)}`,
			custom: '{"replyTo":7}',
		})
		expect(state().messages).toMatchObject([{ text: 'a (1).pdf', file: { bytes: 1 }, replyTo: 7, userId: self }])
		expect(uploads[1]).toMatchObject({ to: 'p-bob' })
	})

	test('one that fails stays with the reason, and is uploaded again on request; one that is cancelled goes', async () => {
		const { chat, time, state, uploads } = setUp()
		await time.advance(1_000)
		for (const name of ['a.pdf', 'b.pdf']) chat.sendFile('everyone', aFile(name), undefined)
		await time.advance(10)
		uploads[0]?.end(refused('contentInvalid'))
		await time.advance(10)
		const [failed, next] = state().outgoing
		expect(failed).toMatchObject({ status: 'refused', upload: { failure: 'contentInvalid' } })
		chat.discard(next?.cmid ?? '')
		expect(uploads[1]?.signal.aborted).toBe(true)
		uploads[1]?.end(refused('cancelled'))
		chat.sendAgain(failed?.cmid ?? '')
		await time.advance(10)
		expect(uploads[2]?.file.name).toBe('a.pdf')
		expect(state().outgoing).toMatchObject([{ status: 'uploading', upload: { progress: 0 } }])
		chat.close()
		expect(uploads[2]?.signal.aborted).toBe(true)
	})

	test('one whose message is refused is sent again without an upload, unless the server has discarded it', async () => {
		const { chat, time, state, uploads, peer } = setUp()
		await time.advance(1_000)
		const codes = [answerCodes.allSilenced, answerCodes.missing]
		peer.on('groupSend', () => ({ code: codes.shift() }))
		chat.sendFile('everyone', aFile('a.pdf'), undefined)
		await time.advance(10)
		uploads[0]?.end(ok(stored('a.pdf')))
		await time.advance(1_000)
		expect(state().outgoing).toMatchObject([{ status: 'refused', code: answerCodes.allSilenced }])
		chat.sendAgain(state().outgoing[0]?.cmid ?? '')
		await time.advance(1_000)
		expect(uploads).toHaveLength(1)
		expect(state().outgoing).toMatchObject([{ status: 'refused', code: answerCodes.missing }])
		chat.sendAgain(state().outgoing[0]?.cmid ?? '')
		await time.advance(10)
		expect(uploads).toHaveLength(2)
	})

	test('of others have what the server says of them; a message that names no file is not shown', async () => {
		const { time, tell, state } = setUp()
		await time.advance(1_000)
		tell('a.webp', { type: 31, attachment: JSON.stringify(stored('a.webp', { picture: { width: 2, height: 1 } })) })
		tell('b.pdf', { type: 31, attachment: '{"id":"../../b"}' })
		tell('c.pdf', { type: 31 })
		tell('text', { attachment: JSON.stringify(stored('d.pdf')) })
		await time.advance(100)
		expect(state().messages.map(({ text, file }) => [text, file?.picture])).toEqual([
			['a.webp', { width: 2, height: 1 }],
			['text', undefined],
		])
	})

	test('are loaded once the browser is let in, which is tried until it works', async () => {
		const { time, state, opened } = setUp()
		opened.answers = false
		await time.advance(2_500)
		expect(state().files.path).toBeUndefined()
		opened.answers = true
		await time.advance(4_000)
		expect(state().files.path).toBe('/files')
		expect(opened.asked.length).toBeGreaterThan(1)
	})

	test('are opened again with a new token before the cookie expires after twelve hours, as long as the chat is open', async () => {
		const { chat, time, state, opened } = setUp()
		await time.advance(1_000)
		expect([opened.asked, [...opened.meetings]]).toEqual([['files-token-1'], ['123456789']])
		for (let hour = 0; hour < 13; hour++) await time.advance(3_600_000)
		expect(opened.asked.length).toBeGreaterThan(2)
		expect(opened.asked.at(-1)).not.toBe('files-token-1')
		expect(state().files.openings).toBe(opened.asked.length)
		chat.close()
		const before = opened.asked.length
		await time.advance(2 * reopenFilesMs)
		expect(opened.asked.length).toBe(before)
	})

	test('are opened again after an interruption, so that pictures that failed are loaded again', async () => {
		const { time, peer, state, opened } = setUp()
		await time.advance(1_000)
		peer.mode = 'refuse'
		peer.close('network')
		await time.advance(100)
		expect([state().status, opened.asked.length]).toEqual(['reconnecting', 1])
		peer.mode = 'accept'
		await time.advance(30_000)
		expect([state().status, state().files.openings]).toEqual(['open', 2])
	})
})
