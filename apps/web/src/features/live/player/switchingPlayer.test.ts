import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LivePlayer } from './livePlayer.ts'
import { createSwitchingPlayer, type LoadHlsPlayer } from './switchingPlayer.ts'

const url = 'https://live.example/master.m3u8'
const log: string[] = []
const hls = (video: HTMLVideoElement): LivePlayer => {
	// hls.js does this with a ManagedMediaSource.
	video.disableRemotePlayback = true
	log.push('hls')
	return {
		load: source => log.push(`load ${source.url}`),
		remedy: remedy => log.push(remedy),
		setRewound: isRewound => log.push(`rewound ${isRewound}`),
		isAtEnd: () => false,
		goToLive: () => log.push('live'),
		stats: () => ({ width: 1, height: 1, droppedFrames: 0, bufferedS: 0, latencyS: 1 }),
		close: () => log.push('closed'),
	}
}

beforeEach(() => {
	log.length = 0
	vi.spyOn(HTMLMediaElement.prototype, 'load').mockImplementation(() => {})
})
afterEach(() => vi.restoreAllMocks())

function open(load: LoadHlsPlayer = async () => hls) {
	const video = document.createElement('video')
	const player = createSwitchingPlayer(video, { onFailure: () => {}, onLoaded: () => {}, onTrouble: () => {} }, load)
	return { video, player }
}

test('low latency plays with hls.js, the stable mode natively, where AirPlay is available again', async () => {
	const { video, player } = open()
	player.load({ url, mode: 'stable' })
	expect(video.src).toBe(url)
	expect(log).toEqual([])
	player.load({ url, mode: 'low' })
	await vi.waitFor(() => expect(log).toEqual(['hls', `load ${url}`]))
	expect(video.getAttribute('src')).toBeNull()
	expect(video.disableRemotePlayback).toBe(true)
	expect(player.stats().latencyS).toBe(1)
	player.load({ url: `${url}?2`, mode: 'low' })
	expect(log.at(-1)).toBe(`load ${url}?2`)
	player.load({ url, mode: 'stable' })
	expect(log.at(-1)).toBe('closed')
	expect([video.src, video.disableRemotePlayback]).toEqual([url, false])
})

test('the latest source is played, however long hls.js takes to load', async () => {
	let come = (_: typeof hls) => {}
	const { video, player } = open(() => new Promise(resolve => (come = resolve)))
	player.load({ url, mode: 'low' })
	player.load({ url: `${url}?2`, mode: 'stable' })
	come(hls)
	await Promise.resolve()
	expect([video.src, log]).toEqual([`${url}?2`, []])
})

const failing: [string, LoadHlsPlayer][] = [
	['cannot be loaded', () => Promise.reject(new Error('offline'))],
	['does not run', async () => undefined],
]

test.each(failing)('if hls.js %s, the element plays natively', async (_, load) => {
	const { video, player } = open(load)
	player.load({ url, mode: 'low' })
	await vi.waitFor(() => expect(video.src).toBe(url))
})

test('a rewound viewer keeps the place when the player changes', async () => {
	const { player } = open()
	player.setRewound(true)
	player.load({ url, mode: 'low' })
	await vi.waitFor(() => expect(log).toEqual(['hls', 'rewound true', `load ${url}`]))
	player.close()
	expect(log.at(-1)).toBe('closed')
})
