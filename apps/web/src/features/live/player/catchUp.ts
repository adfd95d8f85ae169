/** The position of a low-latency picture. */
export interface LivePosition {
	/** Seconds behind the live, beyond those that are wanted. */
	behindS: number
	/** Seconds of media that are loaded ahead. */
	aheadS: number
}

/** A viewer who is further behind has rewound. */
const rewoundS = 6

/**
 * The rate at which a picture comes nearer to the live. hls.js only speeds up with more than a second loaded ahead, which a
 * viewer less than a second behind never has.
 */
export function catchUpRate({ behindS, aheadS }: LivePosition): number {
	if (behindS < 0.05 || behindS > rewoundS) return 1
	if (aheadS > 1) return Math.min(1.2, 1.05 + behindS / 10)
	return aheadS > 0.5 ? 1.05 : 1
}
