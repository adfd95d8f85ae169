import Hls, { type ErrorData, ErrorDetails, ErrorTypes, Events, type FragmentLoaderContext } from 'hls.js/light'
import { catchUpRate } from './catchUp.ts'
import { InitialFileLoader } from './initialFileLoader.ts'
import { isSlowLine } from './initialFiles.ts'
import { elementStats, hasUpTo, type LivePlayer, type LivePlayerEvents, type PlayFailure } from './livePlayer.ts'
import { hlsSettings, type LatencyMode } from './playerSettings.ts'
import { PlaylistLoader } from './playlistLoader.ts'
import { latencyOfSegments, WholeSegmentPlaylistLoader } from './wholeSegments.ts'

export const isHlsSupported = (): boolean => Hls.isSupported()

const refusedStatus = new Set([401, 403])
const missingStatus = new Set([404, 410, 415])

/** The effect of an hls.js error on the viewer; undefined if hls.js recovers by itself. */
export function failureOf({
	fatal,
	type,
	details,
	response,
}: Pick<ErrorData, 'fatal' | 'type' | 'details' | 'response'>): PlayFailure | undefined {
	const status = response?.code ?? 0
	const isPlaylist = details === ErrorDetails.MANIFEST_LOAD_ERROR || details === ErrorDetails.LEVEL_LOAD_ERROR
	if (isPlaylist && refusedStatus.has(status)) return 'refused'
	if (isPlaylist && missingStatus.has(status)) return 'missing'
	if (!fatal) return undefined
	return type === ErrorTypes.NETWORK_ERROR ? 'network' : 'media'
}

/** `HTMLMediaElement.HAVE_FUTURE_DATA` */
const haveFutureData = 3

/**
 * Goes on where a publisher is back. Each time a browser has run out it waits for twice as much (Chromium: of sound, 0.2 s
 * to 3 s), and begins afresh only after it was told where to go on.
 */
export function beginPeriod(video: Pick<HTMLVideoElement, 'readyState' | 'currentTime'>, startS: number) {
	if (video.readyState < haveFutureData && startS >= video.currentTime) video.currentTime = startS
}

interface Numbers {
	/** The numbers of its first and of its last segment. */
	startSN: number
	endSN: number
}

/** Returns whether two playlists read one after the other are of different streams: another server has taken the live over. */
const areOfTwoStreams = (before: Numbers, after: Numbers): boolean =>
	after.startSN > before.endSN + 1 || after.endSN < before.startSN

/** Stays as far behind the live as the segments of the stream require. */
function keepSegmentsAway(hls: Hls) {
	hls.once(Events.LEVEL_LOADED, (_, { details: { fragments } }) => {
		const longestS = Math.max(...fragments.slice(-5).map(({ duration }) => duration))
		if (Number.isFinite(longestS)) hls.targetLatency = latencyOfSegments(longestS)
	})
}

/** Loaded with the screen that plays, never with another one. */
export function createHlsPlayer(
	video: HTMLVideoElement,
	{ onFailure, onTrouble, onLoaded }: LivePlayerEvents,
): LivePlayer {
	let hls: Hls | undefined
	let mode: LatencyMode | undefined
	let url: string | undefined
	let isRewound = false
	const isSlow = isSlowLine()
	let bytes = 0
	/** Time of the last recovery from a decoder error; another error soon after it is reported. */
	let recoveredAt = Number.NEGATIVE_INFINITY

	function fail(data: ErrorData) {
		const failure = failureOf(data)
		if (failure === 'media' && performance.now() - recoveredAt > recoverEveryMs) {
			recoveredAt = performance.now()
			hls?.recoverMediaError()
			return
		}
		if (failure) onFailure(failure)
		if (data.type === ErrorTypes.NETWORK_ERROR) onTrouble()
	}

	function catchUp() {
		const { latency = 0, targetLatency } = hls ?? {}
		if (mode !== 'low' || !targetLatency || !latency) return
		const behindS = isRewound ? 0 : latency - targetLatency
		const rate = catchUpRate({ behindS, aheadS: elementStats(video).bufferedS })
		if (video.playbackRate !== rate) video.playbackRate = rate
	}
	video.addEventListener('timeupdate', catchUp)

	function open(next: LatencyMode): Hls {
		hls?.destroy()
		video.playbackRate = 1
		mode = next
		const isInSegments = next === 'low' && isSlow
		const opened = new Hls({
			...hlsSettings(next, { isSlow }),
			pLoader: isInSegments ? WholeSegmentPlaylistLoader : PlaylistLoader,
			fLoader: InitialFileLoader<FragmentLoaderContext>,
		})
		if (isInSegments) keepSegmentsAway(opened)
		opened.on(Events.ERROR, (_, data) => {
			// A server that has just taken the live over has no media yet, which ends the loading of hls.js.
			if (data.details === ErrorDetails.LEVEL_EMPTY_ERROR) askAgain(() => hls === opened && opened.startLoad(-1))
			fail(data)
		})
		let period: number | undefined
		opened.on(Events.FRAG_BUFFERED, (_, { frag, part }) => {
			if (period !== undefined && frag.cc !== period) beginPeriod(video, (part ?? frag).start)
			period = frag.cc
		})
		const numbers = new Map<number, Numbers>()
		opened.on(Events.LEVEL_LOADED, (_, { level, details: { live, startSN, endSN } }) => {
			const before = numbers.get(level)
			numbers.set(level, { startSN, endSN })
			// Its times begin anew, and hls.js would wait for media at those of the former stream.
			if (live && before && areOfTwoStreams(before, { startSN, endSN }))
				setTimeout(() => hls === opened && reopen(next))
		})
		opened.on(Events.FRAG_LOADED, (_, { payload }) => {
			bytes += payload.byteLength
			onLoaded()
		})
		opened.attachMedia(video)
		hls = opened
		return opened
	}

	function reopen(next: LatencyMode) {
		if (url !== undefined) open(next).loadSource(url)
	}

	return {
		load(source) {
			url = source.url
			const opened = hls && mode === source.mode ? hls : open(source.mode)
			opened.loadSource(source.url)
		},
		remedy(remedy) {
			if (remedy === 'reload') hls?.startLoad(-1)
			else hls?.recoverMediaError()
		},
		setRewound(next) {
			isRewound = next
			const { liveMaxLatencyDuration } = mode ? hlsSettings(mode, { isSlow }) : {}
			if (hls && liveMaxLatencyDuration !== undefined)
				hls.config.liveMaxLatencyDuration = isRewound ? Number.POSITIVE_INFINITY : liveMaxLatencyDuration
		},
		goToLive() {
			const position = hls?.liveSyncPosition
			if (position) video.currentTime = position
		},
		stats() {
			const latencyS = hls?.latency
			const bitrate = hls && hls.currentLevel >= 0 ? hls.levels[hls.currentLevel]?.bitrate : undefined
			return {
				...elementStats(video),
				bytes,
				...(latencyS && { latencyS }),
				...(bitrate && { bitsPerSecond: bitrate }),
			}
		},
		isAtEnd() {
			const end = hls?.latestLevelDetails?.edge
			return end !== undefined && hasUpTo(video, end)
		},
		close() {
			video.removeEventListener('timeupdate', catchUp)
			hls?.destroy()
			hls = undefined
		},
	}
}

const recoverEveryMs = 5_000
/** A publisher who returns has a picture within about two seconds. */
const askAgainMs = 500
const askAgain = (ask: () => unknown) => setTimeout(ask, askAgainMs)
