import type { Instant } from '@parley/core'
import type { RecordedSegment, RecordingIndex } from './mp4/recordingIndex.ts'

export const mediaFiles = { playlist: 'playlist.m3u8', init: 'init.mp4', whole: 'recording.mp4' } as const

const segmentName = ({ from, bytes }: RecordedSegment) => `${from}-${from + bytes - 1}.m4s`

/** Returns the place of a segment by its name in the playlist, both ends included. */
export function segmentPlace(file: string): { from: number; to: number } | undefined {
	const [, from, to] = /^(\d{1,15})-(\d{1,15})\.m4s$/.exec(file) ?? []
	return from !== undefined && Number(from) <= Number(to) ? { from: Number(from), to: Number(to) } : undefined
}

/** Writes the playlist (RFC 8216) of a recording, with the date of each uninterrupted part. */
export function recordingPlaylist({ segments }: RecordingIndex, startedAt: Instant): string {
	const longestS = Math.max(...segments.map(({ durationS }) => durationS))
	return [
		'#EXTM3U',
		'#EXT-X-VERSION:6',
		`#EXT-X-TARGETDURATION:${Math.max(1, Math.round(longestS))}`,
		'#EXT-X-PLAYLIST-TYPE:VOD',
		'#EXT-X-INDEPENDENT-SEGMENTS',
		`#EXT-X-MAP:URI="${mediaFiles.init}"`,
		...segments.flatMap((segment, i) => [
			...(segment.isAfterGap ? ['#EXT-X-DISCONTINUITY'] : []),
			...(segment.isAfterGap || i === 0
				? [`#EXT-X-PROGRAM-DATE-TIME:${new Date(startedAt + Math.round(segment.startS * 1000)).toISOString()}`]
				: []),
			`#EXTINF:${segment.durationS.toFixed(5)},`,
			segmentName(segment),
		]),
		'#EXT-X-ENDLIST',
		'',
	].join('\n')
}
