import type { ImToken } from '@parley/api'
import type { LoginInfo } from '@parley/im-sdk'
import { answerCodes } from '@parley/im-sdk/constants'
import { expect, test, vi } from 'vitest'
import type { TokenAnswer, TokenRefusal } from '../messaging/index.ts'
import { openCallConnection } from './callConnection.ts'
import type { CallNotice } from './incomingCalls.ts'

const token = { userId: 'u-li', token: 't1', appVersion: '1', server: '', apiServer: '', monitorServer: '' } as ImToken
const accepted: TokenAnswer = { ok: true, value: token }
const refused = (refusal: TokenRefusal): TokenAnswer => ({ ok: false, failure: { refusal } })

function open(...answers: TokenAnswer[]) {
	const logins: LoginInfo[] = []
	const waits: number[] = []
	const heard: CallNotice[] = []
	let act = () => {}
	let listener: ((notice: CallNotice) => void) | undefined
	const im = {
		on: vi.fn((name: string, listen: never) => {
			if (name === 'videoNotice') listener = listen
			return () => {
				listener = undefined
			}
		}),
		login: vi.fn(async (info: LoginInfo) => {
			logins.push(info)
			return {} as never
		}),
		close: vi.fn(),
	}
	const requestToken = vi.fn(async () => answers.shift() ?? accepted)
	const close = openCallConnection({
		im: im as never,
		appId: 'site-1',
		requestToken,
		onNotice: notice => heard.push(notice),
		after(ms, next) {
			waits.push(ms)
			act = next
			return () => {
				act = () => {}
			}
		},
	})
	return {
		im,
		logins,
		waits,
		heard,
		requestToken,
		close,
		next: () => act(),
		call: (meetingId: string) => listener?.({ meetingId } as CallNotice),
	}
}
const settled = () => new Promise(resolve => setTimeout(resolve))

test('[IMCALL-55] it logs in with a token of the person and gives every call on, until it is closed', async () => {
	const { im, logins, heard, call, close } = open(accepted)
	await settled()
	expect(logins).toMatchObject([{ uid: 'u-li', appId: 'site-1', token: 't1' }])
	call('1')
	close()
	call('2')
	expect(heard).toEqual([{ meetingId: '1' }])
	expect(im.close).toHaveBeenCalledOnce()
})

test('[IMC-07] a token that ends is replaced by the SDK; one that is refused for good ends the session', async () => {
	const { logins } = open(accepted, { ok: true, value: { ...token, token: 't2' } as ImToken }, refused('signedOut'))
	await settled()
	const again = logins[0]?.getToken
	expect(await again?.()).toBe('t2')
	await expect(again?.()).rejects.toMatchObject({ code: answerCodes.userTokenExpired, retryable: false })
})

test('[IMCALL-55] without a network the first token is asked for again, later and later', async () => {
	const { waits, logins, next } = open(...Array.from({ length: 8 }, () => refused('offline')))
	for (let tries = 0; tries < 8; tries++) {
		await settled()
		next()
	}
	await settled()
	expect(waits).toEqual([5_000, 10_000, 20_000, 40_000, 80_000, 160_000, 300_000, 300_000])
	expect(logins).toHaveLength(1)
})

test('[IMCALL-55] who gets no token is not called, and asks no more', async () => {
	const { waits, logins, requestToken } = open(refused('signedOut'))
	await settled()
	expect([waits, logins, requestToken.mock.calls.length]).toEqual([[], [], 1])
})

test('[IMCALL-55] who signs out while the token is on its way, or is waited for, is logged in nowhere', async () => {
	const early = open(accepted)
	early.close()
	await settled()
	expect(early.logins).toEqual([])

	const waiting = open(refused('offline'), accepted)
	await settled()
	waiting.close()
	waiting.next()
	await settled()
	expect([waiting.logins, waiting.requestToken.mock.calls.length]).toEqual([[], 1])
})

test('[IMCALL-55] a login that the server refuses disturbs nothing', async () => {
	const { im, close } = open()
	im.login.mockRejectedValueOnce(new Error('refused'))
	await settled()
	close()
	expect(im.close).toHaveBeenCalledOnce()
})
