import type { LatencyMode } from './playerSettings.ts'
import type { StallRemedy } from './stallWatch.ts'

/** The media to play: the address of a playlist, with the viewer's token if the live needs one. */
export interface LiveSource {
	url: string
	mode: LatencyMode
}

/**
 * Why a source cannot be played. `refused`: the viewer may not see it, or no longer. `missing`: there is no such
 * stream. `network`: it could not be loaded; the player keeps trying. `media`: the browser cannot decode it.
 */
export type PlayFailure = 'refused' | 'missing' | 'network' | 'media'

/** Statistics of a player, shown as statistics and attached to a report of a problem. */
export interface PlayerStats {
	/** Seconds between the publisher and the picture; missing before it is known. */
	latencyS?: number
	/** Bit rate and size of the media being played. */
	bitsPerSecond?: number
	width: number
	height: number
	droppedFrames: number
	/** Seconds of media that are loaded ahead. */
	bufferedS: number
	/** Bytes of media since the page was opened; missing where the browser loads by itself. */
	bytes?: number
}

export interface LivePlayerEvents {
	onFailure(failure: PlayFailure): void
	/** Something could not be loaded; the player tries again by itself. */
	onTrouble(): void
	/** Media arrived: what is loaded counts again as playable. */
	onLoaded(): void
}

/** Plays one broadcast in one media element. */
export interface LivePlayer {
	load(source: LiveSource): void
	remedy(remedy: Extract<StallRemedy, 'reload' | 'recover'>): void
	/** While true it does not jump to the newest picture by itself, however far behind it is. */
	setRewound(isRewound: boolean): void
	/** Jumps to the newest picture. */
	goToLive(): void
	stats(): PlayerStats
	/** Everything in the playlist is loaded; the next media is not available yet. */
	isAtEnd(): boolean
	/** Removes the stream from the media element. */
	close(): void
}

/** The seekable range, in seconds of the media element; `end` is the newest. */
export interface SeekRange {
	start: number
	end: number
}

export function seekRangeOf(video: Pick<HTMLMediaElement, 'seekable'>): SeekRange | undefined {
	const { seekable } = video
	if (!seekable.length) return undefined
	return { start: seekable.start(0), end: seekable.end(seekable.length - 1) }
}

/** Less than this is rounding, in seconds: a part is 0.2. */
const endToleranceS = 0.1

/** Returns whether the media element has everything up to `endS`. */
export const hasUpTo = ({ buffered }: Pick<HTMLMediaElement, 'buffered'>, endS: number): boolean =>
	buffered.length > 0 && buffered.end(buffered.length - 1) >= endS - endToleranceS

/** Values from the media element itself. */
export function elementStats(video: HTMLVideoElement): PlayerStats {
	const { buffered, currentTime } = video
	const ahead = Array.from({ length: buffered.length }, (_, index) => ({
		from: buffered.start(index),
		to: buffered.end(index),
	})).find(({ from, to }) => from <= currentTime && currentTime <= to)
	return {
		width: video.videoWidth,
		height: video.videoHeight,
		droppedFrames: video.getVideoPlaybackQuality?.().droppedVideoFrames ?? 0,
		bufferedS: ahead ? ahead.to - currentTime : 0,
	}
}
