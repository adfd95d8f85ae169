import { live, meeting } from '@parley/api'
import type { MeetingId } from '@parley/core'
import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { initialCalls, initialSocket } from '../app/initial/initialCalls.ts'
import { listRequest } from '../features/meeting/list/useMeetingList.ts'
import { callApi } from './index.ts'

const id = '123456789' as MeetingId
const sent: { url: string; signal: AbortSignal; answer(response: Response): void; fail(): void }[] = []

/** Runs the script of the HTML at a path, with what this browser stores. */
async function openPage(path: string, stored: Record<string, string> = {}) {
	for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value)
	history.replaceState(null, '', path)
	vi.resetModules()
	// @ts-expect-error it is a script, not a module
	await import('../app/initial/initialScript.ts')
}
const member = { accessToken: 'secret', userInfo: '{}', corpId: 'c1' }
const urls = () => sent.map(({ url }) => url)
const answerAll = (status = 404) => {
	for (const { answer } of sent) answer(new Response(JSON.stringify({ code: status }), { status }))
}

beforeEach(() => {
	sent.length = 0
	vi.stubGlobal('initialCalls', initialCalls)
	vi.stubGlobal('initialSocket', initialSocket)
	vi.stubGlobal('fetch', (url: string, { signal }: { signal: AbortSignal }) => {
		return new Promise((resolve, reject) => {
			const fail = () => reject(new TypeError('Failed to fetch'))
			signal.addEventListener('abort', fail)
			sent.push({ url, signal, answer: resolve, fail })
		})
	})
})
afterEach(() => {
	vi.unstubAllGlobals()
	vi.useRealTimers()
	localStorage.clear()
	window.initialRequest = undefined
})

test('the call of the first screen is sent by the HTML and taken over once', async () => {
	await openPage(`/detail/${id}`, member)
	expect(urls()).toEqual([`/meeting/meetings/${id}`])
	const result = callApi(meeting.detail, { id }, { handles401: true })
	expect(sent).toHaveLength(1)
	answerAll()
	expect(await result).toMatchObject({ ok: false, failure: { refusal: 'missing', http: 404 } })

	void callApi(meeting.detail, { id })
	expect(sent).toHaveLength(2)
})

test('every initial call is the request that its screen sends', async () => {
	const own = listRequest({ scope: 'own', userId: 'u', companyId: 'c1', today: '2026-01-01', keywords: '' })
	const firstCalls = {
		'/MeetingList': () => callApi(own.call, { ...own.input, page: 1 }),
		'/publicMeeting': () => callApi(meeting.all, { pageSize: 10, type: 1, page: 1 }, { unauth: true }),
		[`/Login/ScanJoin/${id}/`]: () => callApi(meeting.detail, { id }),
		[`/MeetingList/JoinMeeting/${id}/true`]: () => callApi(meeting.detail, { id }),
	}
	for (const [path, sendFirst] of Object.entries(firstCalls)) {
		sent.length = 0
		await openPage(path, member)
		void sendFirst()
		expect([path, urls().length]).toEqual([path, 1])
	}
})

test('a guest sends nothing that needs a token, and no header of a person', async () => {
	await openPage('/MeetingList')
	expect(sent).toEqual([])
	await openPage(`/Login/ScanJoin/${id}`)
	expect(window.initialRequest?.headers).toEqual({ accept: 'application/json' })
})

test.each(['/', '/Login', '/detail/12', '/detail/123456789x', '/MeetingList/Personal', '/room/123456789'])(
	'nothing is sent at %s',
	async path => {
		await openPage(path, member)
		expect(sent).toEqual([])
	},
)

test('[LIVE-50] the live of a viewer is requested by the HTML, unless it needs their token', async () => {
	for (const query of [`roomId=${id}`, `displayName=Bo&roomId=${id}&details=1`]) {
		sent.length = 0
		await openPage(`/liveBroadcast?${query}`)
		void callApi(live.stream, { meetingId: id }, { handles401: true })
		expect(urls()).toEqual([`/live/getLiveStream?meetingId=${id}`])
	}
	sent.length = 0
	for (const query of [`roomId=${id}&token=tk`, `token=tk&roomId=${id}`, 'roomId=12', '']) {
		await openPage(`/liveBroadcast?${query}`)
	}
	expect(sent).toEqual([])
})

test('another meeting, another company or another person is asked for anew', async () => {
	await openPage(`/detail/${id}`, member)
	void callApi(meeting.detail, { id: '987654321' as MeetingId })
	localStorage.setItem('corpId', 'c2')
	void callApi(meeting.detail, { id })
	localStorage.setItem('corpId', 'c1')
	localStorage.setItem('accessToken', 'other')
	void callApi(meeting.detail, { id })
	expect(sent).toHaveLength(4)
})

test('an initial request is not used after ten seconds', async () => {
	vi.useFakeTimers()
	await openPage(`/detail/${id}`, member)
	vi.setSystemTime(Date.now() + 10_000)
	void callApi(meeting.detail, { id })
	expect(sent).toHaveLength(2)
})

test('a failure before it is taken over is sent again, one after it is that of the call', async () => {
	await openPage(`/detail/${id}`, member)
	sent[0]?.fail()
	await waitFor(() => expect(window.initialRequest).toBeUndefined())
	void callApi(meeting.detail, { id })
	expect(sent).toHaveLength(2)

	await openPage(`/detail/${id}`, member)
	const result = callApi(meeting.detail, { id }, { quiet: true })
	sent[2]?.fail()
	expect(await result).toEqual({ ok: false, failure: { refusal: 'offline' } })
	expect(sent).toHaveLength(3)
})

test('cancelling the call cancels the request it has taken over', async () => {
	await openPage(`/detail/${id}`, member)
	const stop = new AbortController()
	const result = callApi(meeting.detail, { id }, { signal: stop.signal })
	stop.abort()
	expect(sent[0]?.signal.aborted).toBe(true)
	expect(await result).toEqual({ ok: false, failure: { refusal: 'cancelled' } })
})
