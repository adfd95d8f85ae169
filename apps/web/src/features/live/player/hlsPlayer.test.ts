import { ErrorDetails, ErrorTypes } from 'hls.js'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { beginPeriod, createHlsPlayer, failureOf } from './hlsPlayer.ts'
import { latencyByDate } from './nativePlayer.ts'

/** hls.js as far as the player uses it; the test says what happens in it. */
const opened = vi.hoisted(() => [] as StubHls[])
interface StubHls {
	log: string[]
	latency: number
	targetLatency: number
	tell(event: string, data: object): void
}

vi.mock('hls.js/light', async importOriginal => {
	class Stub {
		static DefaultConfig = { loader: class {} }
		log: string[] = []
		latency = 3
		targetLatency = 0.8
		currentLevel = -1
		config = {}
		listeners = new Map<string, (event: string, data: object) => void>()
		constructor() {
			opened.push(this)
		}
		on = (event: string, listener: (event: string, data: object) => void) => void this.listeners.set(event, listener)
		tell = (event: string, data: object) => this.listeners.get(event)?.(event, data)
		attachMedia = () => this.log.push('attach')
		loadSource = (url: string) => this.log.push(`load ${url}`)
		startLoad = () => this.log.push('start')
		recoverMediaError = () => this.log.push('recover')
		destroy = () => this.log.push('destroy')
	}
	return { ...(await importOriginal<object>()), default: Stub }
})

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
	vi.useRealTimers()
	opened.length = 0
})

function open() {
	const events = { onFailure: vi.fn(), onLoaded: vi.fn(), onTrouble: vi.fn() }
	const player = createHlsPlayer(document.createElement('video'), events)
	player.load({ url: 'a', mode: 'low' })
	const fail = (data: object) => opened.at(-1)?.tell('hlsError', data)
	return { player, events, fail }
}
const media = { fatal: true, type: ErrorTypes.MEDIA_ERROR, details: ErrorDetails.BUFFER_APPEND_ERROR }
const network = { fatal: false, type: ErrorTypes.NETWORK_ERROR, details: ErrorDetails.FRAG_LOAD_ERROR }

const playlist = { fatal: false, type: ErrorTypes.NETWORK_ERROR, details: ErrorDetails.LEVEL_LOAD_ERROR }
const answer = (code: number) => ({ url: 'https://live.example/x.m3u8', code })

test('a refused playlist ends playback at once', () => {
	expect(failureOf({ ...playlist, response: answer(403) })).toBe('refused')
	expect(failureOf({ ...playlist, response: answer(401) })).toBe('refused')
	expect(failureOf({ ...playlist, response: answer(404) })).toBe('missing')
})

test('a missing segment does not', () => {
	expect(failureOf({ ...playlist, details: ErrorDetails.FRAG_LOAD_ERROR, response: answer(404) })).toBeUndefined()
})

test('[LIVE-28] a fatal error of hls.js is reported as a network or a decoder failure', () => {
	expect(failureOf({ ...playlist, fatal: true, response: answer(503) })).toBe('network')
	expect(failureOf({ fatal: true, type: ErrorTypes.MEDIA_ERROR, details: ErrorDetails.BUFFER_APPEND_ERROR })).toBe(
		'media',
	)
	expect(failureOf({ ...playlist, response: answer(503) })).toBeUndefined()
})

test('the delay in Safari is computed from the date of the media, if both clocks are plausible', () => {
	const at = (startMs: number) => ({ currentTime: 10, getStartDate: () => new Date(startMs) })
	expect(latencyByDate(at(1_000), 14_000)).toBe(3)
	expect(latencyByDate(at(1_000_000), 14_000)).toBeUndefined()
	expect(latencyByDate({ currentTime: 10, getStartDate: () => new Date(Number.NaN) }, 14_000)).toBeUndefined()
	expect(latencyByDate({ currentTime: 10 }, 14_000)).toBeUndefined()
})

test('when the publisher returns the picture resumes at once, unless it never stalled', () => {
	const position = (readyState: number, startS: number) => {
		const video = { readyState, currentTime: 20 }
		beginPeriod(video, startS)
		return video.currentTime
	}
	expect(position(2, 20.1)).toBe(20.1)
	expect(position(4, 20.1)).toBe(20)
	// The viewer has rewound: the new media is not what they watch.
	expect(position(2, 10)).toBe(20)
})

