import { createHash } from 'node:crypto'

/** Accepted distance of the piece from the hole, in pixels of the picture. */
export const positionTolerance = 5

const trailDurationMs = { least: 150, most: 30_000 }
const minPoints = 8
/** Accepted distance of the trail's ends from the start of the track and from the piece, in pixels. */
const endTolerance = 8
/** Movements more regular than this come from a program: deviation relative to the distance, speed variation to the mean. */
const programThresholds = { deviation: 0.02, speedVariation: 0.12 }

interface Point {
	ms: number
	x: number
	y: number
}

/** Parses a trail `ms,x,y;ms,x,y;…`; undefined if it is malformed or its times decrease. */
export function parseTrail(text: string): Point[] | undefined {
	const points: Point[] = []
	for (const part of text.split(';')) {
		const [, ms, x, y] = /^(\d{1,6}(?:\.\d+)?),(-?\d{1,4}(?:\.\d+)?),(-?\d{1,4}(?:\.\d+)?)$/.exec(part) ?? []
		if (ms === undefined) return undefined
		points.push({ ms: Number(ms), x: Number(x), y: Number(y) })
	}
	return points.every((point, i) => i === 0 || point.ms >= (points[i - 1] as Point).ms) ? points : undefined
}

/** Returns whether a trail could be drawn by hand and ends at the position of the piece. */
export function isHumanTrail(trail: readonly Point[], left: number, sinceIssuedMs: number): boolean {
	const [first, last] = [trail[0], trail.at(-1)]
	if (!first || !last || trail.length < minPoints) return false
	const tookMs = last.ms - first.ms
	if (tookMs < trailDurationMs.least || tookMs > trailDurationMs.most || tookMs > sinceIssuedMs) return false
	if (Math.abs(first.x) > endTolerance || Math.abs(last.x - left) > endTolerance) return false
	return (
		!hasConstantSpeed(trail, first, last) &&
		!hasRegularSteps(trail) &&
		speedSpread(trail) > programThresholds.speedVariation
	)
}

/** Returns whether the pointer moved at the same speed from start to end. */
function hasConstantSpeed(trail: readonly Point[], first: Point, last: Point): boolean {
	const [ms, way] = [last.ms - first.ms, last.x - first.x]
	const off = trail.map(point => Math.abs(point.x - first.x - (way * (point.ms - first.ms)) / ms))
	return Math.max(...off) <= Math.abs(way) * programThresholds.deviation
}

/** Returns whether all points have the same time step and the same y. */
function hasRegularSteps(trail: readonly Point[]): boolean {
	const steps = trail.slice(1).map(({ ms }, i) => ms - (trail[i]?.ms ?? 0))
	return new Set(steps).size === 1 && new Set(trail.map(({ y }) => y)).size === 1
}

/** Standard deviation of the speed divided by its mean; hands accelerate, brake and correct. */
function speedSpread(trail: readonly Point[]): number {
	const speeds: number[] = []
	for (const [i, { ms, x }] of trail.entries()) {
		const before = trail[i - 1]
		if (before && ms > before.ms) speeds.push((x - before.x) / (ms - before.ms))
	}
	const mean = speeds.reduce((sum, speed) => sum + speed, 0) / speeds.length
	const variance = speeds.reduce((sum, speed) => sum + (speed - mean) ** 2, 0) / speeds.length
	return mean === 0 ? 0 : Math.sqrt(variance) / Math.abs(mean)
}

export const isInPlace = (left: number, answerLeft: number): boolean => Math.abs(left - answerLeft) <= positionTolerance

/** Returns whether the SHA-256 of salt and proof starts with `bits` zero bits. */
export function isProofOfWorkValid(salt: string, proof: string, bits: number): boolean {
	const hash = createHash('sha256').update(salt).update(proof).digest()
	return Math.clz32(hash.readUInt32BE(0)) >= bits
}
