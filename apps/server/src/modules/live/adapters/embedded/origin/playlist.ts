import { targetDurationSeconds } from '../packager/packager.ts'
import type { FileNames, NamedSegment } from './fileNames.ts'

export interface ListedPart {
	/** Seconds. */
	duration: number
	isIndependent: boolean
}

export interface ListedSegment extends NamedSegment {
	/** Media sequence number. */
	msn: number
	parts: ListedPart[]
	/** Seconds. */
	duration: number
	/** Milliseconds since 1970. */
	programDateTime: number
	isDiscontinuity: boolean
	init: number
	/** Segments; the last one is open while parts are added to it. */
	isComplete: boolean
	/** Its media is missing. */
	isGap: boolean
	/** Has its recording time, from which players count on. */
	isDated: boolean
}

export interface RenditionReport {
	uri: string
	lastMsn: number
	lastPart: number
}

export interface PlaylistContent {
	segments: readonly ListedSegment[]
	discontinuitySequence: number
	/** Seconds. */
	partTarget: number
	isEnded: boolean
	/** Omit segments that a client with `_HLS_skip` already has. */
	isDelta: boolean
}

/** Time for which parts are listed, in seconds (RFC 8216bis 6.2.2). */
const partsFor = 3 * targetDurationSeconds
/** A delta update leaves out older segments (4.4.3.8: at least six target durations). */
const canSkipUntil = 6 * targetDurationSeconds
/** The text of a live media playlist. */
export function mediaPlaylist(names: FileNames, content: PlaylistContent): string {
	const { segments, partTarget, isEnded } = content
	const lines = [
		'#EXTM3U',
		'#EXT-X-VERSION:9',
		`#EXT-X-TARGETDURATION:${targetDurationSeconds}`,
		[
			'#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES',
			`PART-HOLD-BACK=${(partTarget * 3).toFixed(3)}`,
			`HOLD-BACK=${targetDurationSeconds * 3}`,
			`CAN-SKIP-UNTIL=${canSkipUntil}`,
		].join(),
		`#EXT-X-PART-INF:PART-TARGET=${partTarget.toFixed(5)}`,
		`#EXT-X-MEDIA-SEQUENCE:${segments[0]?.msn ?? 0}`,
		`#EXT-X-DISCONTINUITY-SEQUENCE:${content.discontinuitySequence}`,
	]
	const skipped = content.isDelta ? skippable(segments) : 0
	if (skipped > 0) lines.push(`#EXT-X-SKIP:SKIPPED-SEGMENTS=${skipped}`)
	const withParts = isEnded ? segments.length : firstWithin(segments, partsFor)
	segments.slice(skipped).forEach((segment, i) => {
		const previous = segments[skipped + i - 1]
		if (segment.isDiscontinuity) lines.push('#EXT-X-DISCONTINUITY')
		lines.push(...segmentLines(names, segment, previous, skipped + i >= withParts))
	})
	const last = segments.at(-1)
	if (isEnded) lines.push('#EXT-X-ENDLIST')
	else if (last) {
		const next = last.isComplete ? names.part({ msn: last.msn + 1 }, 0) : names.part(last, last.parts.length)
		lines.push(`#EXT-X-PRELOAD-HINT:TYPE=PART,URI="${next}"`)
	}
	return `${lines.join('\n')}\n`
}

/** Rendition reports of the other definitions, for the end of a playlist that has not ended. */
export function reportLines(reports: readonly RenditionReport[]): string {
	return reports
		.map(({ uri, lastMsn, lastPart }) => {
			return `#EXT-X-RENDITION-REPORT:URI="${uri}",LAST-MSN=${lastMsn},LAST-PART=${lastPart}\n`
		})
		.join('')
}

/** The full recording of an ended stream, from its beginning. */
export function recordingPlaylist(names: FileNames, segments: readonly ListedSegment[]): string {
	const lines = [
		'#EXTM3U',
		'#EXT-X-VERSION:7',
		`#EXT-X-TARGETDURATION:${targetDurationSeconds}`,
		'#EXT-X-PLAYLIST-TYPE:VOD',
		'#EXT-X-MEDIA-SEQUENCE:0',
	]
	segments.forEach((segment, i) => {
		const previous = segments[i - 1]
		// Segments the disk refused are missing here.
		const isGap = previous !== undefined && previous.msn !== segment.msn - 1
		const isDiscontinuity = i > 0 && (segment.isDiscontinuity || isGap)
		if (isDiscontinuity) lines.push('#EXT-X-DISCONTINUITY')
		lines.push(...segmentLines(names, segment, previous, false))
	})
	return `${[...lines, '#EXT-X-ENDLIST'].join('\n')}\n`
}

function segmentLines(
	names: FileNames,
	segment: ListedSegment,
	previous: ListedSegment | undefined,
	isWithParts: boolean,
): string[] {
	const { parts } = segment
	const lines: string[] = []
	if (previous?.init !== segment.init) lines.push(`#EXT-X-MAP:URI="${names.init(segment.init)}"`)
	if (segment.isDated) {
		lines.push(`#EXT-X-PROGRAM-DATE-TIME:${new Date(segment.programDateTime).toISOString()}`)
	}
	if (isWithParts) {
		parts.forEach(({ duration, isIndependent }, part) => {
			const independent = isIndependent ? ',INDEPENDENT=YES' : ''
			lines.push(`#EXT-X-PART:DURATION=${duration.toFixed(5)},URI="${names.part(segment, part)}"${independent}`)
		})
	}
	if (segment.isGap) lines.push('#EXT-X-GAP')
	if (segment.isComplete) lines.push(`#EXTINF:${segment.duration.toFixed(5)},`, names.segment(segment))
	return lines
}

/** Returns the first of the last segments that begin less than `within` seconds before the end. */
function firstWithin(segments: readonly ListedSegment[], within: number): number {
	let first = segments.length
	let fromEnd = 0
	while (first > 0 && fromEnd < within) fromEnd += (segments[--first] as ListedSegment).duration
	return first
}

/** Returns how many complete segments a delta update may skip. */
function skippable(segments: readonly ListedSegment[]): number {
	return firstWithin(segments, canSkipUntil)
}
