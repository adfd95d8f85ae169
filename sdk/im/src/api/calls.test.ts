import { answerCodes, type CallName, callNames, calls, groupTypes, packetNumber } from '@parley/im'
import { expect, test } from 'vitest'
import { callExamples } from '../../../../contracts/im/src/examples.ts'
import { outcome, setUp } from '../testing/setUp.ts'
import type { IM } from './createIM.ts'

const input = <N extends CallName>(name: N) => callExamples[name].input as Record<string, never>
async function first<T>(pages: AsyncGenerator<T>): Promise<T | undefined> {
	for await (const page of pages) return page
	return undefined
}

/** The API method for each call of the table, with the contract's example input. */
const methods: Record<
	Exclude<CallName, 'login' | 'logout' | 'syncKeys' | 'sync' | 'groupPoll'>,
	(im: IM) => unknown
> = {
	userInfo: im => im.user.info(['u-hanmei']),
	noticeSearch: im => first(im.notice.search({ keywords: 'update', count: 20 })),
	chatSend: im => im.chat('u-hanmei').send({ content: '在吗？' }),
	chatHistory: im => first(im.chat('u-hanmei').history({ before: 43, limit: 20 })),
	chatRevoke: im => im.chat('u-hanmei').revoke(42),
	friendApply: im => im.friend.apply({ userId: 'u-hanmei', content: 'Li from sales' }),
	friendHandleApply: im => im.friend.accept('fa-81'),
	friendDelete: im => im.friend.delete('u-hanmei'),
	friendList: im => im.friend.list(),
	friendApplyStatus: im => im.friend.applyStatus('u-hanmei'),
	friendShield: im => im.friend.shield('u-hanmei'),
	friendApplyList: im => first(im.friend.applications({ limit: 20 })),
	friendModifyInfo: im => im.friend.modifyInfo({ userId: 'u-hanmei', remark: 'Mei' }),
	groupInvite: im => im.group('gr-design').invite(['u-lilei']),
	groupMemberList: im => first(im.group('gr-design').members()),
	groupSend: im => im.group('gr-design').send({ content: '大家好 👋' }),
	groupHistory: im => first(im.group('gr-design').history({ after: 40, before: 43 })),
	groupCreate: im => im.groups.create({ name: 'Design', mucType: 0, userIds: ['u-lilei'] }),
	groupList: im => im.groups.list(),
	groupLeave: im => im.group('gr-design').leave(),
	groupLeaveMany: im => im.groups.leave(['gr-design']),
	groupKick: im => im.group('gr-design').kick({ userId: 'u-lilei', ban: true }),
	groupUpdateInfo: im => im.group('gr-design').update({ name: 'Design & UX', silenceAll: true }),
	groupShield: im => im.group('gr-design').shield(1),
	groupDelete: im => im.group('gr-design').delete(),
	groupUpdateMember: im => im.group('gr-design').updateMember({ userId: 'u-lilei', silence: 600 }),
	groupUpdateImage: im => im.group('gr-design').updateImage('https://meet.example.org/files/a.png'),
	groupInfo: im => im.group('gr-design').info(),
	groupUpdateAnnouncement: im => im.group('gr-design').updateAnnouncement('Review on Friday'),
	groupQrCode: im => im.group('gr-design').qrCode(),
	groupApply: im => im.group('gr-design').apply({ content: 'Please let me in' }),
	groupOperateApply: im => im.group('gr-design').acceptApplication('ga-12'),
	groupPublicInfo: im => im.group('gr-design').publicInfo(),
	groupChangeOwner: im => im.group('gr-design').changeOwner('u-lilei'),
	groupRevoke: im => im.group('gr-design').revoke(42),
	groupUnread: im => im.group('gr-design').markRead(42),
}

