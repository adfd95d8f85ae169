import { expect, test } from 'vitest'
import { latencyOfSegments, withoutParts } from './wholeSegments.ts'

const playlist = `#EXTM3U
#EXT-X-PART-INF:PART-TARGET=0.20000
#EXTINF:1.00000,
5.m4s
#EXTINF:1.10000,
6.m4s
#EXTINF:1.00000,
7.m4s
#EXT-X-PART:DURATION=0.20000,URI="8.0.m4s",INDEPENDENT=YES
#EXTINF:0.90000,
8.m4s
#EXT-X-PART:DURATION=0.20000,URI="9.0.m4s",INDEPENDENT=YES
#EXT-X-PRELOAD-HINT:TYPE=PART,URI="9.1.m4s"
`

test('[LIVE-51] a slow line plays whole segments, from the beginning of the third newest', () => {
	expect(withoutParts(playlist)).toBe(`#EXTM3U
#EXT-X-START:TIME-OFFSET=-2.980
#EXT-X-PART-INF:PART-TARGET=0.20000
#EXTINF:1.00000,
5.m4s
#EXTINF:1.10000,
6.m4s
#EXTINF:1.00000,
7.m4s
#EXTINF:0.90000,
8.m4s
`)
})

test('[LIVE-51] an update without a complete segment says nothing about the start', () => {
	expect(withoutParts('#EXTM3U\n#EXT-X-PART:DURATION=0.2,URI="9.0.m4s"\n')).toBe('#EXTM3U\n')
})

test('[LIVE-51] the longer the segments are, the further behind they are played', () => {
	expect([latencyOfSegments(1), latencyOfSegments(4)]).toEqual([4.5, 13.5])
})
