import type { HlsConfig } from 'hls.js'
import type { PlayerEngine } from './playerEngine.ts'

/** Distance behind the live: as near as the stream allows, or far enough not to stall. */
export type LatencyMode = 'low' | 'stable'

/**
 * hls.js never catches up, waits without limit and keeps everything it has played, unless it is told otherwise. Figures
 * are measured: docs/decisions/live-player.md.
 */
const common = {
	backBufferLength: 30,
	capLevelToPlayerSize: true,
	// The smallest, and up from there: hls.js would otherwise load a segment only to measure the line.
	startLevel: 0,
	nudgeMaxRetry: 5,
	enableWorker: true,
	// A duration that grows with the playlist is an end to WebKit: a picture that has caught up with it starts over.
	liveDurationInfinity: true,
} satisfies Partial<HlsConfig>

const byMode = {
	/** The origin asks for three parts of 200 ms; the line and the decoder need some of it. */
	low: {
		lowLatencyMode: true,
		liveSyncDuration: 0.8,
		liveMaxLatencyDuration: 3.5,
		// The player sets the rate itself (catchUp.ts).
		maxLiveSyncPlaybackRate: 1,
		liveSyncOnStallIncrease: 0.5,
		maxBufferLength: 10,
	},
	stable: {
		lowLatencyMode: false,
		liveSyncDurationCount: 3,
		maxLiveSyncPlaybackRate: 1.1,
		maxBufferLength: 30,
	},
} satisfies Record<LatencyMode, Partial<HlsConfig>>

/** On a line on which parts do not arrive as fast as they are shown; the player sets the latency by the segments. */
const lowOnSlowLine = {
	...byMode.low,
	liveSyncDuration: 3,
	liveMaxLatencyDuration: 15,
	// The round trip of each segment is time in which nothing arrives.
	abrBandWidthFactor: 0.6,
	abrBandWidthUpFactor: 0.35,
} satisfies Partial<HlsConfig>

export interface HlsLine {
	isSlow: boolean
}

export const hlsSettings = (mode: LatencyMode, { isSlow }: HlsLine = { isSlow: false }): Partial<HlsConfig> => ({
	...common,
	...(mode === 'low' && isSlow ? lowOnSlowLine : byMode[mode]),
})

/** Browser data: `saveData` and `effectiveType` come from `navigator.connection`, if available. */
export interface LatencyHints {
	isWebKit?: boolean
	saveData?: boolean
	effectiveType?: string
}

/**
 * Viewers with metered or slow connections start in stable mode; so does WebKit: with native playback, low latency would
 * disable AirPlay and background audio, and with Media Source Extensions WebKit empties its decoder each time playback
 * catches up with the buffer.
 */
export function initialLatencyMode(
	engine: PlayerEngine,
	{ isWebKit = false, saveData = false, effectiveType = '' }: LatencyHints,
): LatencyMode {
	const isSlow = saveData || /^(slow-2g|2g|3g)$/.test(effectiveType)
	return isSlow || isWebKit || engine !== 'hls' ? 'stable' : 'low'
}