test.each(Object.keys(methods) as (keyof typeof methods)[])(
	'[IMCALL-41] [IMCALL-43] %s has a method that sends the fields of the contract',
	async name => {
		const { time, peer, im, loggedIn } = setUp()
		for (const each of callNames) if (each !== 'login') peer.on(each, () => callExamples[each].answer as object)
		peer.on('syncKeys', () => ({ keys: {} }))
		await loggedIn()
		const result = outcome(Promise.resolve(methods[name](im)))
		await time.advance(30)
		expect(result.status).toBe('resolved')
		const [frame] = peer.framesOf(name)
		expect(frame?.messageType).toBe(packetNumber(name))
		const { requestId, cmid, ...data } = frame?.jsonData ?? {}
		const expected = { ...(input(name) as object) } as Record<string, unknown>
		delete expected.cmid
		expect(data).toMatchObject(name === 'groupSend' ? { gid: expected.gid, content: expected.content } : expected)
		expect((await calls[name].input['~standard'].validate(frame?.jsonData)).issues).toBeUndefined()
		const isMessage = name === 'chatSend' || name === 'groupSend'
		expect(isMessage ? cmid : 'none').toBeTruthy()
	},
)

test('[IMCALL-43] login, synchronisation and listening make the remaining calls: every call of the table is covered', async () => {
	const { time, peer, im, loggedIn } = setUp({ modules: { notice: true } })
	peer.on('syncKeys', () => ({ keys: { notice: 'e.1' } }))
	peer.on('sync', ({ option }) => ({ option, syncKey: 'e.1', nextPage: false, list: [] }))
	await loggedIn()
	peer.on('groupPoll', () => callExamples.groupPoll.answer)
	void im.room('r').listen()
	await time.advance(10)
	im.logout()
	await time.advance(10)
	const made = new Set(peer.frames.map(({ name }) => name))
	for (const name of ['login', 'logout', 'syncKeys', 'sync', 'groupPoll'] as const) expect(made).toContain(name)
	expect([...Object.keys(methods), 'login', 'logout', 'syncKeys', 'sync', 'groupPoll'].sort()).toEqual(
		[...callNames].sort(),
	)
})

test('[IMCALL-07] accept sends accept true, reject sends accept false', async () => {
	const { time, peer, im, loggedIn } = setUp()
	await loggedIn()
	void im.friend.accept('a')
	void im.friend.reject('b')
	void im.group('g').acceptApplication('c')
	void im.group('g').rejectApplication('d')
	await time.advance(10)
	const sent = [...peer.framesOf('friendHandleApply'), ...peer.framesOf('groupOperateApply')]
	expect(sent.map(({ jsonData: { msgId, accept } }) => [msgId, accept])).toEqual([
		['a', true],
		['b', false],
		['c', true],
		['d', false],
	])
})

test('[IMCALL-04] a message needs a parameter', async () => {
	const { im, loggedIn } = setUp()
	await loggedIn()
	for (const draft of [undefined, null, {}, { content: 7 }])
		expect(() => im.chat('bob').send(draft as never)).toThrow('vaild param')
})

test('[IMCALL-08] accepting and rejecting need a parameter', async () => {
	const { peer, im, loggedIn } = setUp()
	await loggedIn()
	for (const call of [
		im.friend.accept,
		im.friend.reject,
		im.group('g').acceptApplication,
		im.group('g').rejectApplication,
	])
		await expect(call(undefined as never)).rejects.toMatchObject({ message: 'param illegal', kind: 'client' })
	expect(peer.framesOf('friendHandleApply')).toHaveLength(0)
})

test('[IMCALL-18] [IMCALL-19] a group message carries its sender with their role in the group', async () => {
	const { time, peer, im, loggedIn } = setUp()
	await loggedIn()
	peer.on('groupInfo', () => callExamples.groupInfo.answer)
	peer.on('groupList', () => ({ list: [{ gid: 'h', role: 1 }] }))
	im.group('gr-other').send({ content: 'x' })
	void im.group('gr-design').info()
	void im.groups.list()
	await time.advance(10)
	im.group('gr-design').send({ content: 'y' })
	im.group('h').send({ content: 'z', custom: '{"a":1}', type: 19 })
	await time.advance(10)
	const sent = peer.framesOf('groupSend').map(({ jsonData }) => jsonData)
	expect(sent[0]).toMatchObject({ userId: 'ann', nickName: 'name of ann', imgUrl: '/face.png', role: 0, type: 0 })
	expect(sent.map(({ role }) => role)).toEqual([0, 0, 1])
	expect(sent[2]).toMatchObject({ type: 19, custom: '{"a":1}' })
})

