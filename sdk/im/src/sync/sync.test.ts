import { answerCodes, packetNumber, syncOptions } from '@parley/im'
import { expect, test } from 'vitest'
import { batch, messages, page, positions } from '../testing/log.ts'
import { me, outcome, setUp } from '../testing/setUp.ts'
import { createVirtualBrowser } from '../testing/virtualPage.ts'
import { optionsOf } from './modules.ts'

const everything = { notice: true, friend: true, video: true, muc: true }
const notice = (key: number) => ({ messageType: packetNumber('notice'), key, ts: 1, title: `n${key}`, content: '' })
const keys = (prefix: string) => `im:app:ann:${prefix}`

test('[SYNC-01] the sync keys are requested after each login', async () => {
	const { time, peer, loggedIn } = setUp()
	await loggedIn()
	expect(peer.frames.map(({ name }) => name)).toEqual(['login', 'syncKeys'])
	peer.close('network')
	await time.advance(3_000)
	expect(peer.frames.map(({ name }) => name)).toEqual(['login', 'syncKeys', 'login', 'syncKeys'])
})

test('[SYNC-02] changes are pulled page by page, with the key of the previous page', async () => {
	const { peer, page: virtual, heard, loggedIn } = setUp({ modules: { notice: true } })
	peer.on('syncKeys', () => ({ keys: { notice: 'e.5' } }))
	const pages: Record<string, object> = {
		'': { option: 'notice', syncKey: 'e.2', nextPage: true, list: [notice(1), notice(2)] },
		'e.2': { option: 'notice', syncKey: 'e.4', nextPage: true, list: [notice(3), notice(4)] },
		'e.4': { option: 'notice', syncKey: 'e.5', nextPage: false, list: [notice(5)] },
	}
	peer.on('sync', ({ syncKey }) => pages[String(syncKey)])
	const notices = heard('notice')
	await loggedIn()
	expect(peer.framesOf('sync').map(({ jsonData }) => jsonData.syncKey)).toEqual(['', 'e.2', 'e.4'])
	expect(notices.map(({ key }) => key)).toEqual([1, 2, 3, 4, 5])
	expect(await virtual.env.storage.get(keys('sync:notice'))).toBe('e.5')
})

test('[STORE-11] each option has its own key in the storage, with the prefix of the person', async () => {
	const { peer, page: virtual, loggedIn } = setUp({ modules: { notice: true, friend: true } })
	peer.on('syncKeys', () => ({ keys: { notice: 'e.1', broadcast: 'e.2', friend: 'e.3' } }))
	peer.on('sync', ({ option }) => ({
		option,
		syncKey: { notice: 'e.1', broadcast: 'e.2', friend: 'e.3' }[String(option)] ?? '',
		nextPage: false,
		list: [],
	}))
	await loggedIn()
	const kept = (await virtual.env.storage.keys(keys('sync:'))).sort()
	expect(kept).toEqual(['broadcast', 'friend', 'notice'].map(option => keys(`sync:${option}`)))
	expect(await Promise.all(kept.map(key => virtual.env.storage.get(key)))).toEqual(['e.2', 'e.3', 'e.1'])
})

test('[SYNC-02] a page is delivered before its key is stored, and its key stored before the next page is requested', async () => {
	const { time, peer, page: virtual, im } = setUp({ modules: { notice: true } })
	const order: string[] = []
	const { storage } = virtual.env
	const set = storage.set
	storage.set = async (key, value) => {
		if (key.endsWith('sync:notice')) order.push(`keeps ${value}`)
		await set(key, value)
	}
	im.on('notice', ({ key }) => order.push(`given ${key}`))
	peer.on('syncKeys', () => ({ keys: { notice: 'e.2' } }))
	peer.on('sync', ({ syncKey }) => {
		order.push(`asked after ${syncKey}`)
		return syncKey === ''
			? { option: 'notice', syncKey: 'e.1', nextPage: true, list: [notice(1)] }
			: { option: 'notice', syncKey: 'e.2', nextPage: false, list: [notice(2)] }
	})
	void im.login(me)
	await time.advance(50)
	expect(order).toEqual(['asked after ', 'given 1', 'keeps e.1', 'asked after e.1', 'given 2', 'keeps e.2'])
})

