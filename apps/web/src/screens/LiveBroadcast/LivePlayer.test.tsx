import type { LiveLine } from '@parley/api'
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LivePlayer, LivePlayerEvents } from '../../features/live/player/livePlayer.ts'
import { m } from '../../locales/index.ts'
import { aLiveStream, liveAnswers, liveCalls, someLiveData } from '../../testing/aLive.ts'
import { aMember, setPerson } from '../../testing/aPerson.ts'
import { renderScreen } from '../../testing/renderScreen.tsx'
import { stubServer } from '../../testing/stubServer.ts'
import { LiveBroadcast } from './LiveBroadcast.screen.tsx'

/** Calls to hls.js, in an environment that decodes nothing. */
const player = vi.hoisted(() => ({
	log: [] as string[],
	events: undefined as unknown,
	isSupported: true,
	isAtEnd: false,
}))
const log = () => player.log
const events = () => player.events as LivePlayerEvents

vi.mock('../../features/live/player/hlsPlayer.ts', () => ({
	isHlsSupported: () => player.isSupported,
	createHlsPlayer(_: HTMLVideoElement, events: LivePlayerEvents): LivePlayer {
		player.events = events
		player.log.push('created')
		return {
			load: ({ url, mode }) => player.log.push(`load ${url} ${mode}`),
			remedy: remedy => player.log.push(remedy),
			setRewound: () => {},
			goToLive: () => player.log.push('goToLive'),
			isAtEnd: () => player.isAtEnd,
			stats: () => ({ width: 1280, height: 720, droppedFrames: 0, bufferedS: 1, latencyS: 1.4, bytes: 2_000_000 }),
			close: () => player.log.push('closed'),
		}
	},
}))

let position = 0
let isMoving = true
beforeEach(() => {
	vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 20 })
	Object.assign(player, { log: [], events: undefined, isAtEnd: false })
	position = 0
	isMoving = true
	vi.stubGlobal('MediaSource', class {})
	vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(async () => void player.log.push('play'))
	vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(() => {})
	vi.spyOn(HTMLMediaElement.prototype, 'paused', 'get').mockReturnValue(false)
	vi.spyOn(HTMLMediaElement.prototype, 'currentTime', 'get').mockImplementation(() => {
		if (isMoving) position += 1
		return position
	})
	setPerson({ kind: 'guest' })
})
afterEach(() => {
	cleanup()
	vi.useRealTimers()
	vi.restoreAllMocks()
	vi.unstubAllGlobals()
	setPerson({ kind: 'guest' })
})

const aLine = (number: number): LiveLine => ({
	alias: number === 1 ? 'Main' : '',
	hlsPullUrl: `/live/hls/s${number}`,
	definitions: (['fhd', 'hd', 'sd', 'fluent'] as const).map((name, index) => ({
		name,
		suffix: `/${name}/live.m3u8`,
		bitsPerSecond: 4_000_000 - index * 1_000_000,
	})),
})
const lines = (count: number) => Array.from({ length: count }, (_, index) => aLine(index + 1))
const advance = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

async function watch(offered: number | LiveLine[] = 1) {
	const server = stubServer({
		...liveAnswers(aLiveStream({}, someLiveData({ lines: typeof offered === 'number' ? lines(offered) : offered }))),
		[liveCalls.status]: { data: { liveStatus: 1, meetingStatus: 2 } },
	})
	const shown = await renderScreen('/liveBroadcast', LiveBroadcast, '/liveBroadcast?roomId=123456789')
	await screen.findByRole('button', { name: m.live_refresh() })
	await advance(100)
	return { ...shown, server }
}
const moved = () => act(async () => void document.querySelector('video')?.dispatchEvent(new Event('timeupdate')))
const lineChooser = (name: string) => screen.getByRole('button', { name: `${m.live_line()}: ${name}` })
const choices = (label: string) =>
	within(screen.getByRole('group', { name: label }))
		.getAllByRole('button')
		.map(button => button.textContent)

test('[LIVE-27] [ENT-18] what is on air is played at its default address, with the token of the viewer', async () => {
	await watch()
	expect(log()).toContain('load /live/hls/s1/master.m3u8 low')
	expect(log()).toContain('play')
})

