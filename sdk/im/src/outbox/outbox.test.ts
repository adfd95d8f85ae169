import { answerCodes } from '@parley/im'
import { expect, test } from 'vitest'
import type { KeyValueStorage, Locks } from '../core/environment.ts'
import { createScriptedPeer } from '../testing/scriptedPeer.ts'
import { me, outcome, setUp } from '../testing/setUp.ts'
import { createVirtualBrowser } from '../testing/virtualPage.ts'
import { createVirtualTime } from '../testing/virtualTime.ts'

const ack = (data: Record<string, unknown>, hisId = 1) => ({ hisId, syncKey: `e.${hisId}`, ts: 1, cmid: data.cmid })
const kept = async (storage: KeyValueStorage) => (await storage.keys('im:app:ann:outbox:')).length
const contents = (frames: { jsonData: Record<string, unknown> }[]) => frames.map(({ jsonData }) => jsonData.content)

test('[IMCALL-18] an acknowledged message has its hisId, syncKey and ts, and is no longer stored', async () => {
	const { time, peer, page, im, heard, loggedIn } = setUp()
	await loggedIn()
	peer.on('groupSend', data => ack(data, 42))
	const statuses = heard('messageStatus')
	const message = im.group('g').send({ content: 'hello' })
	expect(message.status).toBe('waiting')
	await time.advance(10)
	expect(await message.sent).toMatchObject({ hisId: 42, syncKey: 'e.42', ts: 1 })
	expect(message.status).toBe('sent')
	expect(await kept(page.env.storage)).toBe(0)
	expect(statuses.map(({ gid, status }) => [gid, status])).toEqual([
		['g', 'waiting'],
		['g', 'sending'],
		['g', 'sent'],
	])
})

test('a message is stored before it is first sent', async () => {
	const { time, peer, page, im, loggedIn } = setUp()
	await loggedIn()
	const order: string[] = []
	const set = page.env.storage.set
	page.env.storage.set = async (key, value) => {
		await new Promise<void>(resolve => time.after(300, resolve))
		await set(key, value)
		if (key.includes('outbox')) order.push('kept')
	}
	peer.on('chatSend', data => {
		order.push('sent')
		return ack(data)
	})
	im.chat('bob').send({ content: 'hello' })
	await time.advance(1_000)
	expect(order).toEqual(['kept', 'sent'])
})

test('one message per conversation is in flight, the next one waits; other conversations do not', async () => {
	const { time, peer, im, loggedIn } = setUp()
	await loggedIn()
	peer.on('groupSend', () => undefined)
	for (const content of ['a', 'b', 'c']) im.group('g').send({ content })
	im.group('h').send({ content: 'x' })
	await time.advance(10)
	expect(contents(peer.framesOf('groupSend'))).toEqual(['a', 'x'])
	for (const expected of ['b', 'c']) {
		const frame = peer
			.framesOf('groupSend')
			.filter(({ jsonData }) => jsonData.gid === 'g')
			.at(-1)
		peer.sendRaw({ ...frame, jsonData: { code: 0, ...ack(frame?.jsonData ?? {}) } })
		await time.advance(10)
		expect(contents(peer.framesOf('groupSend')).at(-1)).toBe(expected)
	}
})

test('a refused message fails with its cmid, and the next one is sent', async () => {
	const { time, peer, im, loggedIn } = setUp()
	await loggedIn()
	peer.on('groupSend', data => (data.content === 'bad' ? { code: answerCodes.wordRefused, msg: 'a word' } : ack(data)))
	const bad = im.group('g').send({ content: 'bad' })
	const good = im.group('g').send({ content: 'good' })
	await time.advance(20)
	await expect(bad.sent).rejects.toMatchObject({ code: answerCodes.wordRefused, cmid: bad.cmid, kind: 'rejected' })
	expect([bad.status, good.status]).toEqual(['rejected', 'sent'])
})