test('[SYNC-03] unchanged options are not pulled, not even after a reload', async () => {
	const browser = createVirtualBrowser()
	const first = setUp({ modules: { notice: true }, page: { browser } })
	first.peer.on('syncKeys', () => ({ keys: { notice: 'e.1', broadcast: '0' } }))
	first.peer.on('sync', () => ({ option: 'notice', syncKey: 'e.1', nextPage: false, list: [notice(1)] }))
	await first.loggedIn()
	expect(first.peer.framesOf('sync')).toHaveLength(1)
	first.page.kill()
	const second = setUp({ modules: { notice: true }, page: { browser } })
	second.peer.on('syncKeys', () => ({ keys: { notice: 'e.1', broadcast: '0' } }))
	await second.loggedIn()
	expect(second.peer.framesOf('sync')).toHaveLength(0)
})

test('[SYNC-04] once everything is read, one event is emitted and login resolves', async () => {
	const { time, peer, im, heard } = setUp({ modules: everything })
	peer.on('syncKeys', () => ({ keys: { notice: 'e.1', friend: 'e.1', group: 'e.1' } }))
	peer.on('sync', ({ option }) => ({ option, syncKey: 'e.1', nextPage: false, list: [] }))
	const synced = heard('synced')
	const login = outcome(im.login(me))
	await time.advance(6)
	expect([login.status, synced.length]).toEqual(['pending', 0])
	await time.advance(50)
	expect([login.status, synced.length]).toEqual(['resolved', 1])
})

test('[SYNC-05] [SYNC-06] with all modules all ten options are read, video always with the key 0', async () => {
	const { time, peer, page: virtual, loggedIn } = setUp({ modules: everything })
	peer.on('syncKeys', () => ({ keys: Object.fromEntries(syncOptions.map(option => [option, 'e.1'])) }))
	peer.on('sync', ({ option }) => ({ option, syncKey: 'e.1', nextPage: false, list: [] }))
	await loggedIn()
	const asked = () => peer.framesOf('sync').map(({ jsonData }) => jsonData.option)
	expect(asked().sort()).toEqual([...syncOptions].sort())
	expect(syncOptions).toHaveLength(10)
	expect(await virtual.env.storage.get(keys('sync:video'))).toBeUndefined()
	peer.close('network')
	await time.advance(3_000)
	// The others have not changed; video stores no key.
	expect(asked().slice(10)).toEqual(['video'])
	expect(peer.framesOf('sync').at(-1)?.jsonData.syncKey).toBe('')
})

test('[SYNC-07] [SYNC-09] public, user and system are always on, with their features', async () => {
	const { time, peer, page: virtual, im, heard } = setUp()
	expect(im.modules).toEqual(['public', 'user', 'system'])
	expect(setUp({ modules: { friend: true, muc: false } }).im.modules).toEqual([
		'public',
		'user',
		'system',
		'friend',
		'chat',
	])
	virtual.answerHttp = () => ({ code: 0, onlineUsers: ['bob'], imToken: 'token-2', imUserId: 'ann' })
	expect((await im.requestToken({ appId: 'app' })).imToken).toBe('token-2')
	const login = im.login(me)
	await time.advance(20)
	await login
	expect((await im.online({ userId: 'bob' })).onlineUsers).toEqual(['bob'])
	peer.on('userInfo', () => ({ list: [{ userId: 'bob', nickName: 'Bob', imgUrl: '' }] }))
	const asked = im.user.info(['bob'])
	await time.advance(20)
	expect(await asked).toMatchObject([{ nickName: 'Bob' }])
	const kicked = heard('kickedOff')
	peer.push('kickedOff', { code: answerCodes.userKickedOff, msg: '' })
	await time.advance(20)
	expect([kicked.length, im.state]).toEqual([1, 'closed'])
})

test('[OP-126] [SYNC-08] [SYNC-09] other options are read on request: broadcasts with notice, chat with friend', () => {
	expect(optionsOf()).toEqual([])
	expect(optionsOf({ friend: false, video: true })).toEqual(['video'])
	expect(optionsOf({ notice: true })).toEqual(['notice', 'broadcast'])
	expect(optionsOf({ friend: true })).toEqual(['chat', 'friend', 'friend_apply'])
	expect(optionsOf({ chat: true })).toEqual(['chat'])
	expect(optionsOf({ muc: true })).toEqual(['group', 'group_chat', 'notice_group', 'notice_group_sys'])
})

