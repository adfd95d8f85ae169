import { answerCodes, imPaths } from '@parley/im'
import { expect, test, vi } from 'vitest'
import { createIM } from '../api/createIM.ts'
import { IMError } from '../core/errors.ts'
import { me, outcome, setUp } from '../testing/setUp.ts'
import { reconnectDelay } from './backoff.ts'
import { chooseServers } from './servers.ts'

test('[IMC-01] the version is 2.1.14, and the login reports it', async () => {
	const { im, peer, loggedIn } = setUp()
	expect(im.version).toBe('2.1.14')
	await loggedIn()
	expect(peer.framesOf('login')[0]?.jsonData.sdkVersion).toBe('2.1.14')
})

test('[IMC-02] the connection is disconnected, connected, reconnecting or given up, with a reason each time', async () => {
	const { time, peer, im, heard, loggedIn } = setUp()
	const states = heard('state')
	await loggedIn()
	expect(states.map(({ from, to, connection }) => [from, to, connection])).toEqual([
		['idle', 'connecting', 'reconnecting'],
		['connecting', 'authenticating', 'reconnecting'],
		['authenticating', 'syncing', 'connected'],
		['syncing', 'ready', 'connected'],
	])
	peer.mode = 'refuse'
	peer.close('network')
	await time.advance(5)
	expect(states.at(-1)).toMatchObject({ connection: 'reconnecting', attempt: 1, reason: 'transport close' })
	await time.advance(60_000)
	expect(states.at(-1)).toMatchObject({ to: 'gaveUp', connection: 'gaveUp' })
	peer.mode = 'accept'
	im.connect()
	await time.advance(20)
	expect(im.state).toBe('ready')
	im.logout()
	expect(states.at(-1)).toMatchObject({ to: 'closed', connection: 'disconnected', reason: 'logout' })
})

test.each(['refuse', 'hang'] as const)(
	'[IMC-02] [OP-120] it gives up after ten failed attempts, which %s, and starts over with ten',
	async mode => {
		const { time, peer, im, page, heard, loggedIn } = setUp()
		await loggedIn()
		const states = heard('state')
		peer.mode = mode
		peer.close('network')
		await time.advance(300_000)
		expect([im.state, peer.connections]).toEqual(['gaveUp', 11])
		await time.advance(600_000)
		expect(peer.connections).toBe(11)
		page.change('online')
		await time.advance(300_000)
		expect([im.state, peer.connections]).toEqual(['gaveUp', 21])
		expect(states.filter(({ to }) => to === 'gaveUp')).toHaveLength(2)
	},
)

test('[IMC-02] [OP-120] a first login gives up after ten failed attempts, and fails', async () => {
	const { time, peer, im } = setUp()
	peer.mode = 'refuse'
	const login = outcome(im.login(me))
	await time.advance(60_000)
	expect([im.state, peer.connections]).toEqual(['gaveUp', 10])
	expect(login).toMatchObject({ status: 'rejected', error: { message: 'gave up', kind: 'network' } })
})

test('[IMC-02] a login resets the count of failed attempts', async () => {
	const { time, peer, im, loggedIn } = setUp()
	await loggedIn()
	for (let loss = 0; loss < 3; loss++) {
		peer.mode = 'refuse'
		const before = peer.connections
		peer.close('network')
		for (let waited = 0; waited < 300 && peer.connections < before + 7; waited++) await time.advance(100)
		peer.mode = 'accept'
		await time.advance(6_000)
		expect(im.state).toBe('ready')
	}
})

test('[IMC-03] [OP-116] after a loss it logs in again with the argument of login()', async () => {
	const { time, peer, im, loggedIn } = setUp()
	await loggedIn()
	peer.close('network')
	await time.advance(3_000)
	expect(peer.framesOf('login')).toHaveLength(2)
	expect(peer.framesOf('login')[1]?.jsonData).toMatchObject({ uid: 'ann', token: 'token-1' })
	expect(im.state).toBe('ready')
})

test('[IMC-04] [IMC-22] code 0 is a login, and nothing else is', async () => {
	const { im, loggedIn } = setUp()
	expect((await loggedIn()).session).toBe('s1')
	expect(im.state).toBe('ready')
	const other = setUp()
	other.peer.on('login', () => ({ code: 1 }))
	const login = outcome(other.im.login(me))
	await other.time.advance(50)
	expect(login).toMatchObject({ status: 'rejected', error: { code: 1 } })
})

test('[IMC-05] a login error discards the login information and closes the connection', async () => {
	const { time, peer, im, heard } = setUp()
	const ended = heard('ended')
	const errors = heard('error')
	peer.on('login', () => ({ code: answerCodes.unauthorised, msg: 'not one of ours' }))
	const login = outcome(im.login(me))
	await time.advance(20)
	expect(login).toMatchObject({ status: 'rejected', error: { code: answerCodes.unauthorised, kind: 'denied' } })
	expect(ended).toEqual([{ code: answerCodes.unauthorised, reason: 'login refused' }])
	expect(errors).toHaveLength(1)
	await time.advance(60_000)
	expect([peer.isConnected, peer.connections, im.state]).toEqual([false, 1, 'closed'])
})

test('[IMC-05] a login refused by a busy server is retried when the server says', async () => {
	const { time, peer, im } = setUp()
	peer.on('login', () => ({ code: answerCodes.unavailable, retryAfterMs: 7_000 }))
	const login = outcome(im.login(me))
	await time.advance(6_900)
	expect([peer.connections, login.status]).toEqual([1, 'pending'])
	await time.advance(200)
	expect(peer.connections).toBe(2)
})

test('[IMC-06] logout is sent, then everything is reset and the connection closed', async () => {
	const { time, peer, im, heard, loggedIn } = setUp()
	await loggedIn()
	peer.on('userInfo', () => undefined)
	const asked = outcome(im.user.info(['bob']))
	const ended = heard('ended')
	im.logout()
	expect(im.state).toBe('closed')
	await time.advance(10)
	expect(peer.frames.at(-1)?.name).toBe('logout')
	expect([peer.isConnected, peer.closedByClient]).toEqual([false, 1])
	expect(asked).toMatchObject({ status: 'rejected', error: { code: answerCodes.cancelled } })
	expect(ended).toEqual([{ code: 0, reason: 'logout' }])
	await time.advance(60_000)
	expect(peer.connections).toBe(1)
})

