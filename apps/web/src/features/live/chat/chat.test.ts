import type { ImToken } from '@parley/api'
import { createIM } from '@parley/im-sdk'
import { answerCodes, memberRoles } from '@parley/im-sdk/constants'
import { createScriptedPeer, createVirtualPage, createVirtualTime, loadAllParts } from '@parley/im-sdk/testing'
import { expect, test, vi } from 'vitest'
import { type ChatDeps, createChat } from './chat.ts'

await loadAllParts()

const value = { userId: 'g-1', token: 'token-1', appVersion: '1' } as ImToken

/** The chat of a live without a network, in virtual time. */
function setUpChat({
	requestToken = async () => ({ ok: true, value }),
	refusal,
	delayMs = () => 0,
	skewMs = 0,
}: Partial<Pick<ChatDeps, 'requestToken' | 'delayMs'>> & { refusal?: number; skewMs?: number } = {}) {
	const time = createVirtualTime()
	const peer = createScriptedPeer(time)
	const { env } = createVirtualPage({ time, network: peer })
	const im = createIM({ environment: env })
	const serverNow = () => time.now() + skewMs
	peer.on('login', ({ uid }) => ({
		session: 's',
		now: serverNow(),
		user: { userId: uid, nickName: '' },
		expiresAt: serverNow() + 86_400_000,
	}))
	const log = { epoch: 'e1', head: 0 }
	const poll = ({ gid, hisId }: Record<string, unknown>) => ({
		epoch: log.epoch,
		list: [],
		head: log.head,
		min: 1,
		after: log.head,
		pullKey: log.head,
		more: false,
		role: 0,
		group: { gid },
		...(hisId !== undefined && Number(hisId) < log.head ? { discontinuity: true } : {}),
	})
	let code = refusal
	peer.on('groupPoll', data => (code === undefined ? poll(data) : { code }))
	const info = { announcement: 'Welcome', silenceAll: false, role: 0 }
	peer.on('groupInfo', ({ gid }) => ({ group: { gid, ...info } }))
	const history: object[] = []
	peer.on('groupHistory', () => ({ epoch: log.epoch, list: history, head: log.head, min: 1, more: false }))
	const chat = createChat({
		im,
		appId: 'app',
		rooms: { discussion: 'r' },
		name: 'Ann',
		isChosen: true,
		requestName: async () => ({ ok: true }),
		visitorName: () => 'visitor123456',
		keepName() {},
		requestToken,
		delayMs,
		onControlMessage() {},
		onMissed() {},
		now: time.now,
		after: time.after,
	})
	return {
		time,
		peer,
		chat,
		im,
		serverNow,
		/** An event of the room, as the server pushes it. */
		tell(name: Parameters<typeof peer.push>[0], event: object) {
			log.head++
			const list = [{ hisId: log.head, ts: serverNow(), userId: 'host', ...event }]
			peer.push(name, { gid: 'r', epoch: log.epoch, from: log.head, to: log.head, list })
		},
		log,
		info,
		history,
		room: () => chat.store.getState().rooms.discussion,
		/** Code that polls are answered with; undefined for a normal answer. */
		refuse: (next: number | undefined) => {
			code = next
		},
	}
}

test('[CHAT-10] leaving during the token request prevents the login', async () => {
	let answer: (result: { ok: true; value: ImToken }) => void = () => {}
	const { time, peer, chat } = setUpChat({
		requestToken: () =>
			new Promise(resolve => {
				answer = resolve
			}),
	})
	await time.advance(10)
	chat.close()
	answer({ ok: true, value })
	await time.advance(5_000)
	expect([peer.connections, chat.store.getState().connection.status]).toEqual([0, 'connecting'])
})