test('[SYNC-08] options of modules that are off are not pulled', async () => {
	const { peer, loggedIn } = setUp()
	peer.on('syncKeys', () => ({ keys: Object.fromEntries(syncOptions.map(option => [option, 'e.1'])) }))
	peer.on('sync', ({ option }) => ({ option, syncKey: 'e.1', nextPage: false, list: [] }))
	await loggedIn()
	expect(peer.framesOf('sync').map(({ jsonData }) => jsonData.option)).toEqual([])
})

test('[SYNC-10] an error is logged, counted and retried; it reaches no error listener and holds up nothing', async () => {
	const { time, peer, im, page: virtual, heard, loggedIn } = setUp({ modules: { notice: true } })
	let isFailing = true
	peer.on('syncKeys', () => ({ keys: { notice: 'e.1' } }))
	peer.on('sync', ({ option }) =>
		isFailing ? { code: answerCodes.unavailable } : { option, syncKey: 'e.1', nextPage: false, list: [notice(1)] },
	)
	const errors = heard('error')
	const notices = heard('notice')
	await loggedIn()
	expect(im.state).toBe('ready')
	expect(errors).toEqual([])
	expect(virtual.logs).toContain('sync of notice failed')
	expect(im.stats().syncErrors).toBe(1)
	await time.advance(1_100)
	expect(im.stats().syncErrors).toBe(2)
	isFailing = false
	await time.advance(2_100)
	expect(notices).toHaveLength(1)
})

test('[SYNC-10] the same applies if the keys themselves cannot be read', async () => {
	const { time, peer, im, heard, loggedIn } = setUp({ modules: { notice: true } })
	let isFailing = true
	peer.on('syncKeys', () => (isFailing ? { code: answerCodes.unavailable } : { keys: { notice: 'e.1' } }))
	peer.on('sync', ({ option }) => ({ option, syncKey: 'e.1', nextPage: false, list: [notice(1)] }))
	const errors = heard('error')
	const notices = heard('notice')
	await loggedIn()
	expect([im.state, errors.length]).toEqual(['ready', 0])
	isFailing = false
	await time.advance(1_100)
	expect(notices).toHaveLength(1)
})

test('[SYNC-10] a success resets the retry delay, for options and for keys', async () => {
	for (const call of ['sync', 'syncKeys'] as const) {
		const { time, peer, im, page: virtual, loggedIn } = setUp({ modules: { notice: true } })
		let failures = 3
		const failing = () => failures-- > 0
		let last = 1
		peer.on('syncKeys', () =>
			call === 'syncKeys' && failing() ? { code: answerCodes.unavailable } : { keys: { notice: `e.${last}` } },
		)
		peer.on('sync', () =>
			call === 'sync' && failing()
				? { code: answerCodes.unavailable }
				: { option: 'notice', syncKey: `e.${last}`, nextPage: false, list: [notice(last)] },
		)
		await loggedIn()
		await time.advance(20_000)
		expect(im.stats().syncErrors).toBe(3)
		last = 2
		failures = 1
		peer.close('server')
		await time.advance(600)
		expect([im.stats().syncErrors, failures]).toEqual([4, 0])
		await time.advance(1_100)
		expect(await virtual.env.storage.get(keys('sync:notice'))).toContain('e.2')
	}
})

test('pushes during the read of their option cause one more round, and are delivered once', async () => {
	const { time, peer, heard, im } = setUp({ modules: { notice: true } })
	let last = 1
	peer.on('syncKeys', () => ({ keys: { notice: 'e.1' } }))
	peer.on('sync', ({ syncKey }) => {
		const after = Number(String(syncKey).split('.')[1] ?? 0)
		const list = Array.from({ length: last - after }, (_, index) => notice(after + index + 1))
		const answer = { option: 'notice', syncKey: `e.${last}`, nextPage: false, list }
		// It is stored and pushed before the answer is sent.
		if (last++ === 1) peer.push('notice', notice(2))
		else last = 2
		return answer
	})
	const notices = heard('notice')
	void im.login(me)
	await time.advance(30)
	expect(notices.map(({ key }) => key)).toEqual([1, 2])
	expect(peer.framesOf('sync')).toHaveLength(2)
})

