/**
 * The engine that plays a broadcast: hls.js through Media Source Extensions, the media element by itself, either of them
 * at the viewer's choice, or none.
 */
export type PlayerEngine = 'hls' | 'native' | 'switching' | 'none'

export interface PlayerSupport {
	/** The result of `Hls.isSupported()`: Media Source Extensions that accept H.264. */
	hls: boolean
	/** Safari from 17.1 on. */
	managedMediaSource: boolean
	/** The media element's support for HLS; Chromium says "maybe" and then plays 10 s behind. */
	canPlayHls: boolean
}

/**
 * hls.js wherever it runs. Only Safari plays by itself, so that AirPlay, the lock screen and sound in the background keep
 * working there; for low latency it has hls.js, too. The answer of the media element alone decides nothing: Chromium claims HLS
 * and is far behind with it.
 */
export function choosePlayerEngine({ hls, managedMediaSource, canPlayHls }: PlayerSupport): PlayerEngine {
	const isSafari = managedMediaSource && canPlayHls
	if (isSafari) return hls ? 'switching' : 'native'
	if (hls) return 'hls'
	return canPlayHls ? 'native' : 'none'
}

/** Capabilities of this page's engine; `hls` is known once hls.js is loaded. */
export const readPlayerSupport = (hls: boolean): PlayerSupport => ({
	hls,
	managedMediaSource: 'ManagedMediaSource' in window,
	canPlayHls: document.createElement('video').canPlayType('application/vnd.apple.mpegurl') !== '',
})
