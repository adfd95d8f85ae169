import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LivePlayer } from '../../features/live/player/livePlayer.ts'
import { useSite } from '../../features/site/index.ts'
import { m } from '../../locales/index.ts'
import { aLiveStream, liveAnswers, liveCalls, someLiveData } from '../../testing/aLive.ts'
import { setPerson } from '../../testing/aPerson.ts'
import { renderScreen } from '../../testing/renderScreen.tsx'
import { aToken, stubMessaging, stubTransport } from '../../testing/stubMessaging.ts'
import { stubServer } from '../../testing/stubServer.ts'
import { LiveBroadcast } from './LiveBroadcast.screen.tsx'

// The real SDK; what is replaced is the line to the server.
vi.mock('@parley/im-sdk', async original => {
	const actual = await original<typeof import('@parley/im-sdk')>()
	return { ...actual, createIM: () => actual.createIM({ environment: { openTransport: stubTransport } }) }
})

const player = vi.hoisted(() => ({ log: [] as string[] }))
vi.mock('../../features/live/player/hlsPlayer.ts', () => ({
	isHlsSupported: () => true,
	createHlsPlayer: (): LivePlayer => ({
		load: ({ url, mode }) => player.log.push(`load ${url} ${mode}`),
		remedy() {},
		setRewound() {},
		goToLive() {},
		isAtEnd: () => false,
		stats: () => ({ width: 640, height: 360, droppedFrames: 0, bufferedS: 9, latencyS: 900 }),
		close() {},
	}),
}))

const startAt = Date.parse('2026-11-22T10:00:00Z')
/** Two minutes, with a pause of an hour after the first. */
const playlist = `#EXTM3U
#EXT-X-PROGRAM-DATE-TIME:2026-11-22T10:00:00.000Z
#EXTINF:60,
1.m4s
#EXT-X-DISCONTINUITY
#EXT-X-PROGRAM-DATE-TIME:2026-11-22T11:01:00.000Z
#EXTINF:60,
2.m4s
#EXT-X-ENDLIST
`

let positionS = 0
const currentTime = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, 'currentTime') ?? {}
beforeEach(() => {
	vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 20 })
	player.log = []
	positionS = 0
	localStorage.setItem('guestName', 'Ann')
	setPerson({ kind: 'guest' })
	useSite.setState({ imAppId: 'site-1' })
	vi.stubGlobal('MediaSource', class {})
	const media = HTMLMediaElement.prototype
	vi.spyOn(media, 'play').mockImplementation(async () => void player.log.push('play'))
	vi.spyOn(media, 'pause').mockImplementation(() => void player.log.push('pause'))
	vi.spyOn(media, 'paused', 'get').mockReturnValue(false)
	vi.spyOn(media, 'readyState', 'get').mockReturnValue(1)
	vi.spyOn(media, 'duration', 'get').mockReturnValue(120)
	Object.defineProperty(media, 'currentTime', {
		configurable: true,
		get: () => positionS,
		set: (next: number) => {
			positionS = next
		},
	})
})
afterEach(() => {
	cleanup()
	// Two spies on one property restore each other; the next file of this worker has the same prototype.
	Object.defineProperty(HTMLMediaElement.prototype, 'currentTime', currentTime)
	vi.useRealTimers()
	vi.unstubAllGlobals()
	vi.restoreAllMocks()
	useSite.setState({ imAppId: undefined })
	localStorage.clear()
})

const advance = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

/** Said so many seconds after the beginning. */
const said = (hisId: number, afterS: number, content: string, more: object = {}) => ({
	hisId,
	ts: startAt + afterS * 1000,
	userId: 'u1',
	type: 0,
	content,
	sendUserName: 'Bo',
	...more,
})
const spoken = [
	said(1, -300, 'before it began'),
	said(2, 30, 'in the first minute'),
	said(3, 1800, 'in the pause'),
	said(4, 3690.6, 'in the second minute'),
	said(5, 9000, 'afterwards'),
]

const overWith = (recordingSuffix: string | undefined) =>
	aLiveStream(
		{ meetingStatus: 9, isRecorded: recordingSuffix !== undefined },
		someLiveData({ status: 0, ...(recordingSuffix !== undefined && { recordingSuffix }) }),
	)