test.each([
	['offline', 'ready'],
	['guestsNotAllowed', 'tokenFailed'],
] as const)('[CHAT-10] a new token request fails with %s: the chat is %s later', async (refusal, status) => {
	let failure: { ok: false; failure: { refusal: typeof refusal } } | undefined
	const { time, peer, chat } = setUpChat({
		requestToken: async () => failure ?? { ok: true, value: { ...value, token: 'token-2' } },
	})
	await time.advance(100)
	failure = { ok: false, failure: { refusal } }
	peer.push('tokenExpired', { code: answerCodes.userTokenExpired })
	await time.advance(30_000)
	failure = undefined
	await time.advance(30_000)
	expect(chat.store.getState().connection.status).toBe(status)
})

test.each([
	['https://chat.example', 'https://chat.example'],
	// A proxy that speaks TLS for a server without it leaves such a URL.
	[`gopher://${location.host}`, ''],
])('[ENT-21] the chat connects to the server its token is for: %s', async (server, url) => {
	const addresses: unknown[] = []
	const { time, peer } = setUpChat({ requestToken: async () => ({ ok: true, value: { ...value, server } }) })
	const accept = peer.accept
	peer.accept = (end, address) => {
		addresses.push(address.url)
		return accept(end, address)
	}
	await time.advance(100)
	expect(addresses).toEqual([url])
})

test('[IMC-02] a chat reconnects after the SDK gave up, until it is closed', async () => {
	const { time, peer, chat, room } = setUpChat()
	const status = () => chat.store.getState().connection.status
	await time.advance(5_000)
	peer.mode = 'refuse'
	peer.close('network')
	await time.advance(180_000)
	// More than the ten attempts of the SDK.
	expect(peer.connections).toBeGreaterThan(20)
	expect(status()).toBe('reconnecting')
	peer.mode = 'accept'
	await time.advance(20_000)
	expect([status(), room()?.status]).toEqual(['ready', 'open'])
	peer.mode = 'refuse'
	peer.close('network')
	await time.advance(100_000)
	chat.close()
	const count = peer.connections
	await time.advance(100_000)
	expect(peer.connections).toBe(count)
})

test('[CHAT-10] a failed room opens on request', async () => {
	const { time, chat, room, refuse } = setUpChat({ refusal: answerCodes.unavailable })
	await time.advance(60_000)
	expect(room()?.status).toBe('failed')
	refuse(undefined)
	chat.enter('discussion')
	await time.advance(10_000)
	expect(room()).toMatchObject({ status: 'open', announcement: 'Welcome', earlier: 'none' })
})

test('[CHAT-10] a failed room opens with a new connection, and its information is loaded', async () => {
	const { time, peer, room, refuse } = setUpChat({ refusal: answerCodes.unavailable })
	await time.advance(60_000)
	expect(room()?.status).toBe('failed')
	refuse(undefined)
	peer.close('network')
	await time.advance(10_000)
	expect(room()).toMatchObject({ status: 'open', announcement: 'Welcome', earlier: 'none' })
})

test('[CHAT-10] room information that failed to load is retried with growing delays, and by the button', async () => {
	const { time, peer, chat, info, room } = setUpChat()
	const reads = () => peer.framesOf('groupInfo').length
	peer.on('groupInfo', () => ({ code: answerCodes.unavailable }))
	await time.advance(500)
	expect([room()?.status, reads()]).toEqual(['infoFailed', 1])
	await time.advance(8_000)
	// After 1, 2 and 4 seconds.
	expect([room()?.status, reads()]).toEqual(['infoFailed', 4])
	chat.enter('discussion')
	await time.advance(100)
	expect([room()?.status, reads()]).toEqual(['infoFailed', 5])
	peer.on('groupInfo', ({ gid }) => ({ group: { gid, ...info } }))
	await time.advance(1_000)
	expect(room()).toMatchObject({ status: 'open', announcement: 'Welcome', earlier: 'none' })
	await time.advance(120_000)
	expect(reads()).toBe(6)
})

