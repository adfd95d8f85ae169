import { expect, test } from 'vitest'
import { recordingPlaylist, segmentPlace } from '../playlist.ts'
import { syntheticFragment, syntheticInit, syntheticMedia } from '../testing/syntheticRecording.ts'
import { boxesOf, findBox } from './boxes.ts'
import { createFragmentReader, readFragmentTimes, shiftFragment } from './fragments.ts'
import { recordingHead } from './recordingHead.ts'
import { indexRecording } from './recordingIndex.ts'

const indexOf = (media: Buffer) => indexRecording(async (from, to) => media.subarray(from, to + 1), media.length)

test('[ROOM-156] segments begin with key frames and last four seconds or more, the last one until the end', async () => {
	const media = syntheticMedia(10)
	const index = await indexOf(media)
	expect(index).toMatchObject({ bytes: media.length, durationS: 10, endS: 10 })
	expect(index?.segments.map(({ startS, durationS }) => [startS, durationS])).toEqual([
		[0, 4],
		[4, 4],
		[8, 2],
	])
	expect(index?.segments.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(media.length)
})

test.each([1, 40, 150, 300])(
	'[ROOM-154] of a file that ends in the middle, what is whole is kept: %d bytes are missing',
	async missing => {
		const media = syntheticMedia(3)
		const fragmentBytes = media.length / 6
		const index = await indexOf(media.subarray(0, media.length - missing))
		const kept = 6 - Math.ceil(missing / fragmentBytes)
		expect(index).toMatchObject({ bytes: kept * fragmentBytes, durationS: kept / 2 })
	},
)

test('a file without a whole fragment is no recording', async () => {
	expect(await indexOf(Buffer.alloc(0))).toBeUndefined()
	expect(await indexOf(syntheticMedia(1).subarray(0, 50))).toBeUndefined()
	expect(await indexOf(Buffer.alloc(2_000, 3))).toBeUndefined()
})

test('[ROOM-156] an interruption is left out, and the playlist has the date after it', async () => {
	const later = syntheticFragment({ startS: 60, isKey: true })
	const index = await indexOf(Buffer.concat([syntheticMedia(2), later]))
	if (!index) throw new Error('no index')
	expect(index).toMatchObject({ durationS: 2.5, endS: 60.5 })
	const lines = recordingPlaylist(index, Date.UTC(2026, 2, 10, 9)).split('\n')
	expect(lines.filter(line => /DATE|DISCONT|EXTINF|m4s|ENDLIST|MAP/.test(line))).toEqual([
		'#EXT-X-MAP:URI="init.mp4"',
		'#EXT-X-PROGRAM-DATE-TIME:2026-03-10T09:00:00.000Z',
		'#EXTINF:2.00000,',
		expect.stringMatching(/^0-\d+\.m4s$/),
		'#EXT-X-DISCONTINUITY',
		'#EXT-X-PROGRAM-DATE-TIME:2026-03-10T09:01:00.000Z',
		'#EXTINF:0.50000,',
		expect.stringMatching(/^\d+-\d+\.m4s$/),
		'#EXT-X-ENDLIST',
	])
})

test('a fragment is moved on the timeline with both of its tracks', () => {
	const fragment = syntheticFragment({ startS: 1, isKey: true })
	shiftFragment(fragment, 3600.5)
	const [moof] = boxesOf(fragment)
	expect(moof && readFragmentTimes(moof.bytes)).toEqual({ startS: 3601.5, endS: 3602, startsWithKeyFrame: true })
})

test('output that arrives in any pieces is cut into the beginning and whole fragments; anything else is reported', () => {
	const output = Buffer.concat([syntheticInit, syntheticMedia(2)])
	for (const pieceBytes of [1, 7, 333, output.length]) {
		const read: Buffer[] = []
		const take = createFragmentReader({ onInit: bytes => read.push(bytes), onFragment: bytes => read.push(bytes) })
		for (let at = 0; at < output.length; at += pieceBytes) {
			expect(take(output.subarray(at, at + pieceBytes))).toBeUndefined()
		}
		expect(read).toHaveLength(5)
		expect(Buffer.concat(read).equals(output)).toBe(true)
	}
	const take = createFragmentReader({ onInit() {}, onFragment() {} })
	expect(take(Buffer.from('not an MP4 file'))).toBe('no fragmented MP4')
})

test('the head of a finished recording has its duration and the place of each fragment', async () => {
	const media = syntheticMedia(6)
	const index = await indexOf(media)
	if (!index) throw new Error('no index')
	const head = recordingHead(syntheticInit, index)
	const extends_ = findBox(findBox(head, 'moov')?.content ?? head, 'mvex')
	expect(findBox(extends_?.content ?? head, 'mehd')?.content.readUInt32BE(4)).toBe(6_000)
	const list = findBox(head, 'sidx')?.content
	expect(list?.readUInt16BE(22)).toBe(12)
	const sizes = Array.from({ length: 12 }, (_, i) => list?.readUInt32BE(24 + i * 12) ?? 0)
	expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(media.length)
})

test('the places in the head last as long as the recording, whatever the order of sound and picture', () => {
	const fragment = (startS: number) => ({ bytes: 10, startS, startsWithKeyFrame: false })
	const fragments = [0, 0.5, 0.4, 1, 0.9, 1.5].map(fragment)
	const head = recordingHead(syntheticInit, { bytes: 60, durationS: 2, endS: 2, segments: [], fragments })
	const list = findBox(head, 'sidx')?.content
	const durations = fragments.map((_, i) => list?.readUInt32BE(24 + i * 12 + 4) ?? 0)
	expect(durations.reduce((sum, duration) => sum + duration, 0)).toBe(2 * 90_000)
})

test.each(['5-3.m4s', '-1.m4s', '0-9.mp4', '../init.mp4', '0-9.m4s/x', '1e3-2e3.m4s'])('%s is no segment', file => {
	expect(segmentPlace(file)).toBeUndefined()
})