test('list entries are delivered once and in order, pushed or read; gaps are read', async () => {
	const { time, peer, heard, im, loggedIn } = setUp({ modules: { notice: true } })
	peer.on('syncKeys', () => ({ keys: { notice: 'e.1' } }))
	peer.on('sync', ({ syncKey }) =>
		syncKey === ''
			? { option: 'notice', syncKey: 'e.1', nextPage: false, list: [notice(1)] }
			: { option: 'notice', syncKey: 'e.5', nextPage: false, list: [notice(3), notice(4), notice(5)] },
	)
	const notices = heard('notice')
	await loggedIn()
	peer.push('notice', notice(2))
	peer.push('notice', notice(2))
	peer.push('notice', notice(5))
	await time.advance(20)
	expect(notices.map(({ key }) => key)).toEqual([1, 2, 3, 4, 5])
	expect(peer.framesOf('sync').at(-1)?.jsonData.syncKey).toBe('e.2')
	expect(im.stats().duplicates).toBe(1)
})

test('a reset list is announced', async () => {
	const { peer, heard, loggedIn } = setUp({ modules: { notice: true } })
	peer.on('syncKeys', () => ({ keys: { notice: 'f.1' } }))
	peer.on('sync', () => ({ option: 'notice', syncKey: 'f.1', nextPage: false, list: [notice(1)], reset: true }))
	const gaps = heard('discontinuity')
	await loggedIn()
	expect(gaps).toEqual([{ option: 'notice', reason: 'reset' }])
})

test('conversations are read after their cursors, which are stored across reloads before the key', async () => {
	const browser = createVirtualBrowser()
	const first = setUp({ modules: { muc: true }, page: { browser } })
	first.peer.on('syncKeys', () => ({ keys: { group_chat: 's.1' } }))
	first.peer.on('sync', ({ cursors }) => ({
		option: 'group_chat',
		syncKey: 's.1',
		nextPage: false,
		list: [],
		conversations: (cursors as object | undefined) ? [{ gid: 'g', ...page(1, 2), after: 0, more: false }] : [],
	}))
	const received = first.heard('messagesReceived')
	await first.loggedIn()
	first.peer.push('messagesReceived', batch({ gid: 'g' }, 3))
	await first.time.advance(1_000)
	expect(positions(received)).toEqual([1, 2, 3])
	first.page.kill()

	const second = setUp({ modules: { muc: true }, page: { browser } })
	second.peer.on('syncKeys', () => ({ keys: { group_chat: 's.2' } }))
	second.peer.on('sync', () => ({
		option: 'group_chat',
		syncKey: 's.2',
		nextPage: false,
		list: [],
		conversations: [{ gid: 'g', ...page(4, 5), after: 3, more: false }],
	}))
	const later = second.heard('messagesReceived')
	const gaps = second.heard('discontinuity')
	await second.loggedIn()
	expect(second.peer.framesOf('sync')[0]?.jsonData).toMatchObject({ syncKey: 's.1', cursors: { g: 'e1.3' } })
	expect(positions(later)).toEqual([4, 5])
	expect(gaps).toEqual([])
})

test('chat cursors are named after the other person only', async () => {
	const { time, peer, loggedIn } = setUp({ modules: { chat: true } })
	peer.on('syncKeys', () => ({ keys: { chat: 's.1' } }))
	peer.on('sync', ({ option }) => ({
		option,
		syncKey: 's.1',
		nextPage: false,
		list: [],
		conversations: [{ userId: 'bob', ...page(1, 2), after: 0, more: false }],
	}))
	await loggedIn()
	peer.on('syncKeys', () => ({ keys: { chat: 's.2' } }))
	peer.close('network')
	await time.advance(3_000)
	expect(peer.framesOf('sync').at(-1)?.jsonData.cursors).toEqual({ bob: 'e1.2' })
})