test('[LIVE-02] four lines are offered of five, by their names or numbers', async () => {
	await watch(5)
	fireEvent.click(lineChooser('Main'))
	expect(choices(m.live_line())).toEqual(['Main', ...[2, 3, 4].map(number => m.live_line_number({ number }))])
	fireEvent.click(screen.getByRole('button', { name: m.live_line_number({ number: 2 }) }))
	await advance(50)
	expect(log().at(-2)).toBe('load /live/hls/s2/master.m3u8 low')
	cleanup()
	await watch(1)
	expect(screen.queryByRole('button', { name: new RegExp(m.live_line()) })).toBeNull()
})

test('[LIVE-03] the definitions of the line are offered; the default one is chosen', async () => {
	await watch()
	const chooser = screen.getByRole('button', { name: `${m.live_definition()}: ${m.live_definition_auto()}` })
	fireEvent.click(chooser)
	expect(choices(m.live_definition())).toEqual([
		m.live_definition_auto(),
		m.live_definition_fhd(),
		m.live_definition_hd(),
		m.live_definition_sd(),
		m.live_definition_fluent(),
	])
	fireEvent.click(screen.getByRole('button', { name: m.live_definition_sd() }))
	await advance(50)
	expect(log()).toContain('load /live/hls/s1/sd/live.m3u8 low')
})

test('[LIVE-12] [CONST-07] an open chooser closes after three seconds without a touch', async () => {
	await watch(2)
	fireEvent.click(lineChooser('Main'))
	await advance(2_500)
	fireEvent.pointerDown(screen.getByRole('group', { name: m.live_line() }))
	await advance(2_500)
	expect(screen.queryByRole('group', { name: m.live_line() })).toBeTruthy()
	await advance(600)
	expect(screen.queryByRole('group', { name: m.live_line() })).toBeNull()
})

test('the controls stay for four seconds after the last touch, not the first', async () => {
	await watch()
	const areHidden = () => document.querySelector('.controls')?.classList.contains('hidden')
	const touch = () => fireEvent.pointerDown(screen.getByRole('button', { name: m.live_refresh() }))
	touch()
	await advance(3_000)
	touch()
	await advance(3_000)
	expect(areHidden()).toBe(false)
	await advance(1_100)
	expect(areHidden()).toBe(true)
})

test('a publisher that dropped is counted down while the picture stands still; another token alone loads nothing anew', async () => {
	const { server } = await watch()
	await moved()
	const loads = () => log().filter(entry => entry.startsWith('load'))
	const dropped = (token: string, reconnectingForMs?: number) =>
		aLiveStream({}, someLiveData({ lines: lines(1), token, ...(reconnectingForMs && { reconnectingForMs }) }))
	server.answers[liveCalls.stream] = dropped('t2', 8_000)
	isMoving = false
	await advance(7_500)
	await screen.findByText(m.live_reconnecting_title())
	expect(screen.getByText(/\b[5-8]\b/)).toBeTruthy()
	const asked = server.count(liveCalls.stream)
	server.answers[liveCalls.stream] = dropped('t3')
	await advance(2_000)
	expect(server.count(liveCalls.stream)).toBe(asked)
	for (let second = 0; second < 18; second++) await advance(1_000)
	expect(server.count(liveCalls.stream)).toBeGreaterThan(asked)
	isMoving = true
	await moved()
	await advance(2_000)
	expect(screen.queryByText(m.live_reconnecting_title())).toBeNull()
	expect(new Set(loads())).toEqual(new Set(['load /live/hls/s1/master.m3u8 low']))
	server.answers[liveCalls.stream] = dropped('t4')
	const loaded = loads().length
	for (const times of [1, 2]) {
		act(() => events().onFailure('refused'))
		await advance(500)
		// The answer brought another cookie.
		expect(loads()).toHaveLength(loaded + times)
	}
})