test.each([
	['kickedOff', answerCodes.userKickedOff, 'IMC-07'],
	['tokenExpired', answerCodes.userTokenExpired, 'IMC-07'],
	['forcedDisconnect', answerCodes.forcedDisconnect, 'IMCALL-57'],
	['unauthorised', answerCodes.unauthorised, 'IMCALL-58'],
] as const)(
	'[IMC-07] [IMCALL-57] [IMCALL-58] %s discards the login information, and the client does not reconnect',
	async (name, code) => {
		const { time, peer, im, heard, loggedIn } = setUp()
		await loggedIn()
		const pushed = heard(name)
		const ended = heard('ended')
		peer.on('userInfo', () => undefined)
		const asked = outcome(im.user.info(['bob']))
		await time.advance(5)
		peer.push(name, { code, msg: 'elsewhere' })
		await time.advance(5)
		expect(pushed).toEqual([{ code, msg: 'elsewhere' }])
		expect(ended).toEqual([{ code, reason: name }])
		expect(asked).toMatchObject({ status: 'rejected', error: { code } })
		await time.advance(120_000)
		expect([peer.connections, im.state]).toEqual([1, 'closed'])
		await expect(im.user.info(['bob'])).rejects.toMatchObject({ code: answerCodes.notLoggedIn })
	},
)

test('[IMC-07] an expiring token is replaced if the application can supply a new one', async () => {
	const { time, peer, im } = setUp()
	const tokens = ['token-2', 'token-3']
	const login = im.login({ ...me, getToken: async () => tokens.shift() ?? '' })
	await time.advance(20)
	await login
	peer.push('tokenExpired', { code: answerCodes.userTokenExpired })
	await time.advance(3_000)
	expect(im.state).toBe('ready')
	expect(peer.framesOf('login').map(({ jsonData }) => jsonData.token)).toEqual(['token-1', 'token-2'])
	// A minute before it ends, on the existing connection.
	await time.advance(86_400_000 - 60_000)
	expect(peer.framesOf('login').map(({ jsonData }) => jsonData.token)).toEqual(['token-1', 'token-2', 'token-3'])
	expect(peer.connections).toBe(2)
})

const aLogin = (uid: unknown, now: number) => ({
	session: 's1',
	now,
	user: { userId: uid, nickName: '', imgUrl: '' },
	expiresAt: now + 86_400_000,
})

test('[IMC-07] a token that ended while there was no connection is replaced, though the server closes at once', async () => {
	const { time, peer, im } = setUp()
	peer.on('login', ({ uid, token }) => {
		if (token === 'new') return aLogin(uid, time.now())
		queueMicrotask(() => peer.close('server'))
		return { code: answerCodes.userTokenExpired }
	})
	let asked = 0
	const getToken = () => {
		asked++
		return new Promise<string>(resolve => time.after(50, () => resolve('new')))
	}
	const login = outcome(im.login({ ...me, getToken }))
	await time.advance(5_000)
	expect([im.state, login.status, asked]).toEqual(['ready', 'resolved', 1])
	expect(peer.framesOf('login').map(({ jsonData }) => jsonData.token)).toEqual(['token-1', 'new'])
})

test('[IMC-07] fetching a new token is retried like a connection', async () => {
	const { time, peer, im, heard } = setUp()
	const ended = heard('ended')
	let isNetworkGone = true
	const getToken = async () => {
		if (isNetworkGone) throw new TypeError('Failed to fetch')
		return 'token-2'
	}
	const login = im.login({ ...me, getToken })
	await time.advance(20)
	await login
	peer.push('tokenExpired', { code: answerCodes.userTokenExpired })
	await time.advance(20_000)
	// A connection is useless without a token.
	expect([im.state, ended.length, peer.connections]).toEqual(['reconnecting', 0, 1])
	isNetworkGone = false
	await time.advance(6_000)
	expect([im.state, peer.framesOf('login').at(-1)?.jsonData.token]).toEqual(['ready', 'token-2'])
})

test('[IMC-07] a new token that is refused ends the session', async () => {
	const { time, peer, im, heard } = setUp()
	const ended = heard('ended')
	const getToken = () => Promise.reject(new IMError(answerCodes.userTokenExpired))
	const login = im.login({ ...me, getToken })
	await time.advance(20)
	await login
	peer.push('tokenExpired', { code: answerCodes.userTokenExpired })
	await time.advance(60_000)
	expect([im.state, ended]).toEqual(['closed', [{ code: answerCodes.userTokenExpired, reason: 'no new token' }]])
})

test('a login with another token takes precedence over a token request in flight', async () => {
	const { time, peer, im } = setUp()
	const login = im.login({ ...me, getToken: () => new Promise<string>(() => {}) })
	await time.advance(20)
	await login
	peer.push('tokenExpired', { code: answerCodes.userTokenExpired })
	await time.advance(5_000)
	expect(im.state).toBe('connecting')
	void im.login({ ...me, token: 'token-2' })
	await time.advance(20)
	expect([im.state, peer.framesOf('login').at(-1)?.jsonData.token]).toEqual(['ready', 'token-2'])
})

test('a token that arrives while disconnected is used for the next login', async () => {
	const { time, peer, im } = setUp()
	const getToken = () => new Promise<string>(resolve => time.after(100, () => resolve('token-2')))
	const login = im.login({ ...me, getToken })
	await time.advance(20)
	await login
	// A minute before it ends a new one is requested.
	await time.advance(86_400_000 - 60_000)
	peer.close('network')
	await time.advance(3_000)
	expect(peer.framesOf('login').map(({ jsonData }) => jsonData.token)).toEqual(['token-1', 'token-2'])
})