test('[IMCALL-42] the kinds of groups', async () => {
	const { groupTypes: exported } = await import('../constants.ts')
	expect(exported).toEqual({ COMMON: 0, PRIVATE: 1, FORUM: 3, PUBLIC: 4, CHATROOM: 5 })
	expect(exported).toBe(groupTypes)
})

test('[OP-115] the SDK is our own, and reports the version of the one it replaces', async () => {
	const { im } = setUp()
	expect(im.version).toBe('2.1.14')
})

test('[OP-117] numbers of new calls come from one table, outside the assigned range', () => {
	const numbers = ['login', 'logout', 'userInfo', 'syncKeys', 'sync', 'noticeSearch'] as const
	expect(numbers.map(packetNumber)).toEqual([1000, 1002, 1004, 1010, 1012, 1014])
})

test('history is read page by page, backwards from the newest or forwards', async () => {
	const { time, peer, im, loggedIn } = setUp()
	await loggedIn()
	peer.on('groupHistory', ({ hisId = 251, after, count }) => {
		const from = after === undefined ? Math.max(1, Number(hisId) - Number(count)) : Number(after) + 1
		const to = after === undefined ? Number(hisId) - 1 : Math.min(250, from + Number(count) - 1)
		const list = Array.from({ length: to - from + 1 }, (_, index) => ({ hisId: from + index }))
		return { epoch: 'e1', list, head: 250, min: 1, more: after === undefined ? from > 1 : to < 250 }
	})
	async function read(options: object) {
		const pages: [number | undefined, number | undefined][] = []
		for await (const { list } of im.group('g').history(options)) pages.push([list[0]?.hisId, list.at(-1)?.hisId])
		return pages
	}
	const backwards = outcome(read({}))
	const forwards = outcome(read({ after: 100 }))
	await time.advance(50)
	expect(backwards.value).toEqual([
		[151, 250],
		[51, 150],
		[1, 50],
	])
	expect(forwards.value).toEqual([
		[101, 200],
		[201, 250],
	])
})

test('history continues after a page that the server cut short', async () => {
	const { time, peer, im, loggedIn } = setUp()
	await loggedIn()
	peer.on('groupHistory', ({ hisId = 251, after }) => {
		const from = after === undefined ? Math.max(1, Number(hisId) - 30) : Number(after) + 1
		const to = after === undefined ? Number(hisId) - 1 : Math.min(250, from + 29)
		const list = Array.from({ length: to - from + 1 }, (_, index) => ({ hisId: from + index }))
		return { epoch: 'e1', list, head: 250, min: 1, more: after === undefined ? from > 1 : to < 250 }
	})
	async function read(options: object) {
		const places: number[] = []
		for await (const { list } of im.group('g').history(options)) places.push(...list.map(({ hisId }) => hisId))
		return places
	}
	const [backwards, forwards] = [outcome(read({})), outcome(read({ after: 0 }))]
	await time.advance(200)
	const everything = Array.from({ length: 250 }, (_, index) => index + 1)
	expect([...(backwards.value ?? [])].sort((a, b) => a - b)).toEqual(everything)
	expect(forwards.value).toEqual(everything)
})

test('notices are searched page by page, each before the time of the last one', async () => {
	const { time, peer, im, loggedIn } = setUp()
	await loggedIn()
	const notices = [5, 4, 3, 2, 1].map(key => ({ messageType: packetNumber('notice'), key, ts: 1_000 * key }))
	peer.on('noticeSearch', ({ before = Number.POSITIVE_INFINITY, count }) => {
		const left = notices.filter(({ ts }) => ts < Number(before))
		return { list: left.slice(0, Number(count)), more: left.length > Number(count) }
	})
	const read = outcome(
		(async () => {
			const pages: number[][] = []
			for await (const { list } of im.notice.search({ count: 2 })) pages.push(list.map(({ key }) => key))
			return pages
		})(),
	)
	await time.advance(100)
	expect(read.value).toEqual([[5, 4], [3, 2], [1]])
})

test('nothing is sent without a login', async () => {
	const { im, peer } = setUp()
	await expect(im.friend.list()).rejects.toMatchObject({ code: answerCodes.notLoggedIn })
	await expect(im.room('r').listen()).rejects.toMatchObject({ code: answerCodes.notLoggedIn })
	expect(() => im.chat('bob').send({ content: 'x' })).toThrow('notLoggedIn')
	expect(peer.connections).toBe(0)
})
