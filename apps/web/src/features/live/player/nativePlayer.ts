import { elementStats, hasUpTo, type LivePlayer, type LivePlayerEvents, seekRangeOf } from './livePlayer.ts'

/** Safari's native playback; the delay is computed from the date of the media. */
export function createNativePlayer(video: HTMLVideoElement, { onFailure, onLoaded }: LivePlayerEvents): LivePlayer {
	let url: string | undefined
	const failed = () => {
		const isUnplayable = video.error?.code === MediaError.MEDIA_ERR_DECODE
		onFailure(isUnplayable ? 'media' : 'network')
	}
	video.addEventListener('error', failed)
	video.addEventListener('loadeddata', onLoaded)

	function loadAgain() {
		if (!url) return
		video.src = url
		video.load()
	}

	return {
		load(source) {
			url = source.url
			loadAgain()
		},
		remedy: loadAgain,
		setRewound() {},
		goToLive() {
			const range = seekRangeOf(video)
			if (range) video.currentTime = range.end
		},
		stats() {
			const latencyS = latencyByDate(video, Date.now())
			return { ...elementStats(video), ...(latencyS !== undefined && { latencyS }) }
		},
		isAtEnd() {
			const range = seekRangeOf(video)
			return range !== undefined && hasUpTo(video, range.end)
		},
		close() {
			video.removeEventListener('error', failed)
			video.removeEventListener('loadeddata', onLoaded)
			url = undefined
			video.removeAttribute('src')
			video.load()
		},
	}
}

/** `getStartDate()`: the EXT-X-PROGRAM-DATE-TIME at position 0, in Safari alone. */
type DatedVideo = Pick<HTMLVideoElement, 'currentTime'> & { getStartDate?(): Date }

/** As wrong as the phone's clock: never below zero, and undefined if implausible. */
export function latencyByDate(video: DatedVideo, nowMs: number): number | undefined {
	const startMs = video.getStartDate?.().getTime()
	if (startMs === undefined || Number.isNaN(startMs)) return undefined
	const latencyS = (nowMs - startMs) / 1000 - video.currentTime
	return latencyS >= 0 && latencyS < 3_600 ? latencyS : undefined
}