test('a closed client does not log in, even with a token that was being requested', async () => {
	const { time, peer, im } = setUp()
	const getToken = () => new Promise<string>(resolve => time.after(100, () => resolve('token-2')))
	const early = outcome(im.login({ ...me, token: '', getToken }))
	im.close()
	const late = outcome(im.login(me))
	await time.advance(1_000)
	for (const login of [early, late])
		expect(login).toMatchObject({ status: 'rejected', error: { code: answerCodes.cancelled } })
	expect(peer.connections).toBe(0)
})

test('[IMC-08] login needs uid and appId', async () => {
	const { im, peer } = setUp()
	for (const info of [{ ...me, uid: '' }, { ...me, appId: '' }, { ...me, token: '' }, undefined as never])
		await expect(im.login(info)).rejects.toMatchObject({ message: 'incomplete login info', kind: 'client' })
	expect(peer.connections).toBe(0)
})

test('[IMC-09] [OP-116] options that would log in are rejected', () => {
	for (const option of [{ autoLogin: true }, { loginInfo: me }, { uid: 'ann' }, { token: 't' }])
		expect(() => createIM(option as never)).toThrow('automatic login is not an option')
})

test('[IMC-10] [IMH-10] the login carries uid, appId, token, appVersion, jid and the stored device id', async () => {
	const { time, peer, im, page } = setUp()
	void im.login({ ...me, appVersion: '3.2' })
	await time.advance(20)
	const data = peer.framesOf('login')[0]?.jsonData
	expect(data).toMatchObject({ uid: 'ann', appId: 'app', token: 'token-1', appVersion: '3.2', jid: 'ann/app' })
	expect(data?.deviceId).toMatch(/^[0-9a-f]{20}$/)
	expect(await page.env.storage.get('im:deviceId')).toBe(data?.deviceId)
})

test('[IMC-11] [OP-121] a connection closed by the server is retried after 500 ms, and after 200 ms more each further time', async () => {
	expect([1, 2, 3, 10].map(attempt => reconnectDelay('server', attempt, 0.9))).toEqual([500, 700, 900, 2_300])
	const { time, peer, loggedIn } = setUp()
	await loggedIn()
	const refused = () => ({ code: answerCodes.unavailable })
	peer.on('login', refused)
	const gaps: number[] = []
	let last = time.now()
	peer.close('server')
	for (let count = peer.connections; gaps.length < 4; ) {
		await time.advance(10)
		if (peer.connections === count) continue
		gaps.push(time.now() - last)
		last = time.now()
		count = peer.connections
	}
	// Each attempt takes a few milliseconds to be refused.
	expect(gaps.map(gap => Math.floor(gap / 100) * 100)).toEqual([500, 700, 900, 1_100])
})

test('[IMC-12] a broken connection is retried after 1 s, doubled up to 5 s, jittered by half', () => {
	expect([1, 2, 3, 4, 40].map(attempt => reconnectDelay('network', attempt, 0.5))).toEqual([
		1_000, 2_000, 4_000, 5_000, 5_000,
	])
	expect([0, 1].map(random => reconnectDelay('network', 1, random))).toEqual([500, 1_500])
	expect([0, 1].map(random => reconnectDelay('network', 9, random))).toEqual([2_500, 5_000])
})

test('[IMC-12] a client uses these delays', async () => {
	const { time, peer, loggedIn } = setUp({ page: { randomByte: () => 128 } })
	await loggedIn()
	peer.mode = 'refuse'
	peer.close('network')
	const counts: number[] = []
	for (let second = 0; second < 8; second++) {
		await time.advance(1_000)
		counts.push(peer.connections)
	}
	// After 1 s, 2 s and 4 s; each attempt takes a moment to fail.
	expect(counts).toEqual([1, 2, 2, 3, 3, 3, 3, 4])
})

test('[IMC-13] an attempt that gets no answer fails after 20 s', async () => {
	const { time, peer, im, heard } = setUp()
	const errors = heard('error')
	peer.mode = 'hang'
	void im.login(me)
	await time.advance(19_990)
	expect(errors).toHaveLength(0)
	await time.advance(20)
	expect(errors).toMatchObject([{ message: 'connect timeout', kind: 'network' }])
})

test('[IMC-14] [IMC-15] a call without an answer fails between 60 and 65 s, with serverNoResponse and "no response"', async () => {
	const { time, peer, im, loggedIn } = setUp()
	await loggedIn()
	peer.on('userInfo', () => undefined)
	const calls: { at: number; result: ReturnType<typeof outcome>; after?: number }[] = []
	for (let at = 0; at < 20_000; at += 1_300) {
		calls.push({ at, result: outcome(im.user.info(['bob'])) })
		await time.advance(1_300)
	}
	for (let now = calls.length * 1_300; now < 90_000; now += 100) {
		for (const call of calls) if (call.result.status !== 'pending') call.after ??= now - call.at
		await time.advance(100)
	}
	for (const { result, after } of calls) {
		expect(after).toBeGreaterThanOrEqual(60_000)
		expect(after).toBeLessThanOrEqual(65_200)
		expect(result.error).toMatchObject({ code: answerCodes.serverNoResponse, message: 'no response', kind: 'timeout' })
	}
	expect(im.stats().timeouts).toBe(calls.length)
})

test('[IMC-14] a jump of the clock neither ends calls early nor prolongs them', async () => {
	const { time, peer, im, loggedIn } = setUp()
	await loggedIn()
	peer.on('userInfo', () => undefined)
	const call = outcome(im.user.info(['bob']))
	time.jump(3_600_000)
	await time.advance(59_000)
	expect(call.status).toBe('pending')
	time.jump(-7_200_000)
	await time.advance(7_000)
	expect(call.status).toBe('rejected')
})

test('[IMC-14] an answer that arrives too late is dropped and counted', async () => {
	const { time, peer, im, loggedIn } = setUp()
	await loggedIn()
	peer.on('userInfo', () => undefined)
	const call = outcome(im.user.info(['bob']))
	await time.advance(66_000)
	const late = peer.framesOf('userInfo')[0]
	peer.sendRaw({ ...late, jsonData: { code: 0, list: [] } })
	await time.advance(5)
	expect([call.status, im.stats().lateAnswers]).toEqual(['rejected', 1])
})

