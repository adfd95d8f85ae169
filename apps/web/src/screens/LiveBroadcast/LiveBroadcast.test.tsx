import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { chooseLanguage, language, m } from '../../locales/index.ts'
import { aLiveStream, liveAnswers, liveCalls, someLiveData } from '../../testing/aLive.ts'
import { aMember, setPerson } from '../../testing/aPerson.ts'
import { setReaderZone } from '../../testing/readerZone.ts'
import { renderScreen } from '../../testing/renderScreen.tsx'
import { type StubAnswer, stubServer } from '../../testing/stubServer.ts'
import { LiveBroadcast } from './LiveBroadcast.screen.tsx'

let browserLanguage = 'en-US'
beforeEach(() => {
	vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 20 })
	localStorage.clear()
	setPerson({ kind: 'guest' })
	browserLanguage = 'en-US'
	vi.spyOn(navigator, 'language', 'get').mockImplementation(() => browserLanguage)
})
afterEach(() => {
	cleanup()
	vi.useRealTimers()
	vi.restoreAllMocks()
	vi.unstubAllGlobals()
	setPerson({ kind: 'guest' })
})

async function open(stream: StubAnswer = aLiveStream(), query = '', more: Parameters<typeof stubServer>[0] = {}) {
	const server = stubServer({ ...liveAnswers(stream), ...more })
	const shown = await renderScreen('/liveBroadcast', LiveBroadcast, `/liveBroadcast?roomId=123456789${query}`)
	return { ...shown, server }
}
const advance = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const tabs = () => screen.getAllByRole('tab').map(tab => tab.textContent)

test('[ROUTE-33] [LIVE-01] [LIVE-04] [LIVE-05] [ENT-17] topic, picture, views, and three tabs', async () => {
	const { server } = await open(aLiveStream(), '&token=tk')
	await screen.findByRole('heading', { name: 'Town hall' })
	await screen.findByText(m.live_views({ count: 4 }))
	expect(document.querySelector('video')).toBeTruthy()
	expect(tabs()).toEqual([m.live_tab_introduction(), m.live_tab_discussion(), m.live_tab_questions()])
	expect([...(server.last(liveCalls.stream)?.query ?? [])]).toEqual([
		['meetingId', '123456789'],
		['token', 'tk'],
	])
	fireEvent.click(screen.getByRole('tab', { name: m.live_tab_introduction() }))
	expect(screen.getByText('About us')).toBeTruthy()
})

test('[ROUTE-33] with details the introduction is shown first', async () => {
	await open(aLiveStream(), '&details=1')
	await screen.findByText('About us')
})

test('[LIVE-06] [LIVE-07] discussion and questions are there where they have a room', async () => {
	await open(aLiveStream({ chatRoomId: undefined }))
	await screen.findByRole('heading', { name: 'Town hall' })
	expect(tabs()).toEqual([m.live_tab_introduction(), m.live_tab_questions()])
	cleanup()
	await open(aLiveStream({ askRoomId: undefined }))
	await screen.findByRole('heading', { name: 'Town hall' })
	expect(tabs()).toEqual([m.live_tab_introduction(), m.live_tab_discussion()])
})

test.each([
	['[LIVE-09] [LIVE-20] no live', aLiveStream({ hasLive: false }), () => m.live_none_title()],
	['[LIVE-22] not started', aLiveStream({ isStarted: false }), () => m.live_not_started_title()],
	['[LIVE-24] no picture yet', aLiveStream({}, someLiveData({ status: -1 })), () => m.live_waiting_title()],
	['[LIVE-25] suspended', aLiveStream({}, someLiveData({ status: 0 })), () => m.live_suspended_title()],
	['no connection', 'no-answer' as StubAnswer, () => m.live_unreachable_title()],
	['no hls', aLiveStream(), () => m.live_unsupported_title()],
])('%s', async (_, stream, words) => {
	await open(stream)
	await screen.findByText(words())
})

