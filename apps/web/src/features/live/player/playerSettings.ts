import type { HlsConfig } from 'hls.js'
import type { PlayerEngine } from './playerEngine.ts'

/** How far behind one watches: as near as the stream allows, or far enough not to stall. */
export type LatencyMode = 'low' | 'stable'

/**
 * hls.js never catches up, waits without limit and keeps everything it has played, unless it is told otherwise. Figures
 * are measured: docs/decisions/live-player.md.
 */
const common = {
	backBufferLength: 30,
	capLevelToPlayerSize: true,
	startLevel: -1,
	nudgeMaxRetry: 5,
	enableWorker: true,
} satisfies Partial<HlsConfig>

const byMode = {
	low: {
		lowLatencyMode: true,
		liveSyncDuration: 1.2,
		liveMaxLatencyDuration: 3.5,
		maxLiveSyncPlaybackRate: 1.2,
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

export const hlsSettings = (mode: LatencyMode): Partial<HlsConfig> => ({ ...common, ...byMode[mode] })

/**
 * Who pays for their bytes, or has few of them, watches stably (`navigator.connection`, where there is one); so does a
 * browser that plays by itself, which low latency would take AirPlay and sound in the background from.
 */
export function initialLatencyMode(
	engine: PlayerEngine,
	connection: { saveData?: boolean; effectiveType?: string } | undefined,
): LatencyMode {
	const isSlow = connection?.saveData === true || /^(slow-2g|2g|3g)$/.test(connection?.effectiveType ?? '')
	return isSlow || engine !== 'hls' ? 'stable' : 'low'
}
