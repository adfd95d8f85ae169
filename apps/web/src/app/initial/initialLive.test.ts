import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const stream = '/live/hls/s1'
const answer = {
	liveData: {
		liveStatus: 1,
		defaultSuffix: '/master.m3u8',
		pullUrl: [
			{
				hlsPullUrl: stream,
				suffix: [
					{ name: 'source', suffix: '/source/live.m3u8', bitsPerSecond: 2_500_000 },
					{ name: 'fluent', suffix: '/fluent/live.m3u8', bitsPerSecond: 500_000 },
					{ name: 'audio', suffix: '/audio/live.m3u8', bitsPerSecond: 90_000 },
				],
			},
		],
	},
}
const playlist = `#EXTM3U
#EXT-X-MAP:URI="i0.mp4"
#EXTINF:1.00000,
5.m4s
#EXTINF:1.00000,
6.m4s
#EXTINF:1.00000,
7.m4s
#EXTINF:1.00000,
8.m4s
#EXT-X-PART:DURATION=0.20000,URI="9.0.m4s",INDEPENDENT=YES
#EXT-X-PRELOAD-HINT:TYPE=PART,URI="9.1.m4s"
`
let sent: string[] = []
beforeEach(() => {
	sent = []
	vi.stubGlobal('MediaSource', class {})
	vi.stubGlobal('fetch', async (url: string) => {
		sent.push(new URL(url, location.href).pathname)
		if (url.endsWith('/live.m3u8')) return new Response(playlist)
		return url.endsWith('.m4s') ? new Response('', { status: 404 }) : new Response('media')
	})
	document.head.innerHTML = '<meta name="player" content="/assets/player.js">'
})
afterEach(() => {
	vi.unstubAllGlobals()
	vi.restoreAllMocks()
	document.head.innerHTML = ''
	window.initialRequest = undefined
	delete window.initialLive
})

/** Runs the script of the HTML behind a line, where the live was requested. */
async function runScript({ handshakeMs = 600, live = answer as object } = {}) {
	const timing = {
		connectStart: 10,
		secureConnectionStart: 10 + handshakeMs,
		requestStart: 1_300,
		responseStart: 1_310,
	}
	vi.spyOn(performance, 'getEntriesByType').mockReturnValue([timing as PerformanceNavigationTiming])
	const response = Promise.resolve(new Response(JSON.stringify(live)))
	window.initialRequest = { url: '', headers: {}, sentAt: 0, response, abort() {} }
	vi.resetModules()
	// @ts-expect-error it is a script, not a module
	await import('./initialLive.ts')
	await new Promise(resolve => setTimeout(resolve, 20))
	return response
}
const preloaded = () => document.querySelector<HTMLLinkElement>('link[rel=modulepreload]')?.getAttribute('href')

test('[LIVE-50] on a slow line the HTML requests the first picture: the smallest definition, and its third newest segment', async () => {
	const response = await runScript()
	expect(sent).toEqual([
		`${stream}/master.m3u8`,
		`${stream}/fluent/live.m3u8`,
		`${stream}/fluent/i0.mp4`,
		`${stream}/fluent/6.m4s`,
	])
	// The screen reads the same answer.
	expect(await (await response).json()).toEqual(answer)
	// A failed request is left to the player.
	expect([...(window.initialLive?.files.keys() ?? [])].map(url => new URL(url).pathname)).toEqual(sent.slice(0, 3))
})

test('[LIVE-50] on a fast line only the player is requested: playlists are fresh when it is loaded', async () => {
	await runScript({ handshakeMs: 20 })
	expect([sent, preloaded(), window.initialLive?.isSlow]).toEqual([[], '/assets/player.js', false])
})

test.each([
	['one that is not on air', { liveData: { ...answer.liveData, liveStatus: 0 } }],
	['one that this viewer may not watch', {}],
	[
		'lines elsewhere',
		{ liveData: { ...answer.liveData, pullUrl: [{ hlsPullUrl: 'https://cdn.example/s1', suffix: [] }] } },
	],
	['sound alone', { liveData: { ...answer.liveData, pullUrl: [{ hlsPullUrl: stream, suffix: [] }] } }],
])('[LIVE-50] nothing of a live is requested for %s', async (_, live) => {
	await runScript({ live })
	expect(sent).toEqual([])
})

test('[LIVE-50] Safari plays by itself, and requests neither player nor media', async () => {
	vi.stubGlobal('ManagedMediaSource', class {})
	await runScript()
	expect([sent, preloaded()]).toEqual([[], undefined])
})
