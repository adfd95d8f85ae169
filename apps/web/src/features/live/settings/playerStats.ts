import { formatMegabytes } from '@parley/core'
import { m } from '../../../locales/index.ts'
import type { PlayerStats } from '../player/livePlayer.ts'

export interface StatsRow {
	label: string
	value: string
}

const megabits = (bitsPerSecond: number): string => `${(bitsPerSecond / 1_000_000).toFixed(2)} Mbit/s`
const inSeconds = (seconds: number) => m.live_seconds({ seconds: seconds.toFixed(1) })

/** The player's statistics, as text. A recording has no latency. */
export function statsRows(stats: PlayerStats, isRecording: boolean): StatsRow[] {
	const { latencyS, bitsPerSecond, width, height, droppedFrames, bufferedS, bytes } = stats
	const unknown = m.live_statistics_unknown()
	const latency = { label: m.live_statistics_latency(), value: latencyS === undefined ? unknown : inSeconds(latencyS) }
	return [
		...(isRecording ? [] : [latency]),
		{ label: m.live_statistics_size(), value: width > 0 ? `${width} × ${height}` : unknown },
		{ label: m.live_statistics_bitrate(), value: bitsPerSecond === undefined ? unknown : megabits(bitsPerSecond) },
		{ label: m.live_statistics_buffer(), value: inSeconds(bufferedS) },
		{ label: m.live_statistics_dropped(), value: String(droppedFrames) },
		{ label: m.live_statistics_data(), value: bytes === undefined ? unknown : formatMegabytes(bytes) },
	]
}

/** The same in one short line, for the people who run the site. */
export function compactStats(mode: string, stats: PlayerStats): string {
	const { latencyS, bitsPerSecond, width, height, droppedFrames, bufferedS, bytes } = stats
	const parts = [
		mode,
		latencyS === undefined ? '' : `${latencyS.toFixed(1)}s`,
		`${width}x${height}`,
		bitsPerSecond === undefined ? '' : `${Math.round(bitsPerSecond / 1000)}k`,
		`buf${bufferedS.toFixed(1)}`,
		`drop${droppedFrames}`,
		bytes === undefined ? '' : `${Math.round(bytes / 1_000_000)}MB`,
	]
	return parts.filter(Boolean).join(' ')
}
