import { flvOutput, unevenFrames } from '../../../../composer/index.ts'
import type { TranscodedName } from '../../../ingest.ts'

/** Definition made by a transcoder. */
export interface Rung {
	name: TranscodedName
	/** Pixels of the shorter side: portrait and landscape count alike. */
	lines: number
	bitsPerSecond: number
}

/** Definitions from large to small. */
const all = {
	hd: { name: 'hd', lines: 720, bitsPerSecond: 2_000_000 },
	sd: { name: 'sd', lines: 480, bitsPerSecond: 900_000 },
	fluent: { name: 'fluent', lines: 360, bitsPerSecond: 500_000 },
} as const satisfies Record<string, Rung>

/**
 * Returns the rungs a machine can make while it serves viewers: about a quarter of a core for each with the preset
 * superfast.
 */
export function rungsForCores(cores: number): Rung[] {
	if (cores >= 4) return [all.hd, all.sd, all.fluent]
	return cores >= 2 ? [all.sd, all.fluent] : [all.fluent]
}

export interface PictureSize {
	width: number
	height: number
}

/** Returns the rungs smaller than the source: a larger picture would be no better. */
export const rungsBelow = (rungs: readonly Rung[], { width, height }: PictureSize): Rung[] =>
	rungs.filter(({ lines }) => lines < Math.min(width, height))

/** Returns the size of a rung for a source, with even sides. */
export function sizeOf({ lines }: Rung, { width, height }: PictureSize): PictureSize {
	const scale = lines / Math.min(width, height)
	const even = (side: number) => Math.max(2, Math.round((side * scale) / 2) * 2)
	return { width: even(width), height: even(height) }
}

/**
 * FLV on `pipe:0` becomes FLV of each rung on `pipe:3` and following: with the source's timestamps and key frames,
 * audio unchanged.
 */
export function ladderArguments(rungs: readonly Rung[], source: PictureSize): string[] {
	const split = `[0:v]split=${rungs.length}${rungs.map((_, i) => `[in${i}]`).join('')}`
	const scaled = rungs.map((rung, i) => {
		const { width, height } = sizeOf(rung, source)
		return `[in${i}]scale=${width}:${height}:flags=bilinear,format=yuv420p[out${i}]`
	})
	return [
		...['-copyts', '-probesize', '1000000', '-analyzeduration', '500000', '-threads', '1'],
		...['-f', 'flv', '-i', 'pipe:0', '-filter_complex_threads', '1', '-filter_complex', [split, ...scaled].join(';')],
		...rungs.flatMap((rung, i) => rungArguments(rung, i)),
	]
}

const rungArguments = ({ bitsPerSecond }: Rung, index: number) => [
	...['-map', `[out${index}]`, '-map', '0:a:0?', '-c:a', 'copy'],
	...['-c:v', 'libx264', '-preset', 'superfast', '-tune', 'zerolatency', '-threads', '1', '-bf', '0'],
	// Constant quality, up to a limit: a still picture needs no more bits than the source.
	...['-crf', '25', '-maxrate', `${bitsPerSecond}`, '-bufsize', `${bitsPerSecond}`],
	// Key frames only where the source has them, so that players can switch between definitions.
	...['-force_key_frames', 'source', '-forced-idr', '1', '-g', '100000', '-keyint_min', '100000', '-sc_threshold', '0'],
	...unevenFrames,
	...['-muxdelay', '0', '-muxpreload', '0', '-avoid_negative_ts', 'disabled'],
	...flvOutput(index),
]