test.each([
	['[LIVE-38] closed, or not there', { status: 404, code: 415 }, () => m.live_missing_title()],
	['for a person who was removed', { status: 403, code: 40305 }, () => m.live_removed_title()],
	['[LIVE-20] no live', aLiveStream({ hasLive: false }), () => m.live_none_title()],
])('a live that cannot be watched says why, and leads to the start page: %s', async (_, stream: StubAnswer, words) => {
	const { where } = await open(stream)
	await screen.findByText(words())
	expect(screen.queryByText(m.live_over_title())).toBeNull()
	fireEvent.click(screen.getByRole('button', { name: m.common_to_start() }))
	await waitFor(() => expect(where()).toBe('/'))
})

test('[LIVE-38] one that is closed while it is watched is over; who is removed meanwhile is told so', async () => {
	const { server } = await open(aLiveStream({}, someLiveData({ status: 0 })))
	await screen.findByText(m.live_suspended_title())
	server.answers[liveCalls.stream] = { status: 404, code: 415 }
	await advance(180_000)
	await screen.findByText(m.live_over_title())
	cleanup()
	const other = await open(aLiveStream({}, someLiveData({ status: 0 })))
	await screen.findByText(m.live_suspended_title())
	other.server.answers[liveCalls.stream] = { status: 403, code: 40305 }
	await advance(180_000)
	await screen.findByText(m.live_removed_title())
	expect(screen.queryByRole('tab')).toBeNull()
})

test('[DESK-22] who was removed asks again, stays out until they may come back, and then is in the live', async () => {
	const { server } = await open({ status: 403, code: 40305 })
	await screen.findByText(m.live_removed_title())
	const retry = () => fireEvent.click(screen.getByRole('button', { name: m.live_retry() }))
	retry()
	await waitFor(() => expect(server.count(liveCalls.stream)).toBe(2))
	expect(screen.getByText(m.live_removed_title())).toBeTruthy()
	Object.assign(server.answers, liveAnswers(aLiveStream()))
	await waitFor(() => expect(document.querySelector('[aria-busy]')).toBeNull())
	retry()
	await screen.findByRole('heading', { name: 'Town hall' })
	expect(screen.queryByText(m.live_removed_title())).toBeNull()
	expect(screen.getByRole('tab', { name: m.live_tab_discussion() })).toBeTruthy()
})

test('[LIVE-22] one that has not started says when it does, before a drawn background where it has none', async () => {
	vi.setSystemTime(Date.parse('2026-11-22T00:00Z'))
	await open(aLiveStream({ isStarted: false }))
	expect((await screen.findByText(/10:00/)).textContent).toMatch(/^Scheduled: Today 10:00/)
	const drawn = () => document.querySelector('.lucide-radio-tower') !== null
	expect(drawn()).toBe(true)
	cleanup()
	await open(aLiveStream({ isStarted: false, background: '/meeting/pictures/a.jpg', hasNoFixedTime: true }))
	await screen.findByText(m.live_not_started_title())
	expect([drawn(), screen.queryByText(/10:00/)]).toEqual([false, null])
})

test('[LIVE-08] [LIVE-21] a live that ends while it is watched says so', async () => {
	const { server } = await open(aLiveStream({}, someLiveData({ status: 0 })))
	await screen.findByText(m.live_suspended_title())
	server.answers[liveCalls.stream] = aLiveStream({ meetingStatus: 9 })
	await advance(180_000)
	await screen.findByText(m.live_over_title())
})

test('[LIVE-14] [LIVE-17] one that is over leads to its page', async () => {
	const { where } = await open(aLiveStream({ meetingStatus: 9 }, null as never))
	await waitFor(() => expect(where()).toBe('/noRoom'))
})

test('[LIVE-18] a password is asked for on its own page', async () => {
	const { where } = await open(aLiveStream({ needsPassword: true }, null as never), '&displayName=Ann')
	await waitFor(() => expect(where()).toBe('/verify?roomId=123456789&displayName=Ann'))
})

test('[LIVE-19] a sign-in that leads back; who is signed in needs none', async () => {
	const { where } = await open(aLiveStream({ needsLogin: true }, null as never))
	await waitFor(() => expect(where()).toBe('/Login?liveLogin=1&roomId=123456789'))
	cleanup()
	setPerson(aMember())
	const member = await open(aLiveStream({ needsLogin: true }))
	await screen.findByRole('heading', { name: 'Town hall' })
	expect(member.where()).toContain('/liveBroadcast')
})