test('[IMC-16] [IMC-17] [IMC-18] [OP-118] prod is the origin of the page; each server and the path can be replaced', async () => {
	const addresses: unknown[] = []
	const openTransport = (address: unknown) => {
		addresses.push(address)
		return { send() {}, close() {} }
	}
	const connect = (options: object) => {
		const { im } = setUp({ ...options, environment: { openTransport } })
		void im.login(me).catch(() => {})
	}
	connect({})
	connect({ env: 'dev' })
	connect({ env: 'dev', servers: { chat: 'https://chat.example' }, socketPath: '/elsewhere' })
	await Promise.resolve()
	await Promise.resolve()
	expect(addresses).toEqual([
		{ url: '', path: imPaths.socket },
		{ url: 'http://localhost:8080', path: imPaths.socket },
		{ url: 'https://chat.example', path: '/elsewhere' },
	])
})

test('[IMC-17] api, monitor and user-sign servers are replaced one by one', async () => {
	const servers = { api: 'https://api.example', monitor: 'https://monitor.example', userSign: 'https://sign.example' }
	const { im, page, loggedIn } = setUp({ servers })
	page.answerHttp = () => ({ code: 0, onlineUsers: [], imToken: 't', imUserId: 'u' })
	await loggedIn()
	await im.online({ userId: 'bob' })
	await im.requestToken({ appId: 'app', id: '7', nickName: 'a b' })
	expect(page.requests.map(({ url }) => url)).toEqual([
		`https://monitor.example${imPaths.device}`,
		`https://api.example${imPaths.userOnline}`,
		`https://sign.example${imPaths.token}?id=7&nickName=a%20b&imAppId=app`,
	])
})

test('[IMC-16] dev is another origin for all four servers', async () => {
	const { im, page, loggedIn } = setUp({ env: 'dev' })
	page.answerHttp = () => ({ code: 0, onlineUsers: [], imToken: 't', imUserId: 'u' })
	await loggedIn()
	await im.online({ userId: 'bob' })
	await im.requestToken({ appId: 'app', id: '7', nickName: 'a' })
	const { chat, ...others } = chooseServers({ env: 'dev' })
	expect(chat).toBe('http://localhost:8080')
	expect(page.requests.map(({ url }) => new URL(url).origin)).toEqual(Array(3).fill('http://localhost:8080'))
	expect(others).toMatchObject({ api: chat, monitor: chat, userSign: chat })
})

test('[ENT-21] [IMC-17] the servers of the token are used, unless the options name others', async () => {
	const servers = { chat: 'https://chat.example', api: 'https://api.example', monitor: 'https://monitor.example' }
	const addresses: { url: string }[] = []
	const client = (options: object) => {
		const made = setUp(options)
		const accept = made.peer.accept
		made.peer.accept = (end, address) => {
			addresses.push(address)
			return accept(end, address)
		}
		made.page.answerHttp = () => ({ code: 0, onlineUsers: [] })
		return made
	}
	const first = client({})
	void first.im.login({ ...me, servers })
	await first.time.advance(20)
	await first.im.online({ userId: 'bob' })
	first.peer.close('network')
	await first.time.advance(6_000)
	expect(addresses.map(({ url }) => url)).toEqual(['https://chat.example', 'https://chat.example'])
	expect(first.page.requests.map(({ url }) => url)).toEqual([
		`https://monitor.example${imPaths.device}`,
		`https://api.example${imPaths.userOnline}`,
		`https://monitor.example${imPaths.flow}`,
	])
	// The next login is that of another token.
	first.im.logout()
	void first.im.login(me)
	await first.time.advance(20)
	expect(addresses.at(-1)?.url).toBe('')
	const second = client({ servers: { chat: 'https://own.example' } })
	void second.im.login({ ...me, servers })
	await second.time.advance(20)
	expect([addresses.at(-1)?.url, second.page.requests[0]?.url]).toEqual([
		'https://own.example',
		`https://monitor.example${imPaths.device}`,
	])
})

test('[IMC-19] [IMC-20] a connection error causes an error event and a flow log', async () => {
	const { time, peer, im, heard, page } = setUp()
	const errors = heard('error')
	peer.mode = 'refuse'
	void im.login(me)
	await time.advance(10)
	expect(errors).toMatchObject([{ kind: 'network', message: 'refused' }])
	await time.advance(5_000)
	const upload = page.requests.find(({ url }) => url === imPaths.flow)
	expect(JSON.parse(upload?.body ?? '{}').flows[0]).toMatchObject({ type: 'connectError', reason: 'refused' })
})

test('[IMC-21] [OP-119] no permission is noPromise, by name', async () => {
	const { time, peer, im, loggedIn } = setUp()
	await loggedIn()
	peer.on('groupKick', () => ({ code: 403 }))
	const kick = outcome(im.group('g').kick({ userId: 'bob' }))
	await time.advance(5)
	expect(kick.error).toMatchObject({ code: answerCodes.noPromise, kind: 'denied', retryable: false })
})

test('[IMCALL-01] messageId counts from 10000, one more for each packet, over reconnects', async () => {
	const { time, peer, im, loggedIn } = setUp()
	await loggedIn()
	void im.user.info(['bob'])
	await time.advance(5)
	peer.close('network')
	await time.advance(3_000)
	void im.user.info(['bob'])
	await time.advance(5)
	const ids = peer.frames.map(({ messageId }) => messageId)
	expect(ids[0]).toBe(10_000)
	expect(ids).toEqual(ids.map((_, index) => 10_000 + index))
})

test('[IMCALL-01] unanswered calls are sent again after a loss, with the same messageId and requestId', async () => {
	const { time, peer, im, loggedIn } = setUp()
	await loggedIn()
	let isAnswering = false
	const script = () => (isAnswering ? { list: [] } : undefined)
	peer.on('userInfo', script)
	peer.on('friendDelete', script)
	const read = outcome(im.user.info(['bob']))
	const write = outcome(im.friend.delete('bob'))
	await time.advance(5)
	peer.close('network')
	isAnswering = true
	await time.advance(3_000)
	expect([read.status, write.status]).toEqual(['resolved', 'resolved'])
	for (const name of ['userInfo', 'friendDelete'] as const) {
		const [first, second] = peer.framesOf(name)
		expect(second).toEqual(first)
	}
	expect(peer.framesOf('friendDelete')[0]?.jsonData.requestId).toMatch(/^[0-9a-f]{30}$/)
	expect(im.stats().resent).toBe(2)
})