test('[LIVE-10] [LIVE-11] the picture is loaded again, and again after ten seconds', async () => {
	const { server } = await watch()
	const before = [server.count(liveCalls.stream), log().filter(entry => entry.startsWith('load')).length]
	fireEvent.click(screen.getByRole('button', { name: m.live_refresh() }))
	const waiting = screen.getByRole<HTMLButtonElement>('button', { name: m.live_refresh_in({ seconds: 10 }) })
	expect(waiting.disabled).toBe(true)
	await advance(9_500)
	const after = [server.count(liveCalls.stream), log().filter(entry => entry.startsWith('load')).length]
	expect(after).toEqual(before.map(count => count + 1))
	expect(screen.queryByRole('button', { name: m.live_refresh() })).toBeNull()
	await advance(1_000)
	expect(screen.getByRole<HTMLButtonElement>('button', { name: m.live_refresh() }).disabled).toBe(false)
})

test('[LIVE-28] what cannot be decoded says so, and can be tried again', async () => {
	await watch()
	await act(async () => events().onFailure('media'))
	expect(screen.getByText(m.live_cannot_play_title())).toBeTruthy()
	fireEvent.click(screen.getByRole('button', { name: m.live_retry() }))
	expect(screen.queryByText(m.live_cannot_play_title())).toBeNull()
})

test('[LIVE-29] [LIVE-30] [LIVE-31] [LIVE-35] a picture that stands still is played every two seconds; the sixth time there is another player, on the next line', async () => {
	const { server } = await watch(2)
	await moved()
	isMoving = false
	await advance(2_000)
	const plays = log().filter(entry => entry === 'play').length
	await advance(2_100)
	expect(log().filter(entry => entry === 'play').length).toBeGreaterThan(plays)
	expect(screen.getByText(m.live_buffering())).toBeTruthy()
	await advance(10_000)
	expect(log().filter(entry => entry === 'created')).toHaveLength(2)
	expect(screen.getByText(m.live_network_title())).toBeTruthy()
	expect(log()).toContain('load /live/hls/s2/master.m3u8 low')
	expect(server.count(liveCalls.status)).toBe(1)
})

test('a line on which nobody answers is left for the next one at once', async () => {
	const { server } = await watch(2)
	await moved()
	const line = 'GET /live/hls/s1/master.m3u8'
	server.answers[line] = { data: {} }
	await act(async () => events().onTrouble())
	await advance(100)
	expect(server.count(line)).toBe(1)
	expect(log()).not.toContain('load /live/hls/s2/master.m3u8 low')
	await moved()
	server.answers[line] = { status: 502, code: 502 }
	await act(async () => events().onTrouble())
	await advance(100)
	expect(log()).toContain('load /live/hls/s2/master.m3u8 low')
	expect(lineChooser(m.live_line_number({ number: 2 }))).toBeTruthy()
})

test.each([
	['[LIVE-33] suspended', { data: { liveStatus: 0, meetingStatus: 2 } }, () => m.live_suspended_title()],
	['[LIVE-34] over', { data: { liveStatus: 0, meetingStatus: 9 } }, () => m.live_over_title()],
	['[LIVE-36] gone', { status: 404, code: 404 }, () => m.live_over_title()],
])('after six stalls the status is asked: %s', async (_, answer, words) => {
	const { server } = await watch()
	server.answers[liveCalls.status] = answer
	await moved()
	isMoving = false
	await advance(15_000)
	await screen.findByText(words())
})

test('[LIVE-33] where the line answers and nothing more comes, the publisher is away: the status is asked', async () => {
	const { server } = await watch()
	server.answers['GET /live/hls/s1/master.m3u8'] = { data: {} }
	server.answers[liveCalls.status] = { data: { liveStatus: 0, meetingStatus: 2 } }
	await moved()
	Object.assign(player, { isAtEnd: true })
	isMoving = false
	await act(async () => events().onTrouble())
	for (let second = 0; second < 15; second++) await advance(1_000)
	expect(server.count(liveCalls.status)).toBeGreaterThanOrEqual(1)
	await screen.findByText(m.live_suspended_title())
})

test('who leaves closes the player, and asks nothing more', async () => {
	const { server, unmount } = await watch()
	await moved()
	unmount()
	expect(log().at(-1)).toBe('closed')
	const asked = server.requests.length
	isMoving = false
	await advance(400_000)
	expect([server.requests.length, log().at(-1)]).toEqual([asked, 'closed'])
})