test('[LIVE-23] [CONST-07] one that has not started is asked for again at random times up to 180 s', async () => {
	const times = vi.spyOn(Math, 'random')
	times.mockReturnValue(0)
	const { server } = await open(aLiveStream({ isStarted: false }))
	await screen.findByText(m.live_not_started_title())
	const count = () => server.count(liveCalls.stream)
	const before = count()
	times.mockReturnValue(1)
	await advance(29_000)
	expect(count()).toBe(before)
	await advance(2_000)
	expect(count()).toBe(before + 1)
	await advance(170_000)
	expect(count()).toBe(before + 1)
	await advance(12_000)
	expect(count()).toBe(before + 2)
})

test('[LIVE-26] without a picture the stream address is asked every 5 s until it answers 200', async () => {
	const probe = 'GET /live/hls/s1/master.m3u8'
	const { server } = await open(aLiveStream({}, someLiveData({ status: -1 })), '', { [probe]: { status: 404 } })
	await screen.findByText(m.live_waiting_title())
	await advance(10_500)
	expect(server.count(probe)).toBe(3)
	// This server answers as soon as there is one.
	expect(server.last(probe)?.headers.prefer).toBe('wait=4')
	expect([...(server.last(probe)?.query.keys() ?? [])]).toEqual(['unauth'])
	server.answers[probe] = {}
	server.answers[liveCalls.stream] = aLiveStream({}, someLiveData({ status: 0 }))
	await advance(5_000)
	await screen.findByText(m.live_suspended_title())
	await advance(20_000)
	expect(server.count(probe)).toBe(4)
})

test('[LIVE-26] a live that still waits when its stream address answers is asked for again', async () => {
	const probe = 'GET /live/hls/s1/master.m3u8'
	const { server } = await open(aLiveStream({}, someLiveData({ status: -1 })), '', { [probe]: { status: 204 } })
	await screen.findByText(m.live_waiting_title())
	server.answers[probe] = {}
	await advance(5_500)
	await screen.findByText(m.live_interrupted_title())
	expect(server.count(liveCalls.stream)).toBe(2)
	expect(server.count(probe)).toBe(2)
	server.answers[liveCalls.stream] = aLiveStream({}, someLiveData({ status: 0 }))
	await advance(5_000)
	await screen.findByText(m.live_suspended_title())
})

test.each([401, 403])(
	'[LIVE-26] where the stream address answers %s, the status is asked at random times',
	async status => {
		vi.spyOn(Math, 'random').mockReturnValue(0)
		const probe = 'GET /live/hls/s1/master.m3u8'
		const waiting = { data: { liveStatus: -1, meetingStatus: 2 } }
		const { server } = await open(aLiveStream({}, someLiveData({ status: -1 })), '', {
			[probe]: { status },
			[liveCalls.status]: waiting,
		})
		await screen.findByText(m.live_waiting_title())
		await advance(5_500)
		expect([server.count(probe), server.count(liveCalls.status)]).toEqual([1, 0])
		await advance(31_000)
		expect([server.count(probe), server.count(liveCalls.status), server.count(liveCalls.stream)]).toEqual([1, 1, 1])
		server.answers[liveCalls.status] = { data: { liveStatus: 0, meetingStatus: 2 } }
		server.answers[liveCalls.stream] = aLiveStream({}, someLiveData({ status: 0 }))
		await advance(31_000)
		await screen.findByText(m.live_suspended_title())
		expect(server.count(liveCalls.stream)).toBe(2)
	},
)

test('[LIVE-26] where the page cannot read what the stream address answers, it asks on, and the status too', async () => {
	vi.spyOn(Math, 'random').mockReturnValue(0)
	const probe = 'GET /live/hls/s1/master.m3u8'
	const { server } = await open(aLiveStream({}, someLiveData({ status: -1 })), '', {
		[probe]: 'no-answer',
		[liveCalls.status]: { data: { liveStatus: -1, meetingStatus: 2 } },
	})
	await screen.findByText(m.live_waiting_title())
	for (const ms of [5_500, 31_000]) await advance(ms)
	expect([server.count(probe), server.count(liveCalls.status), server.count(liveCalls.stream)]).toEqual([8, 1, 1])
	server.answers[liveCalls.status] = { data: { liveStatus: 1, meetingStatus: 2 } }
	server.answers[liveCalls.stream] = aLiveStream({}, someLiveData({ status: 0 }))
	await advance(31_000)
	await screen.findByText(m.live_suspended_title())
})

