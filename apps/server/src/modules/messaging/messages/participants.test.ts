import { refused } from '@parley/core'
import { answerCodes, contentTypes, type GroupId, groupTypes, imLimits } from '@parley/im'
import { beforeEach, describe, expect, test } from 'vitest'
import { createTestNodes, type TestNodes, uidOf } from '../testing/messagingNodes.ts'

/** The chat of one meeting, with Ann and Bob in its room. */
let nodes: TestNodes
let gid: GroupId

beforeEach(async () => {
	nodes = createTestNodes({ isLimited: true })
	gid = await nodes.makeGroup('chat', [], { mucType: groupTypes.CHATROOM, participantsOnly: true })
	for (const name of ['p-ann', 'p-bob']) enterRoom(name)
})

const enterRoom = (name: string, changes: object = {}) =>
	nodes.participants.set(uidOf(name), { gid, mayWrite: true, seesFrom: 0, ...changes })
const logIn = (name: string) => nodes.logIn(name, { isGuest: true })
const texts = (list: readonly object[] = []) => list.map(event => (event as { content?: string }).content)
const write = async (client: Awaited<ReturnType<typeof logIn>>, content: string) =>
	(await client.call('groupSend', { gid, content }, nodes.soon)).code

describe('the chat of a meeting', () => {
	test('[ROOM-130] those in its room read and write, also on a site without guests, one message after another', async () => {
		nodes.site.allowsGuests = false
		const [ann, bob] = [await logIn('p-ann'), await logIn('p-bob')]
		await bob.call('groupPoll', { gid })
		expect([await write(ann, 'one'), await write(ann, 'two\nlines'), await write(ann, '<b>three</b>')]).toEqual([
			0, 0, 0,
		])
		await nodes.timers.advance(1_000)
		const heard = bob.pushes('messagesReceived').flatMap(({ list }) => list)
		expect(texts(heard)).toEqual(['one', 'two\nlines', '<b>three</b>'])
		expect(heard[0]).toMatchObject({ userId: 'p-ann', sendUserName: 'p-ann X' })
	})

	test('[ROOM-130] nobody else reads, writes or finds it: neither members, guests, a former participant nor one of another meeting', async () => {
		const other = await nodes.makeGroup('other', [], { mucType: groupTypes.CHATROOM, participantsOnly: true })
		nodes.participants.set(uidOf('p-eve'), { gid: other, mayWrite: true, seesFrom: 0 })
		const outsiders = [await nodes.logIn('owner'), await nodes.logIn('g-1', { isGuest: true }), await logIn('p-eve')]
		for (const outsider of outsiders) {
			expect((await outsider.call('groupPoll', { gid })).code).toBe(answerCodes.noPromise)
			expect((await outsider.call('groupHistory', { gid })).code).toBe(answerCodes.missing)
			expect((await outsider.call('groupInfo', { gid })).code).toBe(answerCodes.missing)
			expect((await outsider.call('groupPublicInfo', { gid })).code).toBe(answerCodes.missing)
			expect(await write(outsider, 'hello')).toBe(answerCodes.missing)
		}
		expect(outsiders.flatMap(({ received }) => texts(received.map(({ jsonData }) => jsonData)))).not.toContain('hello')
	})

	test('[ROOM-130] who has left the room writes no more, and cannot log in again with their token', async () => {
		const bob = await logIn('p-bob')
		await bob.call('groupPoll', { gid })
		nodes.participants.delete(uidOf('p-bob'))
		expect(await write(bob, 'still here')).toBe(answerCodes.missing)
		expect((await bob.call('groupHistory', { gid })).code).toBe(answerCodes.missing)
		await nodes.timers.advance(6_000)
		expect(bob.isClosed()).toBe(true)
		const again = await nodes.connect().call('login', nodes.loginOf('p-bob', { isGuest: true }), nodes.soon)
		expect(again.code).toBe(answerCodes.unauthorised)
	})

	test('[ROOM-130] a participant is nothing in the other rooms of the site, and makes none of the calls of members', async () => {
		const live = await nodes.makeGroup('live', [], { mucType: groupTypes.CHATROOM })
		const ann = await logIn('p-ann')
		expect((await ann.call('groupPoll', { gid: live })).code).toBe(answerCodes.noPromise)
		expect((await ann.call('groupSend', { gid: live, content: 'x' })).code).toBe(answerCodes.notMember)
		expect((await ann.call('groupCreate', { name: 'mine' })).code).toBe(answerCodes.noPromise)
		for (const call of ['groupUpdateInfo', 'groupDelete', 'groupMemberList', 'groupQrCode'] as const)
			expect((await ann.call(call, { gid } as never)).code).toBe(answerCodes.noPromise)
	})

	test('[ROOM-131] 255 characters are a message, one more is refused; and who floods the chat is told to wait', async () => {
		const ann = await logIn('p-ann')
		expect(await write(ann, '😀'.repeat(imLimits.maxContentLength))).toBe(0)
		expect(await write(ann, 'x'.repeat(imLimits.maxContentLength + 1))).toBe(answerCodes.invalidData)
		const codes: number[] = []
		for (let count = 0; count < 70; count++) codes.push(await write(ann, `${count}`))
		expect(codes.slice(0, 50)).toEqual(codes.slice(0, 50).map(() => 0))
		expect(codes.at(-1)).toBe(answerCodes.tooMany)
	})

	test('[ROOM-136] who may not see what was before they joined gets none of it, whatever position they ask from', async () => {
		const ann = await logIn('p-ann')
		await write(ann, 'before')
		await nodes.timers.advance(1_000)
		enterRoom('p-late', { seesFrom: nodes.timers.now() })
		const late = await logIn('p-late')
		await write(ann, 'after')
		const polled = await late.call('groupPoll', { gid, hisId: 0 })
		const newest = await late.call('groupHistory', { gid })
		const oldest = await late.call('groupHistory', { gid, after: 0 })
		expect([polled, newest, oldest].map(({ list }) => texts(list))).toEqual([['after'], ['after'], ['after']])
		expect(newest.more).toBe(false)
		expect(texts((await ann.call('groupHistory', { gid })).list)).toEqual(['before', 'after'])
	})

	test('[ROOM-137] where the host has turned off the chat, those who may not write read on', async () => {
		const [ann, bob] = [await logIn('p-ann'), await logIn('p-bob')]
		enterRoom('p-bob', { mayWrite: false })
		await bob.call('groupPoll', { gid })
		expect(await write(bob, 'no')).toBe(answerCodes.allSilenced)
		expect((await bob.call('chatSend', { userId: uidOf('p-ann'), content: 'no' })).code).toBe(answerCodes.allSilenced)
		expect(await write(ann, 'yes')).toBe(0)
		await nodes.timers.advance(1_000)
		expect(texts(bob.pushes('messagesReceived').flatMap(({ list }) => list))).toEqual(['yes'])
	})
})

