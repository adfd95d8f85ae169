import * as v from 'valibot'

/** Time between two reports of a page. */
export const qualityReportMs = 30_000

/** The highest figures of a report; pages cut off what is above. */
export const qualityLimits = {
	/** Longer than any pause between two reports that counts. */
	ms: 600_000,
	packets: 10_000_000,
	pixels: 10_000,
	freezes: 10_000,
	reconnects: 1_000,
}

const count = (max: number) => v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(max))
const milliseconds = count(qualityLimits.ms)
const packets = count(qualityLimits.packets)
const pixels = count(qualityLimits.pixels)

/** How the call was on the line of one participant since their last report (ROOM-168). */
export const QualityReport = v.strictObject({
	/** The time from joining, or being let in, until audio and video were connected; null where that was reported or never happened. */
	joinMs: v.nullable(milliseconds),
	/** The time from the same moment until the first picture of another participant. */
	firstFrameMs: v.nullable(milliseconds),
	freezes: count(qualityLimits.freezes),
	/** Time for which the picture that froze most stood still. */
	freezeMs: milliseconds,
	/** Sound of the most affected voice that did not arrive and was concealed. */
	concealedMs: milliseconds,
	receivedPackets: packets,
	/** The packets lost of those sent to this participant. */
	lostPackets: packets,
	sentPackets: packets,
	/** The packets lost of those sent by this participant. */
	sentLostPackets: packets,
	/** Connections that replaced a lost one. */
	reconnects: count(qualityLimits.reconnects),
	/** Heights of the largest picture that was received and sent at the end; 0 without one. */
	receivedHeight: pixels,
	sentHeight: pixels,
})
export type QualityReport = v.InferOutput<typeof QualityReport>
