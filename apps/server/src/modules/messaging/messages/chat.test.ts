import { answerCodes, type CallInput, contentTypes } from '@parley/im'
import { describe, expect, test } from 'vitest'
import { appId, createTestNodes, uidOf } from '../testing/messagingNodes.ts'
import { batchesIn } from '../testing/pushedEvents.ts'

describe('chats', () => {
	test('[IMCALL-02] [IMCALL-56] a message reaches both people on all their devices, named by the other one', async () => {
		const { logIn, soon, timers } = createTestNodes()
		const [li, tab, han] = [await logIn('li'), await logIn('li'), await logIn('han')]
		const sent = await li.call('chatSend', { userId: uidOf('han'), content: 'hello', cmid: 'c1', extra: 1 }, soon)
		expect(sent).toMatchObject({ code: 0, hisId: 1, cmid: 'c1', ts: expect.any(Number) })
		const message = { hisId: 1, content: 'hello', userId: 'li', sendUserName: 'li X', cmid: 'c1', extra: 1, type: 0 }
		for (const own of [li, tab]) expect(batchesIn(own.received)).toMatchObject([{ userId: 'han', list: [message] }])
		expect(batchesIn(han.received)).toMatchObject([{ userId: 'li', from: 1, to: 1, list: [message] }])
		expect(sent.ts).toBeLessThanOrEqual(timers.now())
	})

	test('sender data claimed by a client are not delivered', async () => {
		const { logIn, soon } = createTestNodes()
		const [li, han] = [await logIn('li'), await logIn('han')]
		const forged = { hisId: 99, ts: 1, role: 1, revoked: true, sendUserName: 'Han', gid: 'g', messageType: 9001 }
		await li.call('chatSend', { userId: uidOf('han'), content: 'x', ...forged }, soon)
		const [message] = batchesIn(han.received)[0]?.list ?? []
		expect(message).toMatchObject({ hisId: 1, userId: 'li', sendUserName: 'li X' })
		for (const field of ['role', 'revoked', 'gid', 'messageType']) expect(message).not.toHaveProperty(field)
	})

	test('[LIVE-32] only the server writes control messages', async () => {
		const { logIn, makeGroup, soon } = createTestNodes()
		const [li, han] = [await logIn('li'), await logIn('han')]
		const forged = { type: contentTypes.control, content: 'close_live' }
		const refused = { code: answerCodes.invalidData }
		expect(await li.call('chatSend', { userId: uidOf('han'), ...forged }, soon)).toMatchObject(refused)
		const gid = await makeGroup('g1', ['li', 'han'])
		expect(await li.call('groupSend', { gid, ...forged }, soon)).toMatchObject(refused)
		expect(batchesIn(han.received)).toEqual([])
	})

	test('[QUES-03] in a group only owner and managers answer questions', async () => {
		const { logIn, makeGroup, soon } = createTestNodes()
		const [owner, han] = [await logIn('owner'), await logIn('han')]
		const gid = await makeGroup('g1', ['han'])
		const answer = { gid, type: contentTypes.answer, content: 'yes', attachment: '{"sendUser":"x","content":"?"}' }
		const codes = [await owner.call('groupSend', answer, soon), await han.call('groupSend', answer, soon)].map(
			({ code }) => code,
		)
		expect(codes).toEqual([answerCodes.ok, answerCodes.noPromise])
	})

	test('a repeated message gets the same answer and is delivered once, whenever and however it arrives', async () => {
		const { logIn, soon, store, timers } = createTestNodes()
		const [li, han] = [await logIn('li'), await logIn('han')]
		const message = { userId: uidOf('han'), content: 'hello', cmid: 'c1' }
		const ids = [li.send('chatSend', message), li.send('chatSend', message)]
		await soon()
		const again = await (await logIn('li')).call('chatSend', message, soon)
		const answers = [...ids.map(id => li.answerOf(id)), again]
		expect(new Set(answers.map(answer => JSON.stringify(answer))).size).toBe(1)
		await timers.advance(1_000)
		expect(batchesIn(han.received)).toHaveLength(1)
		const friends = {
			put: [{ uid: uidOf('han'), friendUid: uidOf('li'), isFriend: true, remark: '', shield: true, since: 0 }],
		}
		await store.commit([{ appId, now: 0, friends }])
		expect(await li.call('chatSend', message, soon)).toEqual(again)
		expect(await li.call('chatSend', { ...message, cmid: 'c2' }, soon)).toMatchObject({ code: answerCodes.shielded })
	})

	test('an unknown person gets nothing, and a refused word is not sent', async () => {
		const { logIn, soon } = createTestNodes({ refusedWord: 'spam' })
		const li = await logIn('li')
		expect(await li.call('chatSend', { userId: uidOf('nobody'), content: 'x' }, soon)).toMatchObject({
			code: answerCodes.missing,
		})
		await logIn('han')
		const refused = { code: answerCodes.wordRefused }
		expect(await li.call('chatSend', { userId: uidOf('han'), content: 'a spam' }, soon)).toMatchObject(refused)
		expect(await li.call('chatSend', { userId: uidOf('han'), content: 'x'.repeat(256) }, soon)).toMatchObject({
			code: answerCodes.invalidData,
		})
	})

	test('[IMCALL-03] history is read in both directions, and tells whether there is more', async () => {
		const { logIn, soon } = createTestNodes()
		const [li] = [await logIn('li'), await logIn('han')]
		const userId = uidOf('han')
		expect(await li.call('chatHistory', { userId })).toMatchObject({ code: 0, list: [], head: 0, more: false })
		for (let n = 1; n <= 5; n++) await li.call('chatSend', { userId, content: `m${n}` }, soon)
		const read = async (range: Omit<CallInput<'chatHistory'>, 'userId'>) => {
			const { list, more } = await li.call('chatHistory', { userId, ...range })
			return [list?.map(({ hisId }) => hisId), more]
		}
		expect(await read({})).toEqual([[1, 2, 3, 4, 5], false])
		expect(await read({ count: 2 })).toEqual([[4, 5], true])
		expect(await read({ hisId: 4, count: 2 })).toEqual([[2, 3], true])
		expect(await read({ hisId: 3 })).toEqual([[1, 2], false])
		expect(await read({ after: 1, count: 2 })).toEqual([[2, 3], true])
		expect(await read({ after: 3 })).toEqual([[4, 5], false])
		expect(await read({ after: 1, hisId: 4 })).toEqual([[2, 3], false])
	})
})