describe('[ROOM-175] a message of a meeting is revoked', () => {
	test('by its author and by those who run the meeting, and is gone for all', async () => {
		for (const name of ['p-eve', 'p-host']) enterRoom(name)
		nodes.removers.add(uidOf('p-host'))
		const [ann, bob, host] = [await logIn('p-ann'), await logIn('p-bob'), await logIn('p-host')]
		await bob.call('groupPoll', { gid })
		const { hisId: first = 0 } = await ann.call('groupSend', { gid, content: 'by Ann' }, nodes.soon)
		const { hisId: second = 0 } = await ann.call('groupSend', { gid, content: 'by Ann, too' }, nodes.soon)
		const revoke = async (client: typeof ann, hisId: number) =>
			(await client.call('groupRevoke', { gid, hisId }, nodes.soon)).code
		expect(await revoke(bob, first)).toBe(answerCodes.noPromise)
		expect(await revoke(ann, first)).toBe(0)
		expect(await revoke(ann, first)).toBe(answerCodes.alreadyDone)
		expect(await revoke(ann, 99)).toBe(answerCodes.missing)
		expect(await revoke(host, second)).toBe(0)
		// Those who take back their own message, or may not remove it, have removed none (ROOM-165).
		expect(nodes.removals).toEqual([{ uid: 'p-host', author: 'p-ann' }])
		await nodes.timers.advance(1_000)
		expect(bob.pushes('messageRevoked').flatMap(({ list }) => list)).toMatchObject([
			{ userId: 'p-ann', target: first },
			{ userId: 'p-host', target: second },
		])
		const late = await logIn('p-eve')
		expect(texts((await late.call('groupHistory', { gid })).list).filter(text => text !== undefined)).toEqual(['', ''])
	})

	test('by nobody outside of its room', async () => {
		const other = await nodes.makeGroup('other', [], { mucType: groupTypes.CHATROOM, participantsOnly: true })
		nodes.participants.set(uidOf('p-eve'), { gid: other, mayWrite: true, seesFrom: 0 })
		for (const name of ['p-eve', 'p-bob']) nodes.removers.add(uidOf(name))
		const [ann, bob] = [await logIn('p-ann'), await logIn('p-bob')]
		const { hisId = 0 } = await ann.call('groupSend', { gid, content: 'stays' }, nodes.soon)
		const outsiders = [await nodes.logIn('owner'), await nodes.logIn('g-1', { isGuest: true }), await logIn('p-eve')]
		nodes.participants.delete(uidOf('p-bob'))
		for (const outsider of [...outsiders, bob])
			expect((await outsider.call('groupRevoke', { gid, hisId }, nodes.soon)).code).toBe(answerCodes.missing)
		expect(texts((await ann.call('groupHistory', { gid })).list)).toEqual(['stays'])
	})

	test('only by its author, if it is private; its file goes with it', async () => {
		enterRoom('p-host')
		nodes.removers.add(uidOf('p-host'))
		nodes.removers.add(uidOf('p-bob'))
		const [ann, bob, host] = [await logIn('p-ann'), await logIn('p-bob'), await logIn('p-host')]
		const file = { ok: true, value: { name: 'plan.pdf', details: '{"id":"file-1"}' } } as const
		nodes.files.set(JSON.stringify([uidOf('p-ann'), { userId: uidOf('p-bob') }, 'file-1']), file)
		const draft = { userId: uidOf('p-bob'), type: contentTypes.file, content: 'file-1' }
		const { hisId = 0 } = await ann.call('chatSend', draft, nodes.soon)
		const revoke = async (client: typeof ann, userId: string) =>
			(await client.call('chatRevoke', { userId: uidOf(userId), hisId }, nodes.soon)).code
		expect(await revoke(bob, 'p-ann')).toBe(answerCodes.noPromise)
		for (const userId of ['p-ann', 'p-bob']) expect(await revoke(host, userId)).toBe(answerCodes.missing)
		// Pages of the log are cached.
		expect(texts((await bob.call('chatHistory', { userId: uidOf('p-ann') })).list)).toEqual(['plan.pdf'])
		expect(nodes.openedFiles.size).toBe(1)
		expect(await revoke(ann, 'p-bob')).toBe(0)
		expect(await revoke(ann, 'p-bob')).toBe(answerCodes.alreadyDone)
		await nodes.timers.advance(1_000)
		expect(nodes.openedFiles.size).toBe(0)
		expect(bob.pushes('messageRevoked')).toMatchObject([
			{ userId: 'p-ann', list: [{ userId: 'p-ann', target: hisId }] },
		])
		const message = (await bob.call('chatHistory', { userId: uidOf('p-ann') })).list?.[0]
		expect(message).toMatchObject({ content: '', revoked: true })
		expect(message).not.toHaveProperty('attachment')
	})

	test('not when its time is over', async () => {
		const ann = await logIn('p-ann')
		const { hisId = 0 } = await ann.call('groupSend', { gid, content: 'stays' }, nodes.soon)
		const toBob = { userId: uidOf('p-bob') }
		const sent = await ann.call('chatSend', { ...toBob, content: 'stays' }, nodes.soon)
		nodes.unsending.isAllowed = false
		expect((await ann.call('groupRevoke', { gid, hisId }, nodes.soon)).code).toBe(answerCodes.noPromise)
		const code = (await ann.call('chatRevoke', { ...toBob, hisId: sent.hisId ?? 0 }, nodes.soon)).code
		expect(code).toBe(answerCodes.noPromise)
	})
})