test.each([
	['no permission', answerCodes.noPromise],
	['not a member', answerCodes.notMember],
	['a cooldown', answerCodes.cooldown],
])('%s is final', async (_name, code) => {
	const { time, peer, im, loggedIn } = setUp()
	await loggedIn()
	peer.on('groupSend', () => ({ code, retryAfterMs: 3_000 }))
	const message = im.group('g').send({ content: 'x' })
	await time.advance(60_000)
	expect(message.status).toBe('rejected')
	expect(peer.framesOf('groupSend')).toHaveLength(1)
	await expect(message.sent).rejects.toMatchObject({ code, retryAfterMs: 3_000 })
})

test('a lost connection fails no message: it is sent again with the same cmid', async () => {
	const { time, peer, im, loggedIn } = setUp()
	await loggedIn()
	let isAnswering = false
	peer.on('chatSend', data => (isAnswering ? ack(data) : undefined))
	const message = im.chat('bob').send({ content: 'hello' })
	await time.advance(5)
	peer.close('network')
	isAnswering = true
	await time.advance(3_000)
	const [first, second] = peer.framesOf('chatSend')
	expect(second).toEqual(first)
	expect([first?.jsonData.cmid, message.status]).toEqual([message.cmid, 'sent'])
})

test('hours without a connection, or an overloaded server, fail no message either', async () => {
	const { time, peer, im, loggedIn } = setUp()
	await loggedIn()
	let answer: object | undefined = { code: answerCodes.unavailable, retryAfterMs: 5_000 }
	peer.on('chatSend', data => answer ?? ack(data))
	const message = im.chat('bob').send({ content: 'hello' })
	await time.advance(4_000)
	expect(peer.framesOf('chatSend')).toHaveLength(1)
	await time.advance(2_000)
	expect(peer.framesOf('chatSend')).toHaveLength(2)
	answer = undefined
	peer.mode = 'refuse'
	peer.close('network')
	await time.advance(3 * 3_600_000)
	expect(message.status).not.toBe('rejected')
	peer.mode = 'accept'
	im.connect()
	await time.advance(30_000)
	expect(message.status).toBe('sent')
	expect(new Set(peer.framesOf('chatSend').map(({ jsonData }) => jsonData.cmid)).size).toBe(1)
})

test('a login ends the wait before a retry, and does not shorten later waits', async () => {
	const { time, peer, im, loggedIn } = setUp()
	await loggedIn()
	let attempts = 0
	const busyFor = (retryAfterMs: number) => ({ code: answerCodes.unavailable, retryAfterMs })
	peer.on('groupSend', data => {
		if (data.content !== 'a') return ack(data)
		attempts++
		// The second attempt is resent for lack of an answer, so it no longer holds up the next message.
		return [busyFor(25_000), undefined, busyFor(60_000)][attempts - 1] ?? (attempts < 4 ? undefined : ack(data))
	})
	const first = im.group('g').send({ content: 'a' })
	await time.advance(100)
	peer.close('network')
	await time.advance(20_000)
	expect([attempts, first.status]).toEqual([3, 'waiting'])
	// The wait that the login cut short would have ended by now.
	await time.advance(10_000)
	const second = im.group('g').send({ content: 'b' })
	await time.advance(1_000)
	expect([attempts, second.status]).toEqual([3, 'sent'])
	await time.advance(50_000)
	expect([attempts, first.status]).toEqual([4, 'sent'])
})

