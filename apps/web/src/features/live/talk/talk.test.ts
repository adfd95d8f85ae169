import type { ImToken } from '@parley/api'
import { createIM } from '@parley/im-sdk'
import { answerCodes } from '@parley/im-sdk/constants'
import { createScriptedPeer, createVirtualPage, createVirtualTime, loadAllParts } from '@parley/im-sdk/testing'
import { expect, test } from 'vitest'
import { createTalk, type TalkDeps } from './talk.ts'

await loadAllParts()

const value = { userId: 'g-1', token: 'token-1', appVersion: '1' } as ImToken

/** The talk of a live without a network, in virtual time. */
function setUpTalk({ requestToken = async () => ({ ok: true, value }) }: Partial<Pick<TalkDeps, 'requestToken'>> = {}) {
	const time = createVirtualTime()
	const peer = createScriptedPeer(time)
	const { env } = createVirtualPage({ time, network: peer })
	const log = { epoch: 'e1', head: 0 }
	peer.on('groupPoll', ({ gid, hisId }) => ({
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
	}))
	const info = { announcement: '', silenceAll: false, role: 0 }
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
	return { time, peer, talk, log, info, history, room: () => talk.store.getState().rooms.discussion }
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