test('who has watched is told that the picture was interrupted, not that the live is about to start', async () => {
	const { server } = await watch()
	await moved()
	server.answers[liveCalls.stream] = aLiveStream({}, someLiveData({ status: -1 }))
	fireEvent.click(screen.getByRole('button', { name: m.live_refresh() }))
	await advance(100)
	expect(await screen.findByText(m.live_interrupted_title())).toBeTruthy()
	expect(screen.queryByText(m.live_waiting_title())).toBeNull()
})

test('a live that is found to be over offers its recording', async () => {
	const { server } = await watch()
	server.answers[liveCalls.status] = { data: { liveStatus: 0, meetingStatus: 9 } }
	server.answers[liveCalls.stream] = aLiveStream(
		{ meetingStatus: 9, isRecorded: true },
		someLiveData({ status: 0, recordingSuffix: '/recording.m3u8' }),
	)
	await moved()
	isMoving = false
	await advance(20_000)
	await screen.findByText(m.live_watch_recording())
})

test('[LIVE-31] [LIVE-35] where the only line refuses without letting the page read so, the new player has a new token', async () => {
	const { server } = await watch()
	await moved()
	server.answers['GET /live/hls/s1/master.m3u8'] = 'no-answer'
	server.answers[liveCalls.stream] = aLiveStream({}, someLiveData({ lines: lines(1), token: 't2' }))
	isMoving = false
	for (let second = 0; second < 18; second++) await advance(1_000)
	expect(log()).toContain('load /live/hls/s1/master.m3u8 low')
	expect(server.count(liveCalls.status)).toBe(1)
})

test('[LIVE-35] a live that has ended and is on air with another stream goes on with that one', async () => {
	const { server } = await watch()
	await moved()
	isMoving = false
	vi.spyOn(HTMLMediaElement.prototype, 'ended', 'get').mockReturnValue(true)
	const begunAgain = server.answers[liveCalls.stream] as object
	server.answers[liveCalls.stream] = { status: 500, code: 500 }
	await act(async () => void document.querySelector('video')?.dispatchEvent(new Event('ended')))
	await advance(4_000)
	expect(screen.getByText(m.live_buffering())).toBeTruthy()
	server.answers[liveCalls.stream] = JSON.parse(JSON.stringify(begunAgain).replaceAll('/live/hls/s1', '/live/hls/s2'))
	await advance(20_000)
	expect(log()).toContain('load /live/hls/s2/master.m3u8 low')
})

const report = 'POST /live/reportProblem'

test.each([
	['a guest', { kind: 'guest' } as const],
	['a member', aMember()],
])(
	'the badge says how far behind one is; the sheet has the figures, and a report of %s takes them along',
	async (_, who) => {
		setPerson(who)
		const { server } = await watch()
		server.answers[report] = {}
		await moved()
		expect(screen.getByText(m.live_badge_behind({ seconds: 1 }))).toBeTruthy()
		fireEvent.click(screen.getByRole('button', { name: m.live_settings() }))
		const sheet = await screen.findByRole('dialog', { name: m.live_settings() })
		expect(within(sheet).getByText('1280 × 720')).toBeTruthy()
		expect(within(sheet).getByText('2.0 MB')).toBeTruthy()
		fireEvent.change(within(sheet).getByLabelText(m.live_report_text()), { target: { value: 'It flickers' } })
		fireEvent.click(within(sheet).getByRole('button', { name: m.live_report_send() }))
		await advance(500)
		expect(server.last(report)?.body).toMatchObject({
			meetingId: '123456789',
			complaintContent: 'It flickers',
			figures: 'low 1.4s 1280x720 buf1.0 drop0 2MB',
		})
	},
)

/** In the sheet of the player, which is closed again. */
async function switchSound() {
	fireEvent.click(screen.getByRole('button', { name: m.live_settings() }))
	const sheet = within(await screen.findByRole('dialog', { name: m.live_settings() }))
	fireEvent.click(sheet.getByRole('switch', { name: new RegExp(`^${m.live_soundOnly()}`) }))
	fireEvent.click(sheet.getByRole('button', { name: m.common_close() }))
	await advance(500)
}

test('sound alone plays the smallest definition where there is no sound by itself', async () => {
	await watch()
	await switchSound()
	expect(log()).toContain('load /live/hls/s1/fluent/live.m3u8 low')
})