test('a call is cancelled by its signal, and a later answer is counted', async () => {
	const { time, im, loggedIn } = setUp()
	await loggedIn()
	const controller = new AbortController()
	const call = outcome(im.user.info(['bob'], { signal: controller.signal }))
	await time.advance(0)
	controller.abort()
	await time.advance(5)
	expect(call).toMatchObject({ status: 'rejected', error: { code: answerCodes.cancelled, kind: 'client' } })
	expect(im.stats().lateAnswers).toBe(1)
})

test('after the answer, the signal of a call has no effect', async () => {
	const { time, im, peer, loggedIn } = setUp()
	peer.on('userInfo', () => ({ list: [] }))
	await loggedIn()
	const controller = new AbortController()
	const removed = vi.spyOn(controller.signal, 'removeEventListener')
	const call = outcome(im.user.info(['bob'], { signal: controller.signal }))
	await time.advance(20)
	expect([call.status, removed.mock.calls.length]).toEqual(['resolved', 1])
	controller.abort()
	expect(im.stats().illegalTransitions).toBe(0)
})

test('going online, a visible page and connect() connect at once; going offline disconnects at once', async () => {
	for (const change of ['online', 'resumed'] as const) {
		const { time, peer, page, im, loggedIn } = setUp()
		await loggedIn()
		peer.mode = 'refuse'
		peer.close('network')
		await time.advance(100_000)
		peer.mode = 'accept'
		const count = peer.connections
		page.change(change)
		await time.advance(10)
		expect([peer.connections, im.state]).toEqual([count + 1, 'ready'])
		page.change('offline')
		expect(im.state).toBe('reconnecting')
		page.change('online')
		await time.advance(10)
		expect(im.state).toBe('ready')
	}
})

test('a reconnect delay given by the server takes precedence over every other', async () => {
	const { time, peer, heard, loggedIn } = setUp()
	await loggedIn()
	const later = heard('reconnectLater')
	peer.push('reconnectLater', { code: answerCodes.stopping, retryAfterMs: 12_345 })
	await time.advance(5)
	peer.close('server')
	await time.advance(12_300)
	expect([peer.connections, later.length]).toEqual([1, 1])
	await time.advance(60)
	expect(peer.connections).toBe(2)
})

test('an unreadable packet and a listener that throws have no effect', async () => {
	const { time, peer, im, page, loggedIn } = setUp()
	im.on('state', () => {
		throw new Error('of the application')
	})
	await loggedIn()
	for (const value of [null, 7, 'text', [], { messageId: -1 }, { messageId: 0, messageType: 77, jsonData: {} }])
		peer.sendRaw(value)
	await time.advance(5)
	expect(im.state).toBe('ready')
	expect(im.stats()).toMatchObject({ malformed: 6, listenerErrors: 4 })
	expect(page.logs.length).toBeGreaterThan(0)
})

test('a push or an answer that lacks data of its kind is counted, and the next one is read', async () => {
	const { time, peer, im, heard, loggedIn } = setUp({ environment: { strict: false }, modules: { muc: true } })
	await loggedIn()
	const received = heard('messagesReceived')
	for (const data of [{}, { gid: 'g' }, { gid: 'g', epoch: 'e1', from: 1, to: 1, list: 7 }])
		peer.push('messagesReceived', data)
	peer.push('heads', {})
	peer.on('groupPoll', () => ({}))
	const listen = outcome(im.room('r').listen())
	await time.advance(60_000)
	expect([im.state, listen.status]).toEqual(['ready', 'rejected'])
	peer.on('sync', ({ option }) => ({ option, syncKey: 's.1', nextPage: false, list: [] }))
	peer.push('messagesReceived', { gid: 'h', epoch: 'e1', from: 1, to: 1, list: [{ hisId: 1 }] })
	await time.advance(1_000)
	expect(received.map(({ gid }) => gid)).toContain('h')
})

test('another person logs in after the first was logged out', async () => {
	const { time, peer, im, loggedIn } = setUp()
	await loggedIn()
	const login = outcome(im.login({ ...me, uid: 'bob' }))
	await time.advance(20)
	expect(login.status).toBe('resolved')
	expect(peer.frames.map(({ name, jsonData }) => [name, jsonData.uid]).filter(([name]) => name !== 'syncKeys')).toEqual(
		[
			['login', 'ann'],
			['logout', undefined],
			['login', 'bob'],
		],
	)
})

test('a new token on the same connection renews the login', async () => {
	const { time, peer, im, loggedIn } = setUp()
	await loggedIn()
	const login = outcome(im.login({ ...me, token: 'token-2' }))
	await time.advance(20)
	expect(login.status).toBe('resolved')
	expect([peer.connections, peer.framesOf('login').length]).toEqual([1, 2])
})

test('ready() waits, and fails after its timeout', async () => {
	const { time, im, loggedIn } = setUp()
	const inTime = outcome(im.ready())
	const late = outcome(im.ready(10))
	await time.advance(11)
	expect(late).toMatchObject({ status: 'rejected', error: { kind: 'timeout' } })
	await loggedIn()
	expect(inTime.status).toBe('resolved')
})

/** Returns the first delay after the next loss, as reported by the state event. */
async function lossAfterwards({ peer, heard, time }: Pick<ReturnType<typeof setUp>, 'peer' | 'heard' | 'time'>) {
	const states = heard('state')
	peer.close('server')
	await time.advance(5)
	const { attempt, retryInMs } = states.find(({ to }) => to === 'reconnecting') ?? {}
	return { attempt, retryInMs }
}

