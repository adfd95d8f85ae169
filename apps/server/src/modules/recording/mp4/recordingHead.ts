import { boxesOf, uint32s, writeBox } from './boxes.ts'
import { videoTrack } from './fragments.ts'
import type { RecordingIndex } from './recordingIndex.ts'

/** That of the video track: ffmpeg takes the times of the list for the track's own. */
const timescale = 90_000
const inTicks = (seconds: number) => Math.round(seconds * timescale)
/** The part begins with a key frame (SAP type 1). */
const keyFrameFlags = 0x90000000
/** The number of parts is a 16-bit number in `sidx`. */
const maxListed = 0xffff

/**
 * Writes the beginning of a finished recording: with its duration (`mehd`) and the places of its segments (`sidx`), without
 * which a player would have to read the whole file in order to seek.
 * @param init `ftyp` and `moov`, as the program wrote them
 */
export function recordingHead(init: Buffer, index: RecordingIndex): Buffer {
	const boxes = boxesOf(init).map(({ type, bytes, content }) =>
		type === 'moov' ? withDuration(content, index.endS) : bytes,
	)
	return Buffer.concat([...boxes, segmentIndex(index)])
}

function withDuration(moov: Buffer, durationS: number): Buffer {
	const children = boxesOf(moov)
	const header = children.find(({ type }) => type === 'mvhd')
	// Version 0 of `mvhd`: two times before the timescale, which `mehd` uses.
	const movieTimescale = header?.content.readUInt32BE(12) ?? 1_000
	const extended = writeBox('mehd', uint32s(0, Math.round(durationS * movieTimescale)))
	return writeBox(
		'moov',
		...children.map(({ type, bytes, content }) => (type === 'mvex' ? writeBox('mvex', extended, content) : bytes)),
	)
}

/** Lists the fragments, or where there are too many for it, after nine hours, the segments. */
function segmentIndex({ segments, fragments, endS }: RecordingIndex): Buffer {
	const listed = fragments.length <= maxListed ? fragments : segments.slice(0, maxListed)
	const counts = Buffer.alloc(4)
	counts.writeUInt16BE(listed.length, 2)
	// Sound may begin before the picture of the fragment before it: none lasts less than nothing, and all together the whole.
	let latest = 0
	const starts = [...listed.map(({ startS }) => startS), endS].map(startS => {
		latest = Math.max(latest, inTicks(startS))
		return latest
	})
	return writeBox(
		'sidx',
		// Version and flags, track, timescale, earliest time, distance to the first segment.
		uint32s(0, videoTrack, timescale, starts[0] ?? 0, 0),
		counts,
		...listed.map(({ bytes, startsWithKeyFrame }, i) => {
			const duration = (starts[i + 1] ?? 0) - (starts[i] ?? 0)
			return uint32s(bytes, duration, startsWithKeyFrame ? keyFrameFlags : 0)
		}),
	)
}
