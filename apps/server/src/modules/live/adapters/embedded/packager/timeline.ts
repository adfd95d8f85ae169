/** A step larger than this, forwards or backwards, is a clock change and not a pause between frames. */
const jumpMs = 3_000
/** For this long after a jump, tags with the old clock count as late. */
const oldClockMs = 1_000

export interface TimelinePoint {
	/** Milliseconds since the beginning of the stream. */
	ms: number
	/** True if the publisher's clock jumped before this tag, which makes the media discontinuous. */
	isJump: boolean
}

/**
 * Maps publishers' timestamps to one timeline that continues across 32-bit wraps, jumps and changes of publisher: after
 * a jump it continues one frame later.
 */
export function createTimeline(): {
	/** Undefined for a tag that belongs before the last jump. */
	at(timestampMs: number): TimelinePoint | undefined
	/** Prepares for a tag of another publisher or connection. */
	restart(): void
} {
	const frameMs = 40
	let last: number | undefined
	/** Largest point so far. */
	let end = 0
	let offset = 0
	let oldLast: number | undefined
	let jumpedAt = 0
	let isFirst = true

	return {
		at(timestampMs) {
			const raw = timestampMs >>> 0
			if (last === undefined) {
				offset = (isFirst ? 0 : end + frameMs) - raw
				isFirst = false
				last = raw
				oldLast = undefined
				end = Math.max(end, raw + offset)
				return { ms: raw + offset, isJump: false }
			}
			// Difference in 32 bits, which a wrap does not change.
			const step = (raw - last) | 0
			if (Math.abs(step) <= jumpMs) {
				const ms = last + offset + step
				// A wrap changes the meaning of raw, so the offset follows.
				offset = ms - raw
				last = raw
				end = Math.max(end, ms)
				return { ms, isJump: false }
			}
			if (oldLast !== undefined && end - jumpedAt < oldClockMs && Math.abs((raw - oldLast) | 0) <= jumpMs)
				return undefined
			oldLast = last
			jumpedAt = end + frameMs
			offset = jumpedAt - raw
			last = raw
			end = jumpedAt
			return { ms: jumpedAt, isJump: true }
		},
		restart() {
			last = undefined
		},
	}
}
