import { expect, test } from 'vitest'
import { repeatFilm } from '../../testing/film.ts'
import { createTestSegmentStore } from '../../testing/segmentStores.ts'
import {
	checkDelta,
	checkPlaylist,
	checkReload,
	parsePlaylist,
	type playlistRules,
	reloadRules,
} from './conformance.ts'

async function examplePlaylist() {
	const { push, playlist } = createTestSegmentStore()
	await push(repeatFilm(5_500))
	return await playlist()
}

const replace = (from: string | RegExp, to: string) => (text: string) => {
	const changed = text.replace(from, to)
	expect(changed).not.toBe(text)
	return changed
}

/** For each rule, a change that breaks it. */
const breaks: Record<keyof typeof playlistRules, (text: string) => string> = {
	firstLine: replace('#EXTM3U', '#EXTM3U8'),
	version: replace('VERSION:9', 'VERSION:5'),
	targetDuration: replace(/#EXTINF:[\d.]+/, '#EXTINF:4.6'),
	sequence: text => `${text}#EXT-X-MEDIA-SEQUENCE:0\n`,
	partInf: replace(/#EXT-X-PART-INF.*\n/, ''),
	serverControl: replace(/PART-HOLD-BACK=[\d.]+/, 'PART-HOLD-BACK=0.3'),
	map: replace(/#EXT-X-MAP.*\n/, ''),
	partLongest: replace(/#EXT-X-PART:DURATION=[\d.]+/, '#EXT-X-PART:DURATION=0.25'),
	partShortest: replace(/(#EXT-X-PART:DURATION=)[\d.]+(,URI="\d+\.1\.)/, '$10.1$2'),
	partTags: replace(/#EXTINF/, '#EXT-X-DISCONTINUITY\n#EXTINF'),
	partSum: replace(/#EXTINF:[\d.]+/, '#EXTINF:1.1'),
	uris: text => {
		const [first = '', second = ''] = [...text.matchAll(/\n\d+\.[\w-]{16}\.m4s\n/g)].map(([name]) => name)
		return replace(second, first)(text)
	},
	preloadHint: replace(/#EXT-X-PRELOAD-HINT.*\n/, ''),
	renditionReport: text => `${text}#EXT-X-RENDITION-REPORT:URI="https://a.example/b",LAST-MSN=1,LAST-PART=0\n`,
	shortest: text => text,
	partsKept: replace(/(#EXT-X-PART:.*\n)+(?=#EXTINF)/, ''),
}

test('our playlists comply with every rule, and each rule detects its violations', async () => {
	const text = await examplePlaylist()
	expect(checkPlaylist(text)).toEqual([])
	for (const [rule, change] of Object.entries(breaks)) {
		if (rule === 'shortest') continue
		expect({ rule, found: checkPlaylist(change(text)).map(violation => violation.rule) }).toEqual({
			rule,
			found: expect.arrayContaining([rule]),
		})
	}
})

test('every rule detects a playlist that contradicts an earlier one', async () => {
	const { push, playlist, segmentStore } = createTestSegmentStore()
	const tags = repeatFilm(9_000)
	await push(tags.filter(({ timestampMs }) => timestampMs < 5_500))
	const earlier = await playlist()
	const rest = tags.filter(({ timestampMs }) => timestampMs >= 5_500)
	await push(rest)
	const later = await playlist()
	expect(checkReload(earlier, later)).toEqual([])
	const rules = (before: string, after: string) => checkReload(before, after).map(({ rule }) => rule)
	expect(rules(earlier, later.replace('PART-TARGET=0.2', 'PART-TARGET=0.3'))).toContain('constants')
	expect(rules(later, earlier)).toContain('segmentsStay')
	expect(rules(earlier.replace('SEQUENCE:0', 'SEQUENCE:2'), later)).toContain('sequenceGrows')
	expect(rules(earlier, later.replace(/#EXTINF:1\.0+/, '#EXTINF:0.99000'))).toContain('segmentsStay')
	expect(rules(earlier, later.replace(/DISCONTINUITY-SEQUENCE:0/, 'DISCONTINUITY-SEQUENCE:1'))).toContain(
		'discontinuitySequence',
	)
	const openPart = /#EXT-X-PART:DURATION=[\d.]+,URI="5\.0/
	expect(rules(earlier, later.replace(openPart, '#EXT-X-PART:DURATION=0.19000,URI="5.0'))).toContain('partsStay')
	segmentStore.end()
	const ended = await playlist()
	expect(rules(ended, ended.replace('#EXT-X-ENDLIST', '#EXTINF:1,\nx.m4s\n#EXT-X-ENDLIST'))).toContain('end')
	const short = later
		.replace('MEDIA-SEQUENCE:0', 'MEDIA-SEQUENCE:6')
		.replace(/#EXT-X-MAP[\s\S]*?(?=#EXT-X-PART:[^\n]*"6\.0)/, '')
	expect(rules(earlier, short)).toContain('shortest')
	expect(Object.keys(reloadRules)).toHaveLength(7)
})

test('a delta update leaves out segments older than six target durations', async () => {
	const { push, playlist } = createTestSegmentStore()
	const tags = repeatFilm(40_000)
	await push(tags.filter(({ timestampMs }) => timestampMs < 38_000))
	const earlier = await playlist()
	await push(tags.filter(({ timestampMs }) => timestampMs >= 38_000))
	const [whole, delta] = [await playlist(), await playlist({ isDelta: true })]
	expect(checkPlaylist(delta)).toEqual([])
	expect(parsePlaylist(delta).skipped).toBeGreaterThan(10)
	expect(delta.length).toBeLessThan(whole.length)
	expect(checkDelta(earlier, delta, whole)).toEqual([])
	const tooMuch = delta.replace(/SKIPPED-SEGMENTS=\d+/, 'SKIPPED-SEGMENTS=20')
	expect(checkDelta(earlier, tooMuch, whole)).not.toEqual([])
})
