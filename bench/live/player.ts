/// <reference path="../../apps/web/src/features/live/player/hlsLight.d.ts" />
/** Runs in the page of the bench: the product's player, and plain hls.js for comparison. */
import Hls, { Events, type HlsConfig } from 'hls.js/light'
import { createHlsPlayer } from '../../apps/web/src/features/live/player/hlsPlayer.ts'
import { createKeptPlace } from '../../apps/web/src/features/live/player/keptPlace.ts'
import { createPlayback } from '../../apps/web/src/features/live/player/mediaPlayback.ts'
import { hlsSettings, type LatencyMode } from '../../apps/web/src/features/live/player/playerSettings.ts'
import { blockSize } from './counter.ts'

export interface PlayRequest {
	/** Playlists, one per line. */
	urls: string[]
	/** The product's player in a mode, plain hls.js, or hls.js with the product's settings without low latency. */
	player: LatencyMode | 'hls.js' | 'not low'
}

export interface PlayerWindow {
	/** Resolves with the time to the first frame, in ms. */
	start(request: PlayRequest): Promise<number>
	/** Number of each displayed frame, with its wall time. */
	shownFrames: [number: number, at: number][]
	/** Errors reported by hls.js. */
	faults: string[]
}

const page = window as unknown as PlayerWindow
const video = document.querySelector('video') as HTMLVideoElement
const canvas = Object.assign(document.createElement('canvas'), { width: 16 * 8, height: 8 })
const context = canvas.getContext('2d', { willReadFrequently: true }) as CanvasRenderingContext2D
page.shownFrames = []
page.faults = []

function readNumber() {
	// Smaller pictures have smaller blocks.
	const block = (blockSize * video.videoWidth) / 1280
	context.drawImage(video, 0, 0, 16 * block, block, 0, 0, 128, 8)
	const { data } = context.getImageData(0, 4, 128, 1)
	let number = 0
	for (let bit = 0; bit < 16; bit++) if ((data[(bit * 8 + 4) * 4 + 1] ?? 0) > 128) number += 2 ** bit
	return number
}

function onFrame(now: number) {
	page.shownFrames.push([readNumber(), performance.timeOrigin + now])
	video.requestVideoFrameCallback(onFrame)
}

page.start = ({ urls, player }) =>
	new Promise(resolve => {
		const tappedAt = performance.now()
		video.requestVideoFrameCallback(now => {
			resolve(performance.now() - tappedAt)
			onFrame(now)
		})
		if (player === 'hls.js') playPlain(urls[0] ?? '', {})
		else if (player === 'not low') playPlain(urls[0] ?? '', notLow())
		else playOurs(urls, player)
	})

function notLow(): Partial<HlsConfig> {
	const { liveSyncDuration: _, liveMaxLatencyDuration: __, ...settings } = hlsSettings('low')
	return { ...settings, lowLatencyMode: false }
}

function playPlain(url: string, settings: Partial<HlsConfig>) {
	const hls = new Hls(settings)
	hls.on(Events.ERROR, (_, { fatal, details }) => page.faults.push((fatal ? 'fatal ' : '') + details))
	hls.on(Events.MANIFEST_PARSED, () => void video.play())
	hls.loadSource(url)
	hls.attachMedia(video)
}

/** Plays a stream as `LiveStage` does. */
function playOurs(urls: string[], mode: LatencyMode) {
	let line = 0
	const goOn = () => {
		if (urls.length === 1) return
		line++
		load()
	}
	const load = () => playback.load(urls[line % urls.length] ?? '')
	const playback = createPlayback({
		createPlayer: createHlsPlayer,
		video,
		mode,
		now: () => performance.now(),
		every(ms, act) {
			const timer = setInterval(act, ms)
			return () => clearInterval(timer)
		},
		isPageVisible: () => true,
		onChange() {},
		place: createKeptPlace(() => undefined),
		async isLineThere(url) {
			const answer = await fetch(url, { cache: 'no-store', signal: AbortSignal.timeout(1_000) }).catch(() => undefined)
			return answer !== undefined && answer.status < 500
		},
		onLineLost: goOn,
		onEnded() {},
		onRebuilt: goOn,
		onUnavailable: failure => page.faults.push(failure),
	})
	load()
}
