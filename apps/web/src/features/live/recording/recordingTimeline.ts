/** Broadcast time of each place of a recording, which omits pauses and losses of the publisher. */
export interface RecordingTimeline {
	/** Converts a place in seconds to an instant, in ms since 1970 on the server's clock. */
	dateAt(positionS: number): number
	/** Converts an instant to a place in seconds; an unrecorded one maps to where the recording continues. */
	positionAt(at: number): number
	/** The instant of its end. */
	endsAt: number
}

/** A part without an interruption. */
interface Span {
	startS: number
	endS: number
	/** The date at `startS`. */
	at: number
}

const tags = { duration: '#EXTINF:', date: '#EXT-X-PROGRAM-DATE-TIME:' } as const

/** @param playlist the text of a media playlist that has ended · undefined where it has no date */
export function readRecordingTimeline(playlist: string): RecordingTimeline | undefined {
	const spans: Span[] = []
	let positionS = 0
	for (const line of playlist.split('\n')) {
		if (line.startsWith(tags.date)) {
			const at = Date.parse(line.slice(tags.date.length).trim())
			if (!Number.isNaN(at)) spans.push({ startS: positionS, endS: positionS, at })
		} else if (line.startsWith(tags.duration)) {
			positionS += Number.parseFloat(line.slice(tags.duration.length)) || 0
			const span = spans.at(-1)
			if (span) span.endS = positionS
		}
	}
	const [first, last] = [spans[0], spans.at(-1)]
	if (!first || !last) return undefined
	return {
		dateAt(positionS) {
			const span = spans.findLast(({ startS }) => startS <= positionS) ?? first
			// Whole, like message times, so that seeking to a message reaches it.
			return Math.round(span.at + (positionS - span.startS) * 1000)
		},
		positionAt(at) {
			const index = spans.findLastIndex(span => span.at <= at)
			const span = spans[index]
			if (!span) return 0
			return Math.min(span.endS, span.startS + (at - span.at) / 1000)
		},
		endsAt: Math.round(last.at + (last.endS - last.startS) * 1000),
	}
}