test('[LIVE-03] sound alone is the sound by itself where the line has it: by the switch, and among the definitions', async () => {
	const [line] = lines(1) as [LiveLine]
	const sound = { name: 'audio' as const, suffix: '/audio/live.m3u8', bitsPerSecond: 96_000 }
	await watch([{ ...line, definitions: [...line.definitions, sound] }])
	const definition = (name: string) => screen.getByRole('button', { name: `${m.live_definition()}: ${name}` })
	await switchSound()
	expect(log()).toContain('load /live/hls/s1/audio/live.m3u8 low')
	await moved()
	expect(screen.getByText(m.live_soundOnly_on())).toBeTruthy()
	fireEvent.click(screen.getByRole('button', { name: m.live_soundOnly_off() }))
	await advance(100)
	expect(
		log()
			.filter(entry => entry.startsWith('load'))
			.at(-1),
	).toBe('load /live/hls/s1/master.m3u8 low')
	fireEvent.click(definition(m.live_definition_auto()))
	fireEvent.click(screen.getByRole('button', { name: m.live_soundOnly() }))
	await advance(100)
	expect(
		log()
			.filter(entry => entry.startsWith('load'))
			.at(-1),
	).toBe('load /live/hls/s1/audio/live.m3u8 low')
	await moved()
	expect(screen.getByText(m.live_soundOnly_on())).toBeTruthy()
	fireEvent.click(definition(m.live_soundOnly()))
	fireEvent.click(screen.getByRole('button', { name: m.live_definition_sd() }))
	await advance(100)
	expect(
		log()
			.filter(entry => entry.startsWith('load'))
			.at(-1),
	).toBe('load /live/hls/s1/sd/live.m3u8 low')
	expect(screen.queryByText(m.live_soundOnly_on())).toBeNull()
})

/** Keeps a minute of the broadcast, up to the current picture. */
const keepMinute = () =>
	vi
		.spyOn(HTMLMediaElement.prototype, 'seekable', 'get')
		.mockImplementation(() => ({ length: 1, start: () => position - 60, end: () => position + 1 }) as TimeRanges)

test('what asks for another try has no bar to rewind in its way, and the bar is back with the picture', async () => {
	keepMinute()
	await watch()
	await moved()
	expect(screen.getByRole('slider', { name: m.live_rewind() })).toBeTruthy()
	await act(async () => events().onFailure('media'))
	expect(screen.getByRole('button', { name: m.live_retry() })).toBeTruthy()
	expect(screen.queryByRole('slider')).toBeNull()
	fireEvent.click(screen.getByRole('button', { name: m.live_retry() }))
	await moved()
	expect(screen.getByRole('slider', { name: m.live_rewind() })).toBeTruthy()
})

test('a picture that began without sound says so until somebody answers it', async () => {
	vi.mocked(HTMLMediaElement.prototype.play).mockImplementation(async function (this: HTMLMediaElement) {
		if (!this.muted) throw Object.assign(new Error('only after a tap'), { name: 'NotAllowedError' })
	})
	await watch()
	await moved()
	const video = document.querySelector('video') as HTMLVideoElement
	expect(video.muted).toBe(true)
	fireEvent.click(screen.getByRole('button', { name: m.live_tapForSound() }))
	expect(video.muted).toBe(false)
	expect(screen.queryByRole('button', { name: m.live_tapForSound() })).toBeNull()
	fireEvent.click(screen.getByRole('button', { name: m.live_mute() }))
	expect(screen.queryByRole('button', { name: m.live_tapForSound() })).toBeNull()
})

test('the sheet says what each way of playing costs, and has the report before the figures', async () => {
	await watch()
	await moved()
	fireEvent.click(screen.getByRole('button', { name: m.live_settings() }))
	const sheet = within(await screen.findByRole('dialog', { name: m.live_settings() }))
	expect(sheet.getByText(m.live_mode_low_note())).toBeTruthy()
	const headings = sheet.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
	expect(headings).toEqual([m.live_mode(), m.live_report(), m.live_statistics()])
	fireEvent.click(sheet.getByRole('radio', { name: m.live_mode_stable() }))
	await advance(50)
	expect(sheet.getByText(m.live_mode_stable_note())).toBeTruthy()
})