test('[IMCALL-38] a message to one person is revoked by its author alone', async () => {
	const [li, han] = [await nodes.logIn('li'), await nodes.logIn('han')]
	const { hisId = 0 } = await li.call('chatSend', { userId: uidOf('han'), content: 'oops' }, nodes.soon)
	const guest = await nodes.logIn('g-1', { isGuest: true })
	const codes = [
		await han.call('chatRevoke', { userId: uidOf('li'), hisId }, nodes.soon),
		await guest.call('chatRevoke', { userId: uidOf('li'), hisId }, nodes.soon),
		await li.call('chatRevoke', { userId: uidOf('han'), hisId }, nodes.soon),
	]
	expect(codes.map(({ code }) => code)).toEqual([answerCodes.noPromise, answerCodes.noPromise, 0])
	expect(texts((await han.call('chatHistory', { userId: uidOf('li') })).list)[0]).toBe('')
})

describe('a private message', () => {
	test('[ROOM-134] is seen by the two, and by nobody else in the room', async () => {
		enterRoom('p-eve')
		const [ann, bob, eve] = [await logIn('p-ann'), await logIn('p-bob'), await logIn('p-eve')]
		for (const client of [ann, bob, eve]) await client.call('groupPoll', { gid })
		const sent = await ann.call('chatSend', { userId: uidOf('p-bob'), content: 'only you' }, nodes.soon)
		await nodes.timers.advance(1_000)
		expect(sent.code).toBe(0)
		expect(texts(bob.pushes('messagesReceived').flatMap(({ list }) => list))).toEqual(['only you'])
		expect(eve.pushes('messagesReceived')).toEqual([])
		expect((await eve.call('groupHistory', { gid })).list).toEqual([])
		for (const userId of ['p-ann', 'p-bob'])
			expect((await eve.call('chatHistory', { userId: uidOf(userId) })).list).toEqual([])
	})

	test('[ROOM-134] reaches nobody outside the meeting, and comes from nobody outside', async () => {
		nodes.participants.set(uidOf('p-eve'), { gid: 'other' as GroupId, mayWrite: true, seesFrom: 0 })
		const [ann, member] = [await logIn('p-ann'), await nodes.logIn('li')]
		for (const userId of ['p-eve', 'p-gone', 'li'])
			expect((await ann.call('chatSend', { userId: uidOf(userId), content: 'x' })).code).toBe(answerCodes.missing)
		expect((await member.call('chatSend', { userId: uidOf('p-ann'), content: 'x' })).code).toBe(answerCodes.missing)
	})

	describe('[ROOM-220] a message of a file', () => {
		const attached = { ok: true, value: { name: 'plan.pdf', details: '{"id":"file-1"}' } } as const
		const allow = (author: string, audience: object, fileId: string) =>
			nodes.files.set(JSON.stringify([uidOf(author), audience, fileId]), attached)

		test('has the name and details that the server knows, whatever its author writes', async () => {
			const [ann, bob] = [await logIn('p-ann'), await logIn('p-bob')]
			await bob.call('groupPoll', { gid })
			allow('p-ann', { gid }, 'file-1')
			const draft = {
				type: contentTypes.file,
				content: 'file-1',
				attachment: '{"id":"another"}',
				custom: '{"replyTo":1}',
			}
			expect((await ann.call('groupSend', { gid, ...draft }, nodes.soon)).code).toBe(0)
			await nodes.timers.advance(1_000)
			expect(bob.pushes('messagesReceived').flatMap(({ list }) => list)).toMatchObject([
				{ type: contentTypes.file, content: 'plan.pdf', attachment: '{"id":"file-1"}', custom: '{"replyTo":1}' },
			])
		})

		test('[ROOM-222] lets its readers load the file once it is stored, and no longer when it is revoked', async () => {
			nodes = createTestNodes({ isLimited: true, refusedWord: 'plan-b' })
			gid = await nodes.makeGroup('chat', [], { mucType: groupTypes.CHATROOM, participantsOnly: true })
			for (const name of ['p-ann', 'p-bob']) enterRoom(name)
			const ann = await logIn('p-ann')
			const toBob = { userId: uidOf('p-bob') }
			const fileNamed = (name: string) => ({ ok: true, value: { name, details: `details of ${name}` } }) as const
			for (const audience of [{ gid }, toBob]) {
				const file = (fileId: string) => JSON.stringify([uidOf('p-ann'), audience, fileId])
				nodes.files.set(file('file-1'), fileNamed('plan-b.pdf'))
				nodes.files.set(file('file-2'), fileNamed('plan.pdf'))
			}
			const toGroup = (content: string, cmid: string) =>
				ann.call('groupSend', { gid, type: contentTypes.file, content, cmid }, nodes.soon)
			const toPerson = (content: string, cmid: string) =>
				ann.call('chatSend', { ...toBob, type: contentTypes.file, content, cmid }, nodes.soon)
			for (const send of [toGroup, toPerson]) {
				expect((await send('file-1', 'c-0000001')).code).toBe(answerCodes.wordRefused)
				expect(nodes.openedFiles.size).toBe(0)
				const { ts } = await send('file-2', 'c-0000002')
				expect([...nodes.openedFiles]).toEqual([['details of plan.pdf', ts]])
				// As if the process had ended between the two.
				nodes.openedFiles.clear()
				expect((await send('file-2', 'c-0000002')).code).toBe(0)
				expect([...nodes.openedFiles]).toEqual([['details of plan.pdf', ts]])
				nodes.openedFiles.clear()
			}
			const { hisId } = await toGroup('file-2', 'c-0000003')
			expect(nodes.openedFiles.size).toBe(1)
			expect((await ann.call('groupRevoke', { gid, hisId: hisId ?? 0 }, nodes.soon)).code).toBe(0)
			expect(nodes.openedFiles.size).toBe(0)
			expect((await toGroup('file-2', 'c-0000003')).code).toBe(0)
			expect(nodes.openedFiles.size).toBe(0)
		})

		test('to one person needs a file for that person', async () => {
			const [ann, bob] = [await logIn('p-ann'), await logIn('p-bob')]
			const send = (content: string) =>
				ann.call('chatSend', { userId: uidOf('p-bob'), type: contentTypes.file, content }, nodes.soon)
			allow('p-ann', { gid }, 'file-1')
			expect((await send('file-1')).code).toBe(answerCodes.missing)
			allow('p-ann', { userId: uidOf('p-bob') }, 'file-2')
			expect((await send('file-2')).code).toBe(0)
			await nodes.timers.advance(1_000)
			expect(texts(bob.pushes('messagesReceived').flatMap(({ list }) => list))).toEqual(['plan.pdf'])
		})

		test('is refused for an unknown file, one of another person, and where files are off; one that was stored stays', async () => {
			const ann = await logIn('p-ann')
			const send = (content: string, cmid: string) =>
				ann.call('groupSend', { gid, type: contentTypes.file, content, cmid }, nodes.soon)
			allow('p-bob', { gid }, 'file-1')
			expect((await send('file-1', 'c-0000001')).code).toBe(answerCodes.missing)
			allow('p-ann', { gid }, 'file-2')
			const first = await send('file-2', 'c-0000002')
			nodes.files.set(JSON.stringify([uidOf('p-ann'), { gid }, 'file-2']), refused('off'))
			expect((await send('file-2', 'c-0000003')).code).toBe(answerCodes.allSilenced)
			expect(await send('file-2', 'c-0000002')).toMatchObject({ code: 0, hisId: first.hisId })
		})

		test('is a message like any other outside of meetings', async () => {
			const group = await nodes.makeGroup('group', ['ann'])
			const ann = await nodes.logIn('ann')
			const draft = { type: contentTypes.file, content: 'anything' }
			expect((await ann.call('groupSend', { gid: group, ...draft }, nodes.soon)).code).toBe(0)
		})
	})
})
