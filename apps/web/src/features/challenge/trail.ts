/** A drag as it goes on: where the piece was when, from the moment it was taken. */
export interface Trail {
	readonly beganAt: number
	readonly points: readonly string[]
	readonly lastMs: number
}

/** A finger tells more than that in a second; these are enough to judge by, and stay under what is accepted. */
const leastMs = 12
const mostPoints = 500

export const beginTrail = (now: number): Trail => ({ beganAt: now, points: ['0,0,0'], lastMs: 0 })

/** `x` is the left edge of the piece, `y` how far the finger has strayed, both in pixels of the picture. */
export function follow(trail: Trail, now: number, x: number, y: number): Trail {
	const ms = Math.round(now - trail.beganAt)
	if (ms - trail.lastMs < leastMs || trail.points.length >= mostPoints) return trail
	return { ...trail, points: [...trail.points, point(ms, x, y)], lastMs: ms }
}

/** The whole trail as it is sent; the place it was let go belongs to it in any case. */
export function endTrail(trail: Trail, now: number, x: number, y: number): string {
	const ms = Math.max(Math.round(now - trail.beganAt), trail.lastMs + 1)
	return [...trail.points, point(ms, x, y)].join(';')
}

const point = (ms: number, x: number, y: number) => `${ms},${Math.round(x)},${Math.round(y)}`