async function openRecording(list: object[] = spoken) {
	const messaging = await stubMessaging()
	messaging.peer.on('groupHistory', ({ gid }) => ({
		epoch: 'e1',
		list: gid === 'chat' ? list : [],
		head: gid === 'chat' ? list.length : 0,
		min: 0,
		more: false,
	}))
	const server = stubServer({
		...liveAnswers(overWith('/source/recording.m3u8')),
		'GET /im/getImToken': aToken(),
		'GET /live/hls/s1/source/recording.m3u8': { text: playlist },
	})
	const shown = await renderScreen('/liveBroadcast', LiveBroadcast, '/liveBroadcast?roomId=123456789')
	await screen.findByRole('button', { name: m.live_watch_recording() })
	await read()
	return { ...shown, messaging, server }
}

/** Until the room is entered, and what was said is there. */
async function read() {
	await within(await screen.findByRole('log', { name: m.live_tab_discussion() })).findAllByRole('article')
	await advance(100)
}

async function play() {
	fireEvent.click(screen.getByRole('button', { name: m.live_watch_recording() }))
	await advance(200)
}
async function at(seconds: number) {
	positionS = seconds
	await act(async () => void document.querySelector('video')?.dispatchEvent(new Event('timeupdate')))
	await advance(50)
}
const log = () => screen.getByRole('log', { name: m.live_tab_discussion() })
const texts = () =>
	within(log())
		.getAllByRole('article')
		.map(article => article.querySelector('p')?.textContent)
const newest = () => log().querySelector('[aria-current=time] p')?.textContent
const button = (name: string) => screen.getByRole('button', { name })

test('[LIVE-01] a recording plays in the player of the live, with its controls', async () => {
	await openRecording()
	await play()
	expect(player.log).toContain('load /live/hls/s1/source/recording.m3u8 stable')
	await at(5)
	expect(document.querySelector('video')?.controls).toBe(false)
	for (const name of [m.live_mute(), m.live_full_screen(), m.live_settings()]) expect(button(name)).toBeTruthy()
	expect(screen.queryByRole('button', { name: m.live_refresh() })).toBeNull()
	expect(screen.getByText('0:05 / 2:00')).toBeTruthy()

	const bar = screen.getByRole<HTMLInputElement>('slider', { name: m.live_seek() })
	fireEvent.change(bar, { target: { value: '90' } })
	expect(screen.getByText('1:30 / 2:00')).toBeTruthy()
	await advance(300)
	expect(positionS).toBe(90)
	await at(90)
	fireEvent.keyDown(bar, { key: 'ArrowRight' })
	fireEvent.keyDown(bar, { key: 'ArrowRight' })
	expect(bar.getAttribute('aria-valuetext')).toBe(m.live_seek_at({ position: '1:40', duration: '2:00' }))
	await advance(300)
	expect(positionS).toBe(100)

	fireEvent.click(button(`${m.live_rate()}: 1×`))
	fireEvent.click(button('1.5×'))
	expect(document.querySelector('video')?.playbackRate).toBe(1.5)
	fireEvent.click(button(m.live_pause()))
	expect(player.log.at(-1)).toBe('pause')
	expect(screen.getByText(m.live_paused())).toBeTruthy()
	fireEvent.click(screen.getAllByRole('button', { name: m.live_play() })[0] as HTMLElement)
	expect(player.log.at(-1)).toBe('play')
})

test('the sheet of a recording has sound only, a report and the figures; nothing of how near one is to now', async () => {
	await openRecording()
	await play()
	await at(5)
	fireEvent.click(button(m.live_settings()))
	const sheet = within(await screen.findByRole('dialog', { name: m.live_settings() }))
	expect(sheet.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
		m.live_report(),
		m.live_statistics(),
	])
	expect(sheet.queryByText(m.live_statistics_latency())).toBeNull()
	expect(sheet.getAllByRole('switch')).toHaveLength(1)
	fireEvent.click(sheet.getByRole('switch', { name: new RegExp(`^${m.live_soundOnly()}`) }))
	fireEvent.click(sheet.getByRole('button', { name: m.common_close() }))
	await advance(500)
	expect(screen.getByText(m.live_soundOnly_on())).toBeTruthy()
	fireEvent.click(button(m.live_soundOnly_off()))
	expect(screen.queryByText(m.live_soundOnly_on())).toBeNull()
})

test('[CHAT-17] who comes to a recording reads what was said, from the beginning, and writes nothing', async () => {
	const { messaging } = await openRecording()
	expect(texts()).toEqual(spoken.map(({ content }) => content))
	expect(newest()).toBeUndefined()
	expect(screen.queryByRole('textbox')).toBeNull()
	expect(screen.queryByRole('button', { name: m.live_chat_toPosition() })).toBeNull()
	const pages = messaging.peer.framesOf('groupHistory').filter(({ jsonData }) => jsonData.after !== undefined)
	expect(pages.map(({ jsonData }) => [jsonData.after, jsonData.count])).toEqual([
		[0, 100],
		[0, 100],
	])
	fireEvent.click(screen.getByRole('tab', { name: m.live_tab_questions() }))
	expect(screen.getByText(m.live_recorded_noQuestions())).toBeTruthy()
})

