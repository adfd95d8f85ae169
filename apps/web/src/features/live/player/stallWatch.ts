import { stallsBeforeRebuild } from '@parley/core'

/** Remedies for a stalled picture. */
export type StallRemedy =
	/** Plays on: enough where the browser paused by itself (LIVE-30). */
	| 'play'
	/** Asks for the newest media again. */
	| 'reload'
	/** Empties what the decoder holds. */
	| 'recover'
	/** None: all media was shown, and the state of the broadcast is requested (LIVE-33). */
	| 'ask'
	/** Rebuilds the player, on the next line if one exists (LIVE-31). */
	| 'rebuild'

/** The state of the media element at one check. */
export interface PlaybackSample {
	nowMs: number
	/** `currentTime` of the media element, in seconds. */
	positionS: number
	/** The viewer wants it to play, and the page is visible. */
	shouldPlay: boolean
	/** The line responds and has nothing new: this viewer's network is not at fault. */
	isPublisherAway: boolean
	/** All of the broadcast was shown. */
	hasEnded: boolean
}

export interface StallReport {
	/** Missing while the picture moves. */
	remedy?: StallRemedy
	/** The picture stood still twice within a minute: the stable mode is better here. */
	isUnsteady: boolean
}

export interface StallWatch {
	/** To be called every `liveDelays.stallCheckMs` (LIVE-29). */
	check(sample: PlaybackSample): StallReport
	/** Resets the count, which is meaningless once the page was hidden, the network is back or another stream is loaded. */
	reset(): void
}

/** hls.js recovers from most stalls within a second, so the player escalates step by step. */
const reloadAt = 3
const recoverAt = 5
const unsteadyWithinMs = 60_000
const unsteadyFrom = 2

export function createStallWatch(): StallWatch {
	let last: PlaybackSample | undefined
	/** Checks in a row at which the picture stood still. */
	let inARow = 0
	let standsSince = 0
	/** However far apart, until the player is rebuilt. */
	let stalls = 0
	let episodes: number[] = []

	function reset() {
		last = undefined
		stalls = 0
		episodes = []
	}

	function remedy({ isPublisherAway, hasEnded }: PlaybackSample): StallRemedy {
		if (stalls > stallsBeforeRebuild) return hasEnded ? 'ask' : 'rebuild'
		if (isPublisherAway || hasEnded) return 'play'
		if (inARow === recoverAt) return 'recover'
		return inARow === reloadAt ? 'reload' : 'play'
	}

	return {
		check(sample) {
			const previous = last
			last = sample
			const standsStill = previous?.shouldPlay && sample.shouldPlay && sample.positionS === previous.positionS
			if (!standsStill) {
				inARow = 0
				return { isUnsteady: false }
			}
			inARow++
			const { nowMs } = sample
			stalls++
			if (inARow === 1) {
				standsSince = nowMs
				episodes = [...episodes.filter(at => nowMs - at < unsteadyWithinMs), nowMs]
			}
			if (sample.isPublisherAway || sample.hasEnded) episodes = episodes.filter(at => at !== standsSince)
			const report = { remedy: remedy(sample), isUnsteady: episodes.length >= unsteadyFrom }
			if (report.remedy === 'rebuild' || report.remedy === 'ask') reset()
			return report
		},
		reset,
	}
}
