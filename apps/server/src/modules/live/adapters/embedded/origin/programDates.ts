/** The moment at which one point of the timeline was broadcast. */
interface Anchor {
	/** On the timeline of the stream, in ms. */
	at: number
	/** Milliseconds since 1970. */
	ms: number
}

interface Period {
	/** Start on the timeline, in ms. */
	from: number
	anchor?: Anchor
}

const maxPeriods = 200

/**
 * Broadcast times of the points of a stream's timeline (EXT-X-PROGRAM-DATE-TIME), shared by all definitions, since players
 * align them by these dates. Each uninterrupted period has one anchor, so that its dates are as far apart as the media.
 */
export class ProgramDates {
	/** Oldest first. */
	readonly #periods: Period[] = [{ from: Number.NEGATIVE_INFINITY }]

	/** Media from this point on is not continuous with earlier media. */
	interrupt(from: number) {
		const last = this.#periods.at(-1) as Period
		if (!last.anchor) last.from = Math.min(from, last.from)
		else this.#periods.push({ from })
		// Transcoded media lags by seconds; dates of older media are never needed.
		if (this.#periods.length > maxPeriods) this.#periods.shift()
	}

	/** The source reached this point now. @param now milliseconds since 1970 */
	note(at: number, now: number) {
		const last = this.#periods.at(-1) as Period
		last.anchor ??= { at, ms: now }
	}

	/** Milliseconds since 1970; undefined before any media. @param at in ms of the timeline */
	of(at: number): number | undefined {
		const period = this.#periods.findLast(({ from, anchor }) => anchor && from <= at)
		const anchor = period?.anchor
		return anchor && Math.round(anchor.ms + at - anchor.at)
	}
}