test('after a reload unacknowledged messages are sent with the same cmids, in order, before new ones', async () => {
	const time = createVirtualTime()
	const browser = createVirtualBrowser()
	const first = setUp({ time, page: { browser } })
	await first.loggedIn()
	first.peer.on('groupSend', () => undefined)
	const sent = ['a', 'b', 'c'].map(content => first.im.group('g').send({ content }))
	await time.advance(10)
	first.page.kill()
	const second = setUp({ time, page: { browser } })
	second.peer.on('groupSend', data => ack(data))
	const statuses = second.heard('messageStatus')
	void second.im.login(me)
	second.im.group('g').send({ content: 'd' })
	await time.advance(50)
	expect(contents(second.peer.framesOf('groupSend'))).toEqual(['a', 'b', 'c', 'd'])
	expect(
		second.peer
			.framesOf('groupSend')
			.map(({ jsonData }) => jsonData.cmid)
			.slice(0, 3),
	).toEqual(sent.map(({ cmid }) => cmid))
	expect(statuses.filter(({ status }) => status === 'sent')).toHaveLength(4)
	expect(await kept(browser.storage)).toBe(0)
})

test('only the tab that wrote a message sends it; when it closes, another tab does', async () => {
	const time = createVirtualTime()
	const browser = createVirtualBrowser()
	const peers = [createScriptedPeer(time), createScriptedPeer(time)] as const
	const tabs = peers.map((peer, index) => setUp({ time, peer, page: { browser, tab: `tab${index}` } }))
	for (const { peer, loggedIn } of tabs) {
		peer.on('chatSend', () => undefined)
		await loggedIn()
	}
	tabs[0]?.im.chat('bob').send({ content: 'mine' })
	await time.advance(10)
	// The second tab is reopened while the first one's message is in flight.
	tabs[1]?.page.kill()
	const peer = createScriptedPeer(time)
	peer.on('chatSend', data => ack(data))
	const other = setUp({ time, peer, page: { browser, tab: 'tab2' } })
	await other.loggedIn()
	await time.advance(4_000)
	expect([peers[0].framesOf('chatSend').length, peer.framesOf('chatSend').length]).toEqual([1, 0])
	tabs[0]?.page.kill()
	await time.advance(100)
	expect(contents(peer.framesOf('chatSend'))).toEqual(['mine'])
	expect(peer.framesOf('chatSend')[0]?.jsonData.cmid).toBe(peers[0].framesOf('chatSend')[0]?.jsonData.cmid)
	expect(await kept(browser.storage)).toBe(0)
})

test('a tab that stayed open finds the messages of a closed one when it reconnects', async () => {
	const browser = createVirtualBrowser()
	const time = createVirtualTime()
	const [left, open] = [0, 1].map(index => setUp({ time, page: { browser, tab: `tab${index}` } }))
	if (!left || !open) throw new Error('no tabs')
	for (const { loggedIn } of [left, open]) await loggedIn()
	for (const { peer } of [left, open]) {
		peer.mode = 'refuse'
		peer.close('network')
	}
	await time.advance(100)
	left.im.chat('bob').send({ content: 'mine' })
	await time.advance(100)
	left.page.kill()
	await time.advance(100)
	expect(open.peer.framesOf('chatSend')).toHaveLength(0)
	open.peer.mode = 'accept'
	await time.advance(10_000)
	expect(open.peer.framesOf('chatSend')).toHaveLength(1)
	expect(left.peer.framesOf('chatSend')).toHaveLength(0)
})

test('messages of a closed client are sent by the next one of the tab', async () => {
	const time = createVirtualTime()
	const browser = createVirtualBrowser()
	const first = setUp({ time, page: { browser, tab: 'same' } })
	await first.loggedIn()
	first.peer.on('chatSend', () => undefined)
	const message = first.im.chat('bob').send({ content: 'mine' })
	const sent = outcome(message.sent)
	await time.advance(10)
	first.im.close()
	await time.advance(0)
	expect(sent).toMatchObject({ status: 'rejected', error: { code: answerCodes.cancelled } })
	const second = setUp({ time, page: { browser, tab: 'same' } })
	second.peer.on('chatSend', data => ack(data))
	await second.loggedIn()
	await time.advance(10)
	expect(second.peer.framesOf('chatSend').map(({ jsonData }) => jsonData.cmid)).toEqual([message.cmid])
	expect(await kept(browser.storage)).toBe(0)
})