test('a page without news ends the round, whatever it states', async () => {
	const { time, peer, im, loggedIn } = setUp({ modules: { muc: true } })
	peer.on('syncKeys', () => ({ keys: { group_chat: 's.1' } }))
	peer.on('sync', ({ option, syncKey }) => ({
		option,
		syncKey,
		nextPage: true,
		list: [],
		conversations: [{ gid: 'g', ...page(1, 2), after: 0, more: true }],
	}))
	await loggedIn()
	await time.advance(5_000)
	expect(peer.framesOf('sync')).toHaveLength(2)
	expect(im.state).toBe('ready')
})

test('a message of an unknown group has its conversation read first', async () => {
	const { time, peer, heard, loggedIn } = setUp({ modules: { muc: true } })
	await loggedIn()
	const received = heard('messagesReceived')
	const gaps = heard('discontinuity')
	peer.on('sync', ({ option }) => ({
		option,
		syncKey: 's.9',
		nextPage: false,
		list: [],
		conversations: [{ gid: 'new', ...page(5, 7), after: 4, more: false }],
	}))
	peer.push('messagesReceived', batch({ gid: 'new' }, 7))
	await time.advance(20)
	expect(positions(received)).toEqual([5, 6, 7])
	expect(gaps).toEqual([])
})

test('a lost message of a chat is read from its history', async () => {
	const { time, peer, heard, loggedIn } = setUp()
	await loggedIn()
	const received = heard('messagesReceived')
	peer.on('chatHistory', () => ({ epoch: 'e1', list: messages(2, 3), head: 4, min: 1, more: false }))
	peer.push('messagesReceived', batch({ userId: 'bob' }, 1))
	peer.push('messagesReceived', batch({ userId: 'bob' }, 4))
	await time.advance(100)
	expect(peer.framesOf('chatHistory')[0]?.jsonData).toEqual({ userId: 'bob', after: 1, hisId: 4 })
	expect(positions(received)).toEqual([1, 2, 3, 4])
	peer.on('chatHistory', () => ({ epoch: 'e1', list: messages(5), head: 5, min: 1, more: false }))
	peer.push('heads', { ts: 1, heads: { 'u:bob': 5 } })
	await time.advance(100)
	expect(positions(received)).toEqual([1, 2, 3, 4, 5])
})

test('a group the user has left is forgotten', async () => {
	const { time, peer, page: virtual, loggedIn } = setUp({ modules: { muc: true } })
	peer.on('syncKeys', () => ({ keys: { group_chat: 's.1', group: 'e.1' } }))
	peer.on('sync', ({ option }) => ({
		option,
		syncKey: option === 'group' ? 'e.1' : 's.1',
		nextPage: false,
		list: [],
		...(option === 'group_chat' ? { conversations: [{ gid: 'g', ...page(1, 2), after: 0, more: false }] } : {}),
	}))
	await loggedIn()
	expect(await virtual.env.storage.get(keys('cursors:group_chat'))).toContain('"g"')
	peer.push('groupListUpdated', { messageType: packetNumber('groupListUpdated'), key: 2, ts: 1, gid: 'g' })
	await time.advance(1_000)
	expect(await virtual.env.storage.get(keys('cursors:group_chat'))).toBe('[]')
})

test('a person who rejoins a group does not receive earlier events again, even if a page was in flight when they left', async () => {
	const { time, peer, heard, loggedIn } = setUp({ modules: { muc: true } })
	peer.on('syncKeys', () => ({ keys: { group: 'e.1' } }))
	const received = heard('messagesReceived')
	const gaps = heard('discontinuity')
	const listed = (key: number, group?: object) =>
		peer.push('groupListUpdated', { messageType: packetNumber('groupListUpdated'), key, ts: 1, gid: 'g', ...group })
	peer.on('sync', ({ option }) => ({
		option,
		syncKey: option === 'group' ? 'e.1' : 's.1',
		nextPage: false,
		list: [],
		// The state before they left.
		...(option === 'group_chat' ? { conversations: [{ gid: 'g', ...page(1, 1), after: 0, more: false }] } : {}),
	}))
	await loggedIn()
	peer.push('messagesReceived', batch({ gid: 'g' }, 1))
	peer.push('messagesReceived', batch({ gid: 'g' }, 2))
	listed(2)
	await time.advance(100)
	listed(3, { group: {} })
	peer.push('messagesReceived', batch({ gid: 'g' }, 3))
	await time.advance(10_000)
	expect(positions(received)).toEqual([1, 2, 3])
	expect(gaps).toEqual([])
})