test('[LIVE-26] what waits is played when its stream address answers, before the live was asked for again', async () => {
	vi.spyOn(Math, 'random').mockReturnValue(1)
	const probe = 'GET /live/hls/s1/master.m3u8'
	const { server } = await open(aLiveStream({}, someLiveData({ status: -1 })), '', {
		[probe]: { status: 204 },
		// This many viewers do not all send requests at once.
		[liveCalls.addView]: { data: { clicks: 400 } },
	})
	await screen.findByText(m.live_waiting_title())
	server.answers[probe] = {}
	await advance(5_200)
	expect(screen.queryByText(m.live_waiting_title())).toBeNull()
	expect(server.count(liveCalls.stream)).toBe(1)
	server.answers[liveCalls.stream] = aLiveStream({})
	await advance(3_100)
	expect(server.count(liveCalls.stream)).toBe(2)
})

test('[LIVE-37] [LIVE-39] one view on entry, and their number at times between 30 and 180 s', async () => {
	vi.spyOn(Math, 'random').mockReturnValue(0.5)
	const { server } = await open()
	// One's own view is counted at once.
	await screen.findByText(m.live_views({ count: 4 }))
	expect(server.count(liveCalls.addView)).toBe(1)
	expect(server.last(liveCalls.addView)?.body).toMatchObject({ meetingId: '123456789' })
	await advance(104_000)
	expect(server.count(liveCalls.views)).toBe(0)
	await advance(2_000)
	await screen.findByText(m.live_views({ count: 9 }))
	expect([server.count(liveCalls.views), server.count(liveCalls.addView)]).toEqual([1, 1])
})

test.each([
	['who is sent to sign in', aLiveStream({ needsLogin: true }, null as never), '/Login'],
	['who is asked for the password', aLiveStream({ needsPassword: true }, null as never), '/verify'],
	['who comes to one that is over', aLiveStream({ meetingStatus: 9 }, null as never), '/noRoom'],
	['who was removed', { status: 403, code: 40305 }, '/liveBroadcast'],
])('[LIVE-39] %s has not opened the live', async (_, stream: StubAnswer, path) => {
	const { server, where } = await open(stream)
	await waitFor(() => expect(where()).toContain(path))
	await advance(200_000)
	expect([server.count(liveCalls.addView), server.count(liveCalls.views)]).toEqual([0, 0])
})

test('[STORE-03] the live that is watched is in the cookies', async () => {
	await open()
	await screen.findByRole('heading', { name: 'Town hall' })
	expect(document.cookie).toContain('roomId=123456789')
	expect(document.cookie).toContain('topic=Town%20hall')
})

test('[LIVE-40] [OP-127] where none was chosen the language is that of the browser, and is not stored', async () => {
	localStorage.removeItem('locale')
	const { unmount } = await open()
	await screen.findByRole('tab', { name: 'Introduction' })
	expect(localStorage.getItem('locale')).toBeNull()
	unmount()
	expect(language()).toBe('zh')
	browserLanguage = 'zh-TW'
	await open()
	await screen.findByRole('tab', { name: '简介' })
	cleanup()
	browserLanguage = 'fr'
	await open()
	await screen.findByRole('tab', { name: 'Introduction' })
	expect(localStorage.getItem('locale')).toBeNull()
})

test('[LIVE-40] [STORE-04] a language that was chosen stays on the pages of a live, too', async () => {
	chooseLanguage('zh')
	const { unmount } = await open()
	await screen.findByRole('tab', { name: '简介' })
	unmount()
	browserLanguage = 'zh-TW'
	chooseLanguage('en')
	await open()
	await screen.findByRole('tab', { name: 'Introduction' })
	chooseLanguage('zh')
})

test('[LIVE-24] [LIST-35] the planned start names its zone to a viewer of another one', async () => {
	setReaderZone('Asia/Kolkata')
	await open(aLiveStream({ meetingStatus: 1, isStarted: false }, undefined))
	await screen.findByText(/10:00 \(UTC\+8 · 07:30 your time\)/)
})