test('a duplicated tab with the name of the first has its own outbox', async () => {
	const time = createVirtualTime()
	const browser = createVirtualBrowser()
	const first = setUp({ time, page: { browser, tab: 'same' } })
	await first.loggedIn()
	first.peer.on('chatSend', () => undefined)
	first.im.chat('bob').send({ content: 'mine' })
	await time.advance(10)
	const locks = browser.locks.forTab('another page', () => true)
	const second = setUp({ time, page: { browser, tab: 'same' }, environment: { locks } })
	await second.loggedIn()
	await time.advance(1_000)
	expect(second.peer.framesOf('chatSend')).toHaveLength(0)
})

test('a duplicated tab that closes while it claims its part holds no lock afterwards', async () => {
	const time = createVirtualTime()
	const browser = createVirtualBrowser()
	const first = setUp({ time, page: { browser, tab: 'same' } })
	await first.loggedIn()
	const held = new Set<string>()
	const shared = browser.locks.forTab('another page', () => true)
	const locks: Locks = {
		acquire(name, options) {
			const { granted, release } = shared.acquire(name, options)
			void granted.then(isGranted => isGranted && held.add(name))
			return {
				granted,
				release() {
					held.delete(name)
					release()
				},
			}
		},
	}
	const second = setUp({ time, page: { browser, tab: 'same' }, environment: { locks } })
	void second.im.login(me).catch(() => {})
	second.im.close()
	await time.advance(1_000)
	expect([...held]).toEqual([])
})

test('without locks each tab sends its own messages, also after a reload', async () => {
	const time = createVirtualTime()
	const browser = createVirtualBrowser()
	const first = setUp({ time, page: { browser, tab: 'one', withoutLocks: true } })
	await first.loggedIn()
	first.peer.on('chatSend', () => undefined)
	first.im.chat('bob').send({ content: 'mine' })
	await time.advance(10)
	const other = setUp({ time, page: { browser, tab: 'two', withoutLocks: true } })
	await other.loggedIn()
	await time.advance(1_000)
	expect(other.peer.framesOf('chatSend')).toHaveLength(0)
	first.page.kill()
	const reloaded = setUp({ time, page: { browser, tab: 'one', withoutLocks: true } })
	reloaded.peer.on('chatSend', data => ack(data))
	await reloaded.loggedIn()
	expect(contents(reloaded.peer.framesOf('chatSend'))).toEqual(['mine'])
})

test.each([
	['throws', () => Promise.reject(new Error('quota exceeded')), /^Error: quota exceeded$/],
	['hangs', () => new Promise<never>(() => {}), /^timeout$/],
])('with a storage that %s, messages are still sent, and the reason is logged once', async (_, fail, why) => {
	const storage: KeyValueStorage = { get: fail, set: fail, remove: fail, keys: fail }
	const said: string[][] = []
	const log = (text: string, details: unknown) => void said.push([text, String(details)])
	const { time, peer, im } = setUp({ environment: { storage, log } })
	peer.on('chatSend', data => ack(data))
	const login = outcome(im.login(me))
	await time.advance(10_000)
	expect(login.status).toBe('resolved')
	const message = im.chat('bob').send({ content: 'hello' })
	await time.advance(10_000)
	expect(message.status).toBe('sent')
	expect(im.stats().storageErrors).toBeGreaterThan(1)
	expect(said).toEqual([['storage failed', expect.stringMatching(why)]])
})

test('after a forced end, messages and their promises continue at the next login', async () => {
	const { time, peer, page, im, loggedIn } = setUp()
	await loggedIn()
	peer.on('chatSend', () => undefined)
	const message = im.chat('bob').send({ content: 'hello' })
	const result = outcome(message.sent)
	await time.advance(10)
	peer.push('kickedOff', { code: answerCodes.userKickedOff })
	await time.advance(60_000)
	expect([result.status, await kept(page.env.storage)]).toEqual(['pending', 1])
	peer.on('chatSend', data => ack(data))
	await loggedIn()
	await time.advance(100)
	expect(result.status).toBe('resolved')
	expect(new Set(peer.framesOf('chatSend').map(({ jsonData }) => jsonData.cmid)).size).toBe(1)
})