test('[IMC-11] a reconnect delay of the server applies once', async () => {
	const client = setUp()
	await client.loggedIn()
	client.peer.push('reconnectLater', { code: answerCodes.stopping, retryAfterMs: 12_345 })
	await client.time.advance(5)
	client.peer.close('server')
	await client.time.advance(12_400)
	expect(client.im.state).toBe('ready')
	expect(await lossAfterwards(client)).toEqual({ attempt: 1, retryInMs: 500 })
})

test.each(['logout', 'kickedOff'] as const)('[IMC-06] after %s no attempts and no server delay remain', async end => {
	const client = setUp()
	const { im, peer, time, loggedIn } = client
	await loggedIn()
	for (const way of ['attempts', 'hint'] as const) {
		if (way === 'hint') peer.push('reconnectLater', { code: answerCodes.stopping, retryAfterMs: 50_000 })
		else {
			peer.mode = 'refuse'
			peer.close('network')
			await time.advance(3_000)
			peer.mode = 'accept'
			void im.connect()
		}
		await time.advance(20)
		if (end === 'logout') im.logout()
		else peer.push('kickedOff', { code: answerCodes.userKickedOff })
		await time.advance(20)
		expect(im.state).toBe('closed')
		void im.login(me)
		await time.advance(20)
		expect(await lossAfterwards(client)).toEqual({ attempt: 1, retryInMs: 500 })
		await time.advance(1_000)
		expect(im.state).toBe('ready')
	}
})

test('[IMC-11] a login resets the count of attempts: the next loss begins with the first delay', async () => {
	const client = setUp()
	await client.loggedIn()
	client.peer.mode = 'refuse'
	client.peer.close('network')
	await client.time.advance(6_000)
	client.peer.mode = 'accept'
	await client.time.advance(6_000)
	expect(client.im.state).toBe('ready')
	expect(await lossAfterwards(client)).toEqual({ attempt: 1, retryInMs: 500 })
})

test('[IMC-02] after it gave up, connect() has ten attempts again', async () => {
	const { time, peer, im, heard, loggedIn } = setUp()
	await loggedIn()
	peer.mode = 'refuse'
	peer.close('network')
	await time.advance(100_000)
	expect(im.state).toBe('gaveUp')
	const states = heard('state')
	const before = peer.connections
	im.connect()
	await time.advance(5)
	expect([im.state, states.at(-1)]).toMatchObject(['reconnecting', { attempt: 1 }])
	await time.advance(100_000)
	expect([im.state, peer.connections - before]).toEqual(['gaveUp', 10])
})

test('logging out while it waits for the next attempt prevents it', async () => {
	const { time, peer, im, loggedIn } = setUp()
	await loggedIn()
	peer.mode = 'refuse'
	peer.close('network')
	await time.advance(10)
	expect(im.state).toBe('reconnecting')
	im.logout()
	await time.advance(60_000)
	expect([im.state, peer.connections, time.pending]).toEqual(['closed', 1, 0])
})

test('an immediate attempt replaces the scheduled one', async () => {
	const { time, peer, im, loggedIn } = setUp()
	await loggedIn()
	peer.close('network')
	await time.advance(10)
	im.connect()
	await time.advance(10_000)
	expect([im.state, peer.connections]).toEqual(['ready', 2])
})

test('calls made between two sessions wait for the login of the second', async () => {
	const { time, peer, im, loggedIn } = setUp()
	await loggedIn()
	im.logout()
	void im.login({ ...me, token: 'token-2' })
	peer.on('userInfo', () => ({ list: [] }))
	const asked = outcome(im.user.info(['bob']))
	await time.advance(100)
	expect(asked.status).toBe('resolved')
	const names = peer.frames.map(({ name }) => name)
	expect(names.indexOf('userInfo')).toBeGreaterThan(names.lastIndexOf('login'))
})

/** Logs in with a token that expires in a day; a new one is requested a minute before. */
async function logInForADay() {
	const client = setUp()
	const { time, peer, im } = client
	peer.on('login', ({ uid }) => aLogin(uid, time.now()))
	const getToken = vi.fn(async () => 'token-2')
	void im.login({ ...me, getToken })
	await time.advance(20)
	return { ...client, getToken }
}

test('[IMC-07] no token is requested while disconnected', async () => {
	const { time, peer, im, getToken } = await logInForADay()
	await time.advance(86_330_000)
	peer.mode = 'refuse'
	peer.close('network')
	await time.advance(20_000)
	expect([im.state, getToken.mock.calls.length]).toEqual(['reconnecting', 0])
})

test('[IMC-07] a token that replaced an expired one is also used for the next connection', async () => {
	const { time, peer, im, getToken } = await logInForADay()
	peer.push('tokenExpired', { code: answerCodes.userTokenExpired })
	await time.advance(2_000)
	expect([im.state, getToken.mock.calls.length]).toEqual(['ready', 1])
	peer.close('network')
	await time.advance(2_000)
	expect([im.state, getToken.mock.calls.length]).toEqual(['ready', 1])
	expect(peer.framesOf('login').at(-1)?.jsonData.token).toBe('token-2')
})

test('[IMC-07] a token requested before another login does not replace that login', async () => {
	const { time, peer, im } = setUp()
	const getToken = () => new Promise<string>(resolve => time.after(4_000, () => resolve('late')))
	void im.login({ ...me, getToken })
	await time.advance(20)
	peer.push('tokenExpired', { code: answerCodes.userTokenExpired })
	await time.advance(1_000)
	expect(im.state).toBe('connecting')
	void im.login({ ...me, token: 'token-2' })
	await time.advance(10_000)
	expect(im.state).toBe('ready')
	expect(peer.framesOf('login').map(({ jsonData }) => jsonData.token)).toEqual(['token-1', 'token-2'])
})

test('[IMC-07] a second login on the same connection schedules one renewal, not two', async () => {
	const { time, im, getToken } = await logInForADay()
	const second = vi.fn(async () => 'token-3')
	void im.login({ ...me, token: 'token-2', getToken: second })
	await time.advance(86_340_100)
	expect([getToken.mock.calls.length, second.mock.calls.length]).toEqual([0, 1])
})