test('known information of an open room stays until reloaded; a closed or refused room is not retried', async () => {
	const { time, peer, log, info, chat, room } = setUpChat()
	const reads = () => peer.framesOf('groupInfo').length
	await time.advance(5_000)
	peer.on('groupInfo', () => ({ code: answerCodes.unavailable }))
	log.head = 900
	peer.close('network')
	await time.advance(5_000)
	expect(room()).toMatchObject({ status: 'open', announcement: 'Welcome' })
	peer.on('groupInfo', ({ gid }) => ({ group: { gid, ...info, announcement: 'Begun' } }))
	await time.advance(10_000)
	expect(room()).toMatchObject({ status: 'open', announcement: 'Begun' })

	peer.on('groupInfo', () => ({ code: answerCodes.banned }))
	log.head = 1_800
	peer.close('network')
	await time.advance(5_000)
	expect(room()?.status).toBe('banned')
	const before = reads()
	await time.advance(60_000)
	expect(reads()).toBe(before)

	const other = setUpChat()
	other.peer.on('groupInfo', () => ({ code: answerCodes.unavailable }))
	await other.time.advance(500)
	other.chat.close()
	await other.time.advance(60_000)
	expect(other.peer.framesOf('groupInfo')).toHaveLength(1)
	chat.close()
})

test.each([
	[answerCodes.noPromise, 'banned'],
	[answerCodes.missing, 'gone'],
])('[CHAT-10] a room refused with %i after a reconnection is %s', async (code, status) => {
	const { time, peer, room, refuse } = setUpChat()
	await time.advance(5_000)
	expect(room()?.status).toBe('open')
	refuse(code)
	peer.close('network')
	await time.advance(10_000)
	expect(room()?.status).toBe(status)
})

test('after a gap too large to fetch, the whole room is reloaded, not only its messages', async () => {
	const { time, peer, log, info, room } = setUpChat()
	info.silenceAll = true
	await time.advance(5_000)
	expect(room()).toMatchObject({ silenceAll: true, announcement: 'Welcome', runs: false })
	Object.assign(info, { silenceAll: false, announcement: 'Begun', role: 1 })
	log.head = 900
	peer.close('network')
	await time.advance(10_000)
	expect(room()).toMatchObject({ silenceAll: false, announcement: 'Begun', runs: true })
})

test('no old messages are shown after the log was restarted', async () => {
	const { time, peer, log, history, room } = setUpChat()
	const message = (hisId: number, content: string) => ({ hisId, ts: 1, userId: 'bob', type: 0, content })
	const shown = () => room()?.items.shown.map(({ text }) => text)
	history.push(message(7, 'old'))
	log.head = 7
	await time.advance(5_000)
	expect(shown()).toEqual(['old'])
	history.splice(0, 1, message(1, 'new'))
	Object.assign(log, { epoch: 'e2', head: 1 })
	peer.close('network')
	await time.advance(10_000)
	expect(shown()).toEqual(['new'])
})

const member = (userId: string, changes: object = {}) => ({ member: { userId, nickName: '', role: 0, ...changes } })

test('[CHAT-14] a new manager moderates the room, and a former one does not', async () => {
	const { time, room, tell } = setUpChat()
	await time.advance(5_000)
	expect(room()?.runs).toBe(false)
	tell('memberUpdated', member('somebody', { role: memberRoles.manager }))
	await time.advance(10)
	expect(room()?.runs).toBe(false)
	tell('memberUpdated', member('g-1', { role: memberRoles.manager }))
	await time.advance(10)
	expect(room()?.runs).toBe(true)
	tell('memberUpdated', member('g-1'))
	await time.advance(10)
	expect(room()?.runs).toBe(false)
})

test.each([600_000, -600_000])('a silence ends by the clock of the server, which is %s ms ahead', async skewMs => {
	const { time, room, tell, serverNow } = setUpChat({ skewMs })
	await time.advance(5_000)
	const until = time.now() + 30_000
	tell('memberUpdated', member('g-1', { silence: serverNow() + 30_000 }))
	await time.advance(10)
	// But for the milliseconds the answer of the login took.
	expect(Math.abs((room()?.silencedUntil ?? 0) - until)).toBeLessThan(100)
	tell('memberUpdated', member('g-1'))
	await time.advance(10)
	expect(room()?.silencedUntil).toBeUndefined()
})

