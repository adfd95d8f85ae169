import type { DefinitionHealth, LiveHealth } from '@parley/api'
import { m } from '../../../locales/index.ts'

/** Media that arrives later than this indicates an uplink too slow for its bit rate. */
const slowUplinkMs = 2_000

/** A problem with the picture that the host can fix. */
export interface HealthWarning {
	what: string
	/** The remedy. */
	todo: string
}

const warnings: Record<string, (health: LiveHealth) => HealthWarning> = {
	keyFrameDistance: ({ definitions: [source] }) => ({
		what: m.desk_warning_keyFrames({ seconds: secondsText(source?.keyFrameDistanceMs ?? 0) }),
		todo: m.desk_warning_keyFrames_todo(),
	}),
	codec: () => ({ what: m.desk_warning_codec(), todo: m.desk_warning_codec_todo() }),
	opus: () => ({ what: m.desk_warning_opus(), todo: m.desk_warning_opus_todo() }),
	disk: () => ({ what: m.desk_warning_disk(), todo: m.desk_warning_disk_todo() }),
	clock: () => ({ what: m.desk_warning_clock(), todo: m.desk_warning_clock_todo() }),
	noVideo: () => ({ what: m.desk_warning_noVideo(), todo: m.desk_warning_noVideo_todo() }),
	noAudio: () => ({ what: m.desk_warning_noAudio(), todo: m.desk_warning_noAudio_todo() }),
}

/** The warnings as text; unknown ones are omitted. */
export function healthWarnings(health: LiveHealth): HealthWarning[] {
	if (health.phase !== 'publishing') return []
	const shown = health.warnings.flatMap(name => warnings[name]?.(health) ?? [])
	if (health.uplinkLagMs > slowUplinkMs)
		shown.push({
			what: m.desk_warning_uplink({ seconds: secondsText(health.uplinkLagMs) }),
			todo: m.desk_warning_uplink_todo(),
		})
	return shown
}

/** Placeholder for figures not measured: in the first seconds, and in a pause. */
const notMeasured = '—'

/** The figures of one definition; audio only has neither frames nor key frames. */
export function figuresOf(definition: DefinitionHealth): { label: string; value: string }[] {
	const { framesPerSecond, bitsPerSecond, keyFrameDistanceMs, lagMs } = definition
	return [
		...(definition.name === 'audio'
			? []
			: [
					{
						label: m.desk_frames(),
						value: framesPerSecond > 0 ? m.desk_frames_value({ count: Math.round(framesPerSecond) }) : notMeasured,
					},
				]),
		{ label: m.desk_bits(), value: bitsPerSecond > 0 ? bitsText(bitsPerSecond) : notMeasured },
		...(keyFrameDistanceMs === undefined
			? []
			: [{ label: m.desk_key_frames(), value: m.desk_seconds({ seconds: secondsText(keyFrameDistanceMs) }) }]),
		...(definition.name === 'source'
			? []
			: [
					{
						label: m.desk_lag(),
						// While nothing arrives, as in a pause, it would only be the time since the last data.
						value: bitsPerSecond > 0 ? m.desk_seconds({ seconds: secondsText(lagMs) }) : notMeasured,
					},
				]),
	]
}

/** `2.0` of 1,960 ms. */
const secondsText = (ms: number): string => (ms / 1_000).toFixed(1)

/** `2.5 Mbps`, and `640 kbps` below one. */
export const bitsText = (perSecond: number): string =>
	perSecond >= 999_500 ? `${(perSecond / 1_000_000).toFixed(1)} Mbps` : `${Math.round(perSecond / 1_000)} kbps`