test('[NODE-23] when another server has taken the live over, its stream is played from the beginning, once', () => {
	const { player } = open()
	const tell = (startSN: number, endSN: number, { level = 0, live = true } = {}) => {
		opened.at(-1)?.tell('hlsLevelLoaded', { level, details: { live, startSN, endSN } })
		vi.runAllTimers()
	}
	tell(100, 110)
	tell(105, 115)
	tell(116, 120)
	tell(400, 410, { level: 1 })
	expect(opened).toHaveLength(1)
	tell(300, 300)
	expect(opened.map(({ log }) => log)).toEqual([
		['attach', 'load a', 'destroy'],
		['attach', 'load a'],
	])
	tell(300, 301)
	tell(5, 9)
	expect(opened).toHaveLength(3)
	tell(5, 9, { live: false })
	tell(50, 60, { live: false })
	expect(opened).toHaveLength(3)
	// One that is closed meanwhile stays closed.
	tell(50, 60)
	opened.at(-1)?.tell('hlsLevelLoaded', { level: 0, details: { live: true, startSN: 500, endSN: 501 } })
	player.close()
	vi.runAllTimers()
	expect(opened).toHaveLength(3)
})

test('[NODE-23] a playlist without media, of a server that has just taken the live over, is requested again', () => {
	const { player, fail } = open()
	const empty = { fatal: true, type: ErrorTypes.NETWORK_ERROR, details: ErrorDetails.LEVEL_EMPTY_ERROR }
	fail(network)
	vi.runAllTimers()
	expect(opened[0]?.log).not.toContain('start')
	fail(empty)
	expect(opened[0]?.log).not.toContain('start')
	vi.advanceTimersByTime(500)
	expect(opened[0]?.log.at(-1)).toBe('start')
	fail(empty)
	player.close()
	vi.runAllTimers()
	expect(opened[0]?.log.at(-1)).toBe('destroy')
})

test('[LIVE-28] a decoder error is recovered from once in five seconds; the next one is reported', () => {
	const { events, fail } = open()
	vi.advanceTimersByTime(10_000)
	fail(media)
	expect([opened[0]?.log.at(-1), events.onFailure.mock.calls]).toEqual(['recover', []])
	fail(media)
	expect(events.onFailure.mock.calls).toEqual([['media']])
	fail(network)
	expect([events.onTrouble.mock.calls.length, events.onFailure.mock.calls.length]).toEqual([1, 1])
})

test('each mode has its own player; a closed player receives no further calls', () => {
	const { player } = open()
	player.load({ url: 'b', mode: 'low' })
	expect(opened.map(({ log }) => log)).toEqual([['attach', 'load a', 'load b']])
	player.load({ url: 'b', mode: 'stable' })
	expect(opened.map(({ log }) => log.at(-1))).toEqual(['destroy', 'load b'])
	expect(player.stats().latencyS).toBe(3)
	player.close()
	player.remedy('reload')
	player.remedy('recover')
	expect([opened[1]?.log.at(-1), player.stats().latencyS]).toEqual(['destroy', undefined])
})

test('[LIVE-53] a picture that fell behind is played faster, unless the viewer has rewound or wants it stable', () => {
	const video = document.createElement('video')
	vi.spyOn(video, 'buffered', 'get').mockReturnValue({ length: 1, start: () => 0, end: () => 5 })
	const player = createHlsPlayer(video, { onFailure() {}, onLoaded() {}, onTrouble() {} })
	const rateAt = (latency: number) => {
		Object.assign(opened.at(-1) ?? {}, { latency })
		video.dispatchEvent(new Event('timeupdate'))
		return Math.round(video.playbackRate * 100) / 100
	}
	player.load({ url: 'a', mode: 'low' })
	expect([rateAt(1.8), rateAt(0.8)]).toEqual([1.15, 1])
	player.setRewound(true)
	expect(rateAt(1.8)).toBe(1)
	player.setRewound(false)
	expect(rateAt(1.8)).toBe(1.15)
	player.load({ url: 'a', mode: 'stable' })
	expect(rateAt(1.8)).toBe(1)
	player.close()
})