test('what was said goes along with the recording, over its pauses', async () => {
	await openRecording()
	await play()
	const seen: (string | null | undefined)[] = []
	for (const second of [1, 29, 30, 59, 60, 90, 91, 120]) {
		await at(second)
		seen.push(newest())
	}
	expect(seen).toEqual([
		'before it began',
		'before it began',
		'in the first minute',
		'in the first minute',
		'in the pause',
		'in the pause',
		'in the second minute',
		'in the second minute',
	])
	expect(texts()).toContain('afterwards')
})

test('a tap on the time of a message goes there, and plays a recording that was not played yet', async () => {
	await openRecording()
	const seek = (position: string) => fireEvent.click(button(m.live_chat_playFrom({ position, name: 'Bo' })))
	seek('1:30')
	await advance(200)
	expect(player.log).toContain('load /live/hls/s1/source/recording.m3u8 stable')
	expect(positionS).toBeCloseTo(90.6)
	// There, and not a moment later: it may be paused.
	await at(positionS)
	expect(newest()).toBe('in the second minute')
	seek('0:30')
	expect(positionS).toBe(30)
	// Messages from before the start appear at its beginning, those of the pause where it resumes, later ones at its end.
	for (const position of ['0:00', '1:00', '2:00'])
		expect(button(m.live_chat_playFrom({ position, name: 'Bo' }))).toBeTruthy()
})

test('a message that is revoked while it is read goes', async () => {
	const { messaging } = await openRecording()
	act(() => messaging.tell('messageRevoked', 'chat', { target: 2 }))
	await waitFor(() => expect(texts()).not.toContain('in the first minute'))
	expect(texts()).toHaveLength(4)
})

test('who has watched to the end goes on talking until they play the recording', async () => {
	const { server } = await openRecording()
	cleanup()
	server.answers[liveCalls.stream] = aLiveStream()
	await renderScreen('/liveBroadcast', LiveBroadcast, '/liveBroadcast?roomId=123456789')
	await screen.findByRole('button', { name: m.live_refresh() })
	await screen.findByRole('textbox', { name: m.live_chat_say() })
	server.answers[liveCalls.stream] = overWith('/source/recording.m3u8')
	fireEvent.click(button(m.live_refresh()))
	await screen.findByRole('button', { name: m.live_watch_recording() })
	expect(screen.getByRole('textbox', { name: m.live_chat_say() })).toBeTruthy()
	await play()
	await read()
	await at(1)
	expect(screen.queryByRole('textbox')).toBeNull()
	expect(newest()).toBe('before it began')
})

test('a recording whose dates cannot be read plays, and what was said is read without places', async () => {
	const { server } = await openRecording()
	cleanup()
	server.answers['GET /live/hls/s1/source/recording.m3u8'] = { status: 404 }
	await renderScreen('/liveBroadcast', LiveBroadcast, '/liveBroadcast?roomId=123456789')
	await screen.findByRole('button', { name: m.live_watch_recording() })
	await read()
	await play()
	await at(50)
	expect(screen.getByText('0:50 / 2:00')).toBeTruthy()
	expect(texts()).toHaveLength(5)
	expect(newest()).toBeUndefined()
	expect(log().querySelector('button')).toBeNull()
})

test('a live that begins again, and ends with another recording, offers that one', async () => {
	const { messaging, server } = await openRecording()
	await play()
	await at(5)
	const control = (content: string) => act(() => messaging.write('chat', { type: 90, role: 1, content }))
	server.answers[liveCalls.stream] = aLiveStream()
	control('start_live')
	await advance(4_000)
	expect(button(m.live_refresh())).toBeTruthy()
	expect(screen.getByRole('textbox', { name: m.live_chat_say() })).toBeTruthy()
	server.answers[liveCalls.stream] = JSON.parse(
		JSON.stringify(overWith('/source/recording.m3u8')).replaceAll('s1', 's2'),
	)
	control('close_live')
	await advance(4_000)
	expect(button(m.live_watch_recording())).toBeTruthy()
	expect(player.log.filter(entry => entry.includes('/s2/'))).toEqual([])
})