test('logging out cancels unsent messages', async () => {
	const { time, peer, page, im, loggedIn } = setUp()
	await loggedIn()
	peer.on('chatSend', () => undefined)
	const message = im.chat('bob').send({ content: 'hello' })
	await time.advance(10)
	im.logout()
	await time.advance(10)
	await expect(message.sent).rejects.toMatchObject({ code: answerCodes.cancelled })
	expect([message.status, await kept(page.env.storage)]).toEqual(['cancelled', 0])
})

test('a login of another person keeps the messages of the first', async () => {
	const { time, peer, page, im, loggedIn } = setUp()
	await loggedIn()
	peer.on('chatSend', () => undefined)
	const message = im.chat('bob').send({ content: 'hello' })
	await time.advance(10)
	peer.push('kickedOff', { code: answerCodes.userKickedOff })
	await time.advance(10)
	peer.on('chatSend', data => ack(data))
	void im.login({ ...me, uid: 'carl' })
	await time.advance(100)
	expect(peer.framesOf('chatSend')).toHaveLength(1)
	await expect(message.sent).rejects.toMatchObject({ code: answerCodes.cancelled })
	expect(await kept(page.env.storage)).toBe(1)
})

test('a waiting message can be cancelled, a sent one cannot', async () => {
	const { time, peer, im, loggedIn } = setUp()
	await loggedIn()
	peer.on('chatSend', () => undefined)
	const [first, second] = ['a', 'b'].map(content => im.chat('bob').send({ content }))
	await time.advance(10)
	expect([first?.cancel(), second?.cancel()]).toEqual([false, true])
	expect([first?.status, second?.status]).toEqual(['sending', 'cancelled'])
})

test('a message larger than the server accepts is refused locally, and blocks nothing', async () => {
	const { time, peer, im, loggedIn } = setUp()
	await loggedIn()
	peer.on('chatSend', data => ack(data))
	const large = im.chat('bob').send({ content: '字'.repeat(30_000) })
	const next = im.chat('bob').send({ content: 'hello' })
	await time.advance(20)
	await expect(large.sent).rejects.toMatchObject({ code: answerCodes.tooLarge, kind: 'client' })
	expect([contents(peer.framesOf('chatSend')), next.status]).toEqual([['hello'], 'sent'])
})

test('more than 500 messages do not wait', async () => {
	const { peer, im, loggedIn } = setUp()
	await loggedIn()
	peer.on('chatSend', () => undefined)
	const messages = Array.from({ length: 501 }, (_, index) => im.chat('bob').send({ content: `${index}` }))
	await expect(messages[500]?.sent).rejects.toMatchObject({ code: answerCodes.tooMany })
	expect(messages[499]?.status).toBe('waiting')
})

test('cmids sort in writing order, even when the clock goes back', async () => {
	const { time, im, loggedIn } = setUp()
	await loggedIn()
	const cmids: string[] = []
	for (let index = 0; index < 50; index++) {
		if (index === 25) time.jump(-3_600_000)
		cmids.push(im.chat(`u${index}`).send({ content: 'x' }).cmid)
	}
	expect(cmids).toEqual([...cmids].sort())
	expect(new Set(cmids).size).toBe(50)
	expect(cmids[0]).toMatch(/^[0-9a-f]{30}$/)
})

