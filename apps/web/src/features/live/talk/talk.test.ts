import type { ImToken } from '@parley/api'
import { createIM } from '@parley/im-sdk'
import { answerCodes } from '@parley/im-sdk/constants'
import { createScriptedPeer, createVirtualPage, createVirtualTime, loadAllParts } from '@parley/im-sdk/testing'
import { expect, test } from 'vitest'
import { createTalk, type TalkDeps } from './talk.ts'

await loadAllParts()

const value = { userId: 'g-1', token: 'token-1', appVersion: '1' } as ImToken

/** The talk of a live without a network, in virtual time. */
function setUpTalk({
	requestToken = async () => ({ ok: true, value }),
	refusal,
}: Partial<Pick<TalkDeps, 'requestToken'>> & { refusal?: number } = {}) {
	const time = createVirtualTime()
	const peer = createScriptedPeer(time)
	const { env } = createVirtualPage({ time, network: peer })
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
	const talk = createTalk({
		im: createIM({ environment: env }),
		appId: 'app',
		rooms: { discussion: 'r' },
		name: 'Ann',
		requestToken,
		delayMs: () => 0,
		onControlMessage() {},
		onMissed() {},
		now: time.now,
		after: time.after,
	})
	return {
		time,
		peer,
		talk,
		log,
		info,
		history,
		room: () => talk.store.getState().rooms.discussion,
		/** Polls are answered with this code, or as before. */
		refuse: (next: number | undefined) => {
			code = next
		},
	}
}

test('[CHAT-10] who leaves while the token is asked for is logged in nowhere', async () => {
	let answer: (result: { ok: true; value: ImToken }) => void = () => {}
	const { time, peer, talk } = setUpTalk({
		requestToken: () =>
			new Promise(resolve => {
				answer = resolve
			}),
	})
	await time.advance(10)
	talk.close()
	answer({ ok: true, value })
	await time.advance(5_000)
	expect([peer.connections, talk.store.getState().connection.status]).toEqual([0, 'connecting'])
})

test.each([
	['offline', 'ready'],
	['guestsNotAllowed', 'tokenFailed'],
] as const)('[CHAT-10] a new token that is not had, %s: the talk is %s later', async (refusal, status) => {
	let failure: { ok: false; failure: { refusal: typeof refusal } } | undefined
	const { time, peer, talk } = setUpTalk({
		requestToken: async () => failure ?? { ok: true, value: { ...value, token: 'token-2' } },
	})
	await time.advance(100)
	failure = { ok: false, failure: { refusal } }
	peer.push('tokenExpired', { code: answerCodes.userTokenExpired })
	await time.advance(30_000)
	failure = undefined
	await time.advance(30_000)
	expect(talk.store.getState().connection.status).toBe(status)
})

test('[IMC-02] a talk goes on by itself after the SDK gave up, until it is closed', async () => {
	const { time, peer, talk, room } = setUpTalk()
	const status = () => talk.store.getState().connection.status
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
	talk.close()
	const count = peer.connections
	await time.advance(100_000)
	expect(peer.connections).toBe(count)
})

test('[CHAT-10] a room that failed is open when one asks for it again', async () => {
	const { time, talk, room, refuse } = setUpTalk({ refusal: answerCodes.unavailable })
	await time.advance(60_000)
	expect(room()?.status).toBe('failed')
	refuse(undefined)
	talk.enter('discussion')
	await time.advance(10_000)
	expect(room()).toMatchObject({ status: 'open', announcement: 'Welcome', earlier: 'none' })
})

test('[CHAT-10] a room that failed is open with a new connection, and what is known of it is read', async () => {
	const { time, peer, room, refuse } = setUpTalk({ refusal: answerCodes.unavailable })
	await time.advance(60_000)
	expect(room()?.status).toBe('failed')
	refuse(undefined)
	peer.close('network')
	await time.advance(10_000)
	expect(room()).toMatchObject({ status: 'open', announcement: 'Welcome', earlier: 'none' })
})

test('[CHAT-10] what could not be read of a room that is heard is read again by itself, ever more seldom, and by the button', async () => {
	const { time, peer, talk, info, room } = setUpTalk()
	const reads = () => peer.framesOf('groupInfo').length
	peer.on('groupInfo', () => ({ code: answerCodes.unavailable }))
	await time.advance(500)
	expect([room()?.status, reads()]).toEqual(['infoFailed', 1])
	await time.advance(8_000)
	// After 1, 2 and 4 seconds.
	expect([room()?.status, reads()]).toEqual(['infoFailed', 4])
	talk.enter('discussion')
	await time.advance(100)
	expect([room()?.status, reads()]).toEqual(['infoFailed', 5])
	peer.on('groupInfo', ({ gid }) => ({ group: { gid, ...info } }))
	await time.advance(1_000)
	expect(room()).toMatchObject({ status: 'open', announcement: 'Welcome', earlier: 'none' })
	await time.advance(120_000)
	expect(reads()).toBe(6)
})

test('what is known of an open room is shown until it could be read anew; nobody asks once it is closed or refused', async () => {
	const { time, peer, log, info, talk, room } = setUpTalk()
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

	const other = setUpTalk()
	other.peer.on('groupInfo', () => ({ code: answerCodes.unavailable }))
	await other.time.advance(500)
	other.talk.close()
	await other.time.advance(60_000)
	expect(other.peer.framesOf('groupInfo')).toHaveLength(1)
	talk.close()
})

test.each([
	[answerCodes.noPromise, 'banned'],
	[answerCodes.missing, 'gone'],
])('[CHAT-10] a room that may not be read after a reconnection, %i: it is %s', async (code, status) => {
	const { time, peer, room, refuse } = setUpTalk()
	await time.advance(5_000)
	expect(room()?.status).toBe('open')
	refuse(code)
	peer.close('network')
	await time.advance(10_000)
	expect(room()?.status).toBe(status)
})

test('after more was missed than is fetched, the room is read again, not its messages alone', async () => {
	const { time, peer, log, info, room } = setUpTalk()
	info.silenceAll = true
	await time.advance(5_000)
	expect(room()).toMatchObject({ silenceAll: true, announcement: 'Welcome', runs: false })
	Object.assign(info, { silenceAll: false, announcement: 'Begun', role: 1 })
	log.head = 900
	peer.close('network')
	await time.advance(10_000)
	expect(room()).toMatchObject({ silenceAll: false, announcement: 'Begun', runs: true })
})

test('of a log that began anew nothing old is shown', async () => {
	const { time, peer, log, history, room } = setUpTalk()
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
