import { expect, test } from 'vitest'
import { clockText } from './clockText.ts'
import { readRecordingTimeline } from './recordingTimeline.ts'

/** Ten seconds from ten o'clock, a pause of a minute, and ten more seconds with two dates. */
const playlist = `#EXTM3U
#EXT-X-TARGETDURATION:5
#EXT-X-MAP:URI="init.mp4"
#EXT-X-PROGRAM-DATE-TIME:2026-11-22T10:00:00.000Z
#EXTINF:5.00000,
1.m4s
#EXTINF:5.00000,
2.m4s
#EXT-X-DISCONTINUITY
#EXT-X-PROGRAM-DATE-TIME:2026-11-22T10:01:10.000Z
#EXTINF:5.00000,
3.m4s
#EXT-X-PROGRAM-DATE-TIME:2026-11-22T10:01:15.000Z
#EXTINF:5.00000,
4.m4s
#EXT-X-ENDLIST
`
const clock = (text: string) => Date.parse(`2026-11-22T${text}Z`)
const timeline = readRecordingTimeline(playlist)

test.each([
	[0, '10:00:00'],
	[9, '10:00:09'],
	[10, '10:01:10'],
	[19.5, '10:01:19.500'],
])('[LIVE-01] second %d of a recording was broadcast at %s', (positionS, at) => {
	expect(timeline?.dateAt(positionS)).toBe(clock(at))
})

test.each([
	['09:30:00', 0],
	['10:00:04', 4],
	['10:00:40', 10],
	['10:01:12', 12],
	['11:00:00', 20],
])('[LIVE-01] a message sent at %s is %d s into the recording', (at, positionS) => {
	expect(timeline?.positionAt(clock(at))).toBe(positionS)
})

test('[LIVE-01] a recording ends when its last part was broadcast', () => {
	expect(timeline?.endsAt).toBe(clock('10:01:20'))
})

test('a playlist without dates, or an invalid one, has no timeline', () => {
	expect(readRecordingTimeline('#EXTM3U\n#EXTINF:5,\n1.m4s\n')).toBeUndefined()
	expect(readRecordingTimeline('{"code":404}')).toBeUndefined()
	expect(readRecordingTimeline('#EXT-X-PROGRAM-DATE-TIME:soon\n#EXTINF:5,\n1.m4s\n')).toBeUndefined()
})

test.each([
	[0, '0:00'],
	[187.9, '3:07'],
	[3723, '1:02:03'],
])('%d s is formatted as %s', (seconds, text) => {
	expect(clockText(seconds)).toBe(text)
})