test('[DESK-22] people leave the list when their silence ends, by the clock of the server', async () => {
	const { time, peer, room, info, serverNow } = setUpChat({ skewMs: 600_000 })
	Object.assign(info, { role: memberRoles.owner })
	const muted = [10_000, 60_000].map((ms, index) => ({
		...member(`u${index}`).member,
		silence: serverNow() + ms,
	}))
	peer.on('groupMemberList', ({ banned }) => ({ list: banned ? [] : muted, total: 2, more: false }))
	await time.advance(5_000)
	expect(room()?.restricted.muted.map(({ userId }) => userId)).toEqual(['u0', 'u1'])
	await time.advance(4_000)
	expect(room()?.restricted.muted).toHaveLength(2)
	await time.advance(3_000)
	expect(room()?.restricted.muted.map(({ userId }) => userId)).toEqual(['u1'])
	await time.advance(60_000)
	expect(room()?.restricted.muted).toEqual([])
})

test('a message waits for the picture by the clock of the server', async () => {
	const { time, room, tell } = setUpChat({ skewMs: -600_000, delayMs: () => 5_000 })
	await time.advance(5_000)
	tell('messagesReceived', { type: 0, content: 'Hello', sendUserName: 'Bo' })
	await time.advance(4_000)
	expect(room()?.items.shown).toEqual([])
	await time.advance(3_000)
	expect(room()?.items.shown.map(({ text }) => text)).toEqual(['Hello'])
})

test.each([
	['forcedDisconnect', { status: 'ended' }],
	['kickedOff', { status: 'kicked' }],
	['unauthorised', { status: 'tokenFailed', failure: 'notTaken' }],
] as const)(
	'[CHAT-07] [IMCALL-57] after %s the chat says so, stays disconnected, and connects on request',
	async (name, expected) => {
		const { time, peer, chat, room } = setUpChat()
		await time.advance(5_000)
		peer.push(name, {})
		await time.advance(60_000)
		expect([chat.store.getState().connection, peer.connections]).toEqual([expected, 1])
		chat.reconnect()
		await time.advance(5_000)
		expect([chat.store.getState().connection, room()?.status, peer.connections]).toEqual([
			{ status: 'ready' },
			'open',
			2,
		])
	},
)

test('a revoked message disappears from the screen', async () => {
	const { time, peer, chat, im, room } = setUpChat()
	await time.advance(5_000)
	peer.on('groupSend', () => undefined)
	chat.send('discussion', 'Hello')
	await time.advance(10)
	expect(room()?.outgoing.map(({ text, status }) => [text, status])).toEqual([['Hello', 'sending']])
	im.logout()
	await time.advance(10)
	expect(room()?.outgoing).toEqual([])
})

test('before the room is entered, connecting and disconnecting is reported as neither ready nor lost', async () => {
	const { time, peer, chat } = setUpChat()
	const statuses: string[] = []
	chat.store.subscribe(({ connection }) => {
		if (statuses.at(-1) !== connection.status) statuses.push(connection.status)
	})
	peer.mode = 'refuse'
	await time.advance(4_000)
	expect(statuses).toEqual(['connecting'])
	peer.mode = 'accept'
	await time.advance(10_000)
	expect(statuses).toEqual(['connecting', 'ready'])
})

test('a closed chat does not change and leaves no timer', async () => {
	const { time, peer, chat, tell } = setUpChat()
	await time.advance(20_000)
	tell('messagesReceived', { type: 0, content: 'Hello', sendUserName: 'Bo' })
	chat.close()
	const changed = vi.fn()
	chat.store.subscribe(changed)
	await time.advance(60_000)
	expect([changed.mock.calls, time.pending, peer.isConnected]).toEqual([[], 0, false])
})