test('a login followed by an immediate logout is rejected', async () => {
	const { time, im } = setUp()
	im.on('synced', () => im.logout())
	const login = outcome(im.login(me))
	await time.advance(20)
	expect(login).toMatchObject({ status: 'rejected', error: { code: answerCodes.cancelled } })
})

test('ready() leaves no timer behind', async () => {
	const { time, im, loggedIn } = setUp()
	void im.ready(60_000)
	await loggedIn()
	im.logout()
	await time.advance(10_000)
	expect(time.pending).toBe(0)
})

test('[IMC-02] each state change has a reason and a code', async () => {
	const { time, peer, page, im, heard, loggedIn } = setUp()
	await loggedIn()
	const states = heard('state')
	page.change('offline')
	peer.mode = 'refuse'
	await time.advance(60_000)
	peer.mode = 'accept'
	im.connect()
	await time.advance(20)
	const told = states.map(({ to, reason, code }) => [to, reason, code])
	expect(told.slice(0, 4)).toEqual([
		['reconnecting', 'offline', answerCodes.unavailable],
		['connecting', 'next attempt', 0],
		['reconnecting', 'refused', answerCodes.unavailable],
		['connecting', 'next attempt', 0],
	])
	expect(told.slice(-5)).toEqual([
		['gaveUp', 'gaveUp', answerCodes.unavailable],
		['connecting', 'asked', 0],
		['authenticating', 'authenticating', 0],
		['syncing', 'syncing', 0],
		['ready', 'ready', 0],
	])
	expect(im.stats()).toMatchObject({ reconnects: 10, illegalTransitions: 0 })
	void im.login({ ...me, uid: 'bob' })
	await time.advance(20)
	expect(states.map(({ to, reason }) => [to, reason]).slice(-5, -3)).toEqual([
		['closed', 'logout'],
		['connecting', 'login'],
	])
})

test('[IMC-19] a lost connection is not a connection error, but a failed attempt after it is', async () => {
	const { time, peer, heard, loggedIn } = setUp()
	await loggedIn()
	const errors = heard('error')
	peer.mode = 'refuse'
	peer.close('network')
	await time.advance(5)
	expect(errors).toEqual([])
	await time.advance(2_000)
	expect(errors).toMatchObject([{ kind: 'network', message: 'refused' }])
})

/** Returns the times of logins, in milliseconds after the first. */
function loginTimes({ peer, time }: Pick<ReturnType<typeof setUp>, 'peer' | 'time'>, lifetimeMs: number) {
	const times: number[] = []
	let first: number | undefined
	peer.on('login', ({ uid }) => {
		first ??= time.now()
		times.push(time.now() - first)
		return { ...aLogin(uid, time.now()), expiresAt: time.now() + lifetimeMs }
	})
	return times
}

test.each([
	['ten minutes', 600_000, 540_000],
	['a minute and half a second', 60_500, 1_000],
	['half a minute', 30_000, 1_000],
	['three days', 3 * 86_400_000, 86_400_000],
])(
	'[IMC-07] a token of %s is replaced a minute before its end, after a second at least, once a day',
	async (...row) => {
		const [, lifetimeMs, renewedAfterMs] = row
		const client = setUp()
		const times = loginTimes(client, lifetimeMs)
		let asked = 0
		void client.im.login({ ...me, getToken: async () => `token-${++asked}` })
		await client.time.advance(renewedAfterMs - 50)
		expect(times).toHaveLength(1)
		await client.time.advance(renewedAfterMs + 60)
		expect(times).toHaveLength(3)
		for (const [index, at] of times.entries()) expect(Math.abs(at - index * renewedAfterMs)).toBeLessThan(20)
		expect([client.im.state, client.peer.connections, asked]).toEqual(['ready', 1, 2])
	},
)

test('[IMC-07] a login without getToken ends the renewal of the previous one', async () => {
	const { time, im, getToken } = await logInForADay()
	void im.login({ ...me, token: 'token-2' })
	await time.advance(2 * 86_400_000)
	expect(getToken).not.toHaveBeenCalled()
})

test('[IMC-07] a failed renewal is an error event, and the session continues with its token', async () => {
	const { time, peer, im, heard, getToken } = await logInForADay()
	const [errors, ended] = [heard('error'), heard('ended')]
	getToken.mockRejectedValueOnce(new TypeError('Failed to fetch'))
	await time.advance(86_341_000)
	expect(errors).toMatchObject([{ kind: 'network' }])
	expect([im.state, ended.length, peer.connections, peer.framesOf('login').length]).toEqual(['ready', 0, 1, 1])
})

test('[IMC-07] a renewal that fails after the connection was lost is not reported', async () => {
	const client = setUp()
	const { time, peer, im, heard } = client
	const errors = heard('error')
	const getToken = () =>
		new Promise<string>((_resolve, reject) => time.after(500, () => reject(new TypeError('Failed to fetch'))))
	loginTimes(client, 600_000)
	void im.login({ ...me, getToken })
	await time.advance(540_100)
	peer.close('network')
	await time.advance(5_000)
	expect([im.state, errors]).toEqual(['ready', []])
})

test('[IMC-05] an unanswered login is retried on another connection', async () => {
	const { time, peer, im, heard } = setUp()
	const ended = heard('ended')
	peer.on('login', () => undefined)
	const login = outcome(im.login(me))
	await time.advance(59_000)
	expect([peer.connections, im.state]).toEqual([1, 'authenticating'])
	peer.on('login', ({ uid }) => aLogin(uid, time.now()))
	await time.advance(8_000)
	expect([peer.connections, peer.closedByClient, im.state]).toEqual([2, 1, 'ready'])
	expect([login.status, ended]).toEqual(['resolved', []])
})