/** Sets up a client whose first `lost` answers to messages never arrive. */
async function swallowing(lost: number, isLost = (_data: Record<string, unknown>) => true) {
	const client = setUp()
	await client.loggedIn()
	const stored: string[] = []
	let left = lost
	client.peer.on('groupSend', data => {
		const cmid = String(data.cmid)
		if (!stored.includes(cmid)) stored.push(cmid)
		return isLost(data) && left-- > 0 ? undefined : ack(data, stored.indexOf(cmid) + 1)
	})
	return client
}

test('a message whose answer is lost is resent unchanged after 5 to 10 s', async () => {
	const { time, peer, im } = await swallowing(1)
	// Another call comes first, so that the sweeps do not begin with the message.
	peer.on('userInfo', () => undefined)
	im.user.info(['bob']).catch(() => {})
	await time.advance(2_000)
	const message = im.group('g').send({ content: 'a' })
	await time.advance(4_900)
	expect(peer.framesOf('groupSend')).toHaveLength(1)
	await time.advance(5_200)
	const [first, second] = peer.framesOf('groupSend')
	expect(second).toEqual(first)
	expect([message.status, im.stats().resent, im.stats().timeouts]).toEqual(['sent', 1, 0])
	await time.advance(60_000)
	expect(peer.framesOf('groupSend')).toHaveLength(2)
})

test('a message lost repeatedly is resent at growing intervals, until it times out and is retried', async () => {
	const { time, peer, im } = await swallowing(Number.POSITIVE_INFINITY)
	im.group('g').send({ content: 'a' })
	const at: number[] = []
	for (let second = 0; second < 60; second++) {
		await time.advance(1_000)
		const count = peer.framesOf('groupSend').length
		while (at.length < count) at.push(second)
	}
	expect(at).toEqual([0, 5, 15, 35])
	await time.advance(5_000)
	expect(im.stats().timeouts).toBe(1)
	expect(new Set(peer.framesOf('groupSend').map(({ jsonData }) => jsonData.cmid)).size).toBe(1)
})

test('an unanswered message holds up the next of its conversation only until it is resent', async () => {
	const { time, peer, im } = await swallowing(Number.POSITIVE_INFINITY, ({ content }) => content === 'a')
	const statuses = () => messages.map(({ status }) => status)
	const messages = ['a', 'b', 'c'].map(content => im.group('g').send({ content }))
	await time.advance(4_900)
	expect(contents(peer.framesOf('groupSend'))).toEqual(['a'])
	await time.advance(200)
	expect(contents(peer.framesOf('groupSend'))).toEqual(['a', 'a', 'b', 'c'])
	expect(statuses()).toEqual(['sending', 'sent', 'sent'])
	peer.on('groupSend', data => ack(data))
	await time.advance(10_000)
	expect(statuses()).toEqual(['sent', 'sent', 'sent'])
})

test('messages that overtook another one are sent in order on the next connection', async () => {
	const { time, peer, im } = await swallowing(Number.POSITIVE_INFINITY)
	for (const content of ['a', 'b']) im.group('g').send({ content })
	await time.advance(6_000)
	const before = peer.framesOf('groupSend').length
	peer.on('groupSend', data => ack(data))
	peer.close('network')
	await time.advance(4_000)
	expect(contents(peer.framesOf('groupSend').slice(before))).toEqual(['a', 'b'])
})

test('an overtaken message that fails is retried, even if nothing follows it', async () => {
	const { time, peer, im } = await swallowing(Number.POSITIVE_INFINITY, ({ content }) => content === 'a')
	const messages = ['a', 'b'].map(content => im.group('g').send({ content }))
	await time.advance(6_000)
	expect(messages.map(({ status }) => status)).toEqual(['sending', 'sent'])
	const [frame] = peer.framesOf('groupSend')
	peer.on('groupSend', data => ack(data))
	peer.sendRaw({ ...frame, jsonData: { code: answerCodes.unavailable, retryAfterMs: 500 } })
	await time.advance(400)
	expect(messages[0]?.status).toBe('waiting')
	await time.advance(200)
	expect(messages[0]?.status).toBe('sent')
})