test('[IMC-11] after closing the connection itself, the client reconnects as if the server had: 500 ms and 200 more each time', async () => {
	const { time, peer, im, heard } = setUp()
	const states = heard('state')
	let refused = 0
	peer.on('login', ({ uid }) => {
		if (refused === 2) return aLogin(uid, time.now())
		refused++
		return { code: answerCodes.unavailable }
	})
	void im.login({ ...me, getToken: async () => 'token-2' })
	await time.advance(3_000)
	peer.push('tokenExpired', { code: answerCodes.userTokenExpired })
	await time.advance(3_000)
	const delays = states.filter(({ to }) => to === 'reconnecting').map(({ attempt, retryInMs }) => [attempt, retryInMs])
	expect(delays).toEqual([
		[1, 500],
		[2, 700],
		[1, 500],
	])
	expect(im.state).toBe('ready')
})

test('[IMC-11] the reconnect delay of the server also applies if the page closes first', async () => {
	const { time, peer, page, heard, loggedIn } = setUp()
	await loggedIn()
	const states = heard('state')
	peer.push('reconnectLater', { code: answerCodes.stopping, retryAfterMs: 12_345 })
	await time.advance(5)
	page.change('offline')
	expect(states.at(-1)).toMatchObject({ to: 'reconnecting', attempt: 1, retryInMs: 12_345 })
})

test.each(['connecting', 'authenticating', 'reconnecting', 'gaveUp', 'closed', 'idle'] as const)(
	'going offline while it is %s closes a connection, and changes nothing without one',
	async state => {
		const { time, peer, page, im, heard } = setUp()
		if (state === 'connecting') peer.mode = 'hang'
		if (state === 'authenticating') peer.on('login', () => undefined)
		if (state === 'reconnecting' || state === 'gaveUp') peer.mode = 'refuse'
		if (state !== 'idle') im.login(me).catch(() => {})
		await time.advance(state === 'gaveUp' ? 60_000 : 20)
		if (state === 'closed') im.logout()
		expect(im.state).toBe(state)
		const states = heard('state')
		page.change('offline')
		const leaves = state === 'connecting' || state === 'authenticating'
		expect(states.map(({ to, reason }) => [to, reason])).toEqual(leaves ? [['reconnecting', 'offline']] : [])
		await time.advance(5)
		expect(peer.isConnected).toBe(false)
	},
)

test('when the network is back, an immediate attempt replaces only a hanging one', async () => {
	const { time, peer, page, im } = setUp()
	peer.mode = 'hang'
	void im.login(me)
	await time.advance(20)
	im.connect()
	page.change('resumed')
	await time.advance(20)
	expect([im.state, peer.connections]).toEqual(['connecting', 1])
	peer.mode = 'accept'
	page.change('online')
	await time.advance(20)
	expect([im.state, peer.connections]).toEqual(['ready', 2])
	for (const change of ['online', 'resumed'] as const) page.change(change)
	im.connect()
	await time.advance(20)
	expect([im.state, peer.connections]).toEqual(['ready', 2])
	im.logout()
	im.connect()
	await time.advance(20)
	expect([im.state, peer.connections]).toEqual(['closed', 2])
})

test('[IMC-06] logging out before the login sends no logout', async () => {
	const { time, peer, im, heard } = setUp()
	const ended = heard('ended')
	im.logout()
	expect(ended).toEqual([])
	peer.on('login', () => undefined)
	const login = outcome(im.login(me))
	await time.advance(20)
	im.logout()
	im.logout()
	await time.advance(20)
	expect(peer.frames.map(({ name }) => name)).toEqual(['login'])
	expect(ended).toEqual([{ code: 0, reason: 'logout' }])
	expect(login).toMatchObject({ status: 'rejected', error: { code: answerCodes.cancelled, message: 'logout' } })
})

test('repeating a login while the first is in progress makes one connection and one packet', async () => {
	const { time, peer, im } = setUp()
	const logins = [outcome(im.login(me)), outcome(im.login(me))]
	await time.advance(20)
	expect(logins.map(({ status }) => status)).toEqual(['resolved', 'resolved'])
	expect([peer.connections, peer.framesOf('login').length]).toEqual([1, 1])
})

test('a login while it waits for the next attempt, or gave up, tries at once', async () => {
	const { time, peer, im, loggedIn } = setUp()
	await loggedIn()
	for (const waitedMs of [10, 100_000]) {
		peer.mode = 'refuse'
		peer.close('network')
		await time.advance(waitedMs)
		expect(im.state).toBe(waitedMs === 10 ? 'reconnecting' : 'gaveUp')
		peer.mode = 'accept'
		const before = peer.connections
		const login = outcome(im.login({ ...me, token: 'token-2' }))
		await time.advance(20)
		expect([im.state, login.status, peer.connections - before]).toEqual(['ready', 'resolved', 1])
	}
})

test('[IMC-06] logging out while the device id is read prevents the login', async () => {
	const { time, peer, im, page } = setUp()
	const { get } = page.env.storage
	page.env.storage.get = async key => {
		await new Promise<void>(resolve => time.after(100, resolve))
		return get(key)
	}
	im.login(me).catch(() => {})
	await time.advance(50)
	expect(im.state).toBe('authenticating')
	im.logout()
	await time.advance(1_000)
	expect(peer.framesOf('login')).toHaveLength(0)
})

test.each([
	['kickedOff', answerCodes.userKickedOff],
	['tokenExpired', answerCodes.userTokenExpired],
	['forcedDisconnect', answerCodes.forcedDisconnect],
	['unauthorised', answerCodes.unauthorised],
] as const)('[IMC-07] %s without a code that ends a session ends it by its own', async (name, code) => {
	for (const said of [{}, { code: 0 }, { code: String(code) }]) {
		const { time, peer, heard, loggedIn } = setUp({ environment: { strict: false } })
		await loggedIn()
		const ended = heard('ended')
		peer.push(name, said)
		await time.advance(5)
		expect(ended).toEqual([{ code, reason: name }])
	}
})

test('[IMC-07] [IMCALL-57] an end of the session for another reason requests no token', async () => {
	for (const name of ['kickedOff', 'forcedDisconnect', 'unauthorised'] as const) {
		const { time, peer, im, getToken } = await logInForADay()
		peer.push(name, {})
		await time.advance(5_000)
		expect([im.state, getToken.mock.calls.length]).toEqual(['closed', 0])
	}
})
