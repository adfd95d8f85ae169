import { describe, expect, test, vi } from 'vitest'
import { repeatFilm } from '../../testing/film.ts'
import { createMemoryFiles, createTestSegmentStore, testNames } from '../../testing/segmentStores.ts'
import { checkPlaylist, checkReload, parsePlaylist } from './conformance.ts'
import { parseFileName } from './fileNames.ts'
import { SegmentStore } from './segmentStore.ts'

const upTo = (ms: number, fromMs = 0) => repeatFilm(ms).filter(({ timestampMs }) => timestampMs >= fromMs)

test('a request for the next part is answered when it exists', async () => {
	const { push, playlist, segmentStore } = createTestSegmentStore()
	await push(upTo(2_500))
	const last = segmentStore.last()
	if (!last) throw new Error('no part was made')
	let answered = 0
	const ask = async (part?: number) => {
		const text = await playlist({ msn: last.msn, ...(part !== undefined && { part }) })
		answered++
		return parsePlaylist(text).segments.find(({ msn }) => msn === last.msn)
	}
	const [asked, whole] = [ask(last.part + 1), ask()]
	await push(upTo(2_550, 2_500))
	expect(answered).toBe(0)
	await push(upTo(2_750, 2_550))
	expect((await asked)?.parts).toHaveLength(last.part + 2)
	expect(answered).toBe(1)
	// The key frame has arrived: the segment is complete.
	await push(upTo(3_040, 2_750))
	expect((await whole)?.uri).toBeDefined()
})

test('a request for media that does not arrive is answered with the current state, before players give up', async () => {
	vi.useFakeTimers()
	try {
		const { push, playlist, segmentStore } = createTestSegmentStore()
		await push(upTo(2_500))
		const asked = playlist({ msn: (segmentStore.last()?.msn ?? 0) + 1 })
		await vi.advanceTimersByTimeAsync(5_000)
		expect(parsePlaylist(await asked).segments).toHaveLength(3)
	} finally {
		vi.useRealTimers()
	}
})

test('requests from too far in the future are refused', async () => {
	const { push, playlist } = createTestSegmentStore()
	expect(await playlist()).toBe('404')
	await push(upTo(2_500))
	expect(await playlist({ msn: 5 })).toBe('400')
	expect(await playlist({ msn: 2, part: 100 })).toBe('400')
	expect(await playlist({ msn: 3, part: 40 })).toBe('400')
	expect(await playlist({ part: 0 })).toBe('400')
	expect(await playlist({ msn: 0, part: 99 })).toContain('#EXTM3U')
})

test('a hinted part is sent when it arrives', async () => {
	const { push, playlist, segmentStore } = createTestSegmentStore()
	await push(upTo(2_500))
	const [hint = ''] = parsePlaylist(await playlist()).hints
	const asked = segmentStore.file(hint)
	await push(upTo(2_800, 2_500))
	const part = await asked
	expect(part?.toString('latin1', 4, 8)).toBe('moof')
	expect(await segmentStore.file(hint)).toEqual(part)
})

test('all viewers of a segment in memory, of its parts too, share one buffer with the disk', async () => {
	const { push, playlist, segmentStore, files } = createTestSegmentStore()
	await push(upTo(2_500))
	const [segment] = parsePlaylist(await playlist()).segments
	const uris = [segment?.uri ?? '', segment?.uri ?? '', ...(segment?.parts ?? []).map(({ uri }) => uri)]
	expect(uris.length).toBeGreaterThan(3)
	const answers = [await files.read('0.m4s'), ...(await Promise.all(uris.map(uri => segmentStore.file(uri))))]
	expect(new Set(answers.map(answer => answer?.buffer)).size).toBe(1)
})

test('a segment equals its parts, from memory and from the disk', async () => {
	const { push, playlist, segmentStore, files } = createTestSegmentStore()
	await push(upTo(2_500))
	const { segments } = parsePlaylist(await playlist())
	const parts = await Promise.all((segments[0]?.parts ?? []).map(({ uri }) => segmentStore.file(uri)))
	const name = segments[0]?.uri ?? ''
	const fromMemory = await segmentStore.file(name)
	expect(fromMemory).toEqual(Buffer.concat(parts as Buffer[]))
	await push(upTo(30_000, 2_500))
	expect(await segmentStore.file(segments[0]?.parts[0]?.uri ?? '')).toBeUndefined()
	expect(files.names()).toContain('0.m4s')
	expect(await segmentStore.file(name)).toEqual(fromMemory)
})

test('names that appeared in no playlist are not found', async () => {
	const { push, playlist, segmentStore } = createTestSegmentStore()
	await push(upTo(2_500))
	const told = parsePlaylist(await playlist()).segments[0]?.uri ?? ''
	expect(await segmentStore.file(told)).toBeDefined()
	const strange = [
		'../stream.json',
		'..%2f',
		'0.m4s',
		'init0.mp4',
		told.replace('0.', '1.'),
		`${told}/`,
		`${told}\0`,
		'',
	]
	for (const name of strange) expect(await segmentStore.file(name)).toBeUndefined()
	expect(parseFileName('0.AAAAAAAAAAAAAAAA.m4s\n')).toBeUndefined()
	expect(parseFileName(testNames.part({ msn: 12 }, 3))).toMatchObject({ kind: 'part', msn: 12, part: 3 })
})

test('media older than the window leaves the playlist and, a minute later, the disk', async () => {
	const { push, playlist, files } = createTestSegmentStore({ windowMs: 30_000 })
	let earlier: string | undefined
	for (let at = 0; at < 150_000; at += 3_000) {
		await push(upTo(at + 3_000, at))
		const text = await playlist()
		expect(checkPlaylist(text)).toEqual([])
		if (earlier !== undefined) expect(checkReload(earlier, text)).toEqual([])
		earlier = text
	}
	const { segments, mediaSequence } = parsePlaylist(earlier ?? '')
	expect(segments.length).toBeGreaterThanOrEqual(30)
	expect(segments.length).toBeLessThan(33)
	expect(mediaSequence).toBeGreaterThan(110)
	expect(files.names().length).toBeLessThan(97)
	expect(files.names()).not.toContain('0.m4s')
}, 120_000)

test('on a full disk the window shrinks and the live continues', async () => {
	const { push, playlist, files, disk, segmentStore } = createTestSegmentStore()
	await push(upTo(60_000))
	expect(disk).not.toContain(true)
	files.limit(files.names().length + 5)
	let earlier = await playlist()
	for (let at = 60_000; at < 240_000; at += 3_000) {
		await push(upTo(at + 3_000, at))
		const text = await playlist()
		expect([...checkPlaylist(text), ...checkReload(earlier, text)]).toEqual([])
		earlier = text
	}
	expect(disk).toContain(true)
	expect(disk.at(-1)).toBe(false)
	const { segments } = parsePlaylist(earlier)
	expect(segments.length).toBeGreaterThan(40)
	expect(segments.length).toBeLessThan(70)
	for (const { uri } of segments) if (uri) expect(await segmentStore.file(uri)).toBeDefined()
}, 120_000)

describe('on a full disk, a recorded live', () => {
	test('keeps its window, and its recording too if space is available again within a minute', async () => {
		const { push, playlist, files, disk, segmentStore } = createTestSegmentStore({ isRecorded: true })
		await push(upTo(60_000))
		files.limit(0)
		let earlier = await playlist()
		for (let at = 60_000; at < 105_000; at += 3_000) {
			await push(upTo(at + 3_000, at))
			const text = await playlist()
			expect([...checkPlaylist(text), ...checkReload(earlier, text)]).toEqual([])
			earlier = text
		}
		const { segments, mediaSequence } = parsePlaylist(earlier)
		expect([mediaSequence, segments.length]).toEqual([0, 105])
		for (const { uri } of segments) if (uri) expect(await segmentStore.file(uri)).toBeDefined()
		expect(disk.at(-1)).toBe(true)
		files.limit(Number.POSITIVE_INFINITY)
		await push(upTo(120_000, 105_000))
		expect(disk.at(-1)).toBe(false)
		segmentStore.end()
		await segmentStore.settle()
		const recording = parsePlaylist(segmentStore.recording() ?? '')
		expect(recording.segments).toHaveLength(120)
		expect(recording.segments.some(({ isDiscontinuity }) => isDiscontinuity)).toBe(false)
	}, 120_000)

	test('omits media not written for a minute from its recording, and its window begins after that', async () => {
		const { push, playlist, files, segmentStore } = createTestSegmentStore({ isRecorded: true })
		await push(upTo(30_000))
		files.limit(0)
		let earlier = await playlist()
		for (let at = 30_000; at < 150_000; at += 3_000) {
			await push(upTo(at + 3_000, at))
			const text = await playlist()
			expect([...checkPlaylist(text), ...checkReload(earlier, text)]).toEqual([])
			earlier = text
		}
		const { segments } = parsePlaylist(earlier)
		expect(segments.length).toBeGreaterThan(50)
		for (const { uri } of segments) if (uri) expect(await segmentStore.file(uri)).toBeDefined()
		files.limit(Number.POSITIVE_INFINITY)
		await push(upTo(156_000, 150_000))
		segmentStore.end()
		await segmentStore.settle()
		const recording = parsePlaylist(segmentStore.recording() ?? '').segments
		expect(recording.filter(({ isDiscontinuity }) => isDiscontinuity)).toHaveLength(1)
		// The segment of the thirtieth second was still open.
		expect(recording.findIndex(({ isDiscontinuity }) => isDiscontinuity)).toBe(29)
		for (const { uri } of recording) expect(await segmentStore.file(uri ?? '')).toBeDefined()
	}, 120_000)

	test('is recorded to its end if space is available again afterwards, until it is removed', async () => {
		vi.useFakeTimers()
		try {
			const { push, files, disk, segmentStore } = createTestSegmentStore({ isRecorded: true })
			await push(upTo(10_000))
			files.limit(0)
			await push(upTo(20_000, 10_000))
			segmentStore.closeSegment()
			await segmentStore.settle()
			segmentStore.end()
			await vi.advanceTimersByTimeAsync(60_000)
			const recorded = () => parsePlaylist(segmentStore.recording() ?? '').segments.length
			expect([recorded(), disk.at(-1)]).toEqual([9, true])
			files.limit(Number.POSITIVE_INFINITY)
			await vi.advanceTimersByTimeAsync(10_000)
			expect([recorded(), disk.at(-1)]).toEqual([20, false])
		} finally {
			vi.useRealTimers()
		}
	})

	test('writes nothing more once it is removed', async () => {
		vi.useFakeTimers()
		try {
			const { push, files, segmentStore } = createTestSegmentStore({ isRecorded: true })
			files.limit(0)
			await push(upTo(5_000))
			segmentStore.end()
			await segmentStore.settle()
			const refused = files.writes()
			await vi.advanceTimersByTimeAsync(10_000)
			expect(files.writes()).toBe(refused + 1)
			segmentStore.release()
			await segmentStore.settle()
			const last = files.writes()
			await vi.advanceTimersByTimeAsync(60_000)
			expect(files.writes()).toBe(last)
		} finally {
			vi.useRealTimers()
		}
	})
})

test('a disk that somebody else fills takes no segment from the end of the playlist', async () => {
	const { push, playlist, files } = createTestSegmentStore()
	await push(upTo(30_000))
	let earlier = await playlist()
	files.limit(0)
	for (let at = 30_000; at < 60_000; at += 3_000) {
		await push(upTo(at + 3_000, at))
		const text = await playlist()
		expect(checkReload(earlier, text)).toEqual([])
		earlier = text
	}
})

test('without a disk, only the media in memory can be played', async () => {
	const { push, playlist, files, segmentStore } = createTestSegmentStore()
	files.limit(0)
	let earlier: string | undefined
	for (let at = 0; at < 150_000; at += 3_000) {
		await push(upTo(at + 3_000, at))
		const text = await playlist()
		if (earlier !== undefined) expect(checkReload(earlier, text)).toEqual([])
		earlier = text
	}
	const { segments } = parsePlaylist(earlier ?? '')
	expect(segments.length).toBeGreaterThan(50)
	expect(segments.length).toBeLessThan(64)
	for (const { uri } of segments) if (uri) expect(await segmentStore.file(uri)).toBeDefined()
	expect(segmentStore.recording()).toBeUndefined()
}, 120_000)

test('media missing although the source continued is listed as a gap', async () => {
	const { push, playlist, packager, segmentStore } = createTestSegmentStore()
	await push(upTo(3_000))
	const earlier = await playlist()
	packager.restart()
	await push(upTo(12_000, 9_000))
	const text = await playlist()
	expect([...checkPlaylist(text), ...checkReload(earlier, text)]).toEqual([])
	const { segments } = parsePlaylist(text)
	expect(segments.some(({ isDiscontinuity }) => isDiscontinuity)).toBe(false)
	const gaps = segments.filter(({ isGap }) => isGap)
	expect(gaps.reduce((sum, { duration }) => sum + duration, 0)).toBeCloseTo(6, 1)
	expect(await segmentStore.file(gaps[0]?.uri ?? '')).toBeUndefined()
	segmentStore.end()
	await segmentStore.settle()
	const recording = parsePlaylist(segmentStore.recording() ?? '')
	expect(recording.segments.filter(({ isDiscontinuity }) => isDiscontinuity)).toHaveLength(1)
})

test('an ended stream can be played from its beginning, even by a later process', async () => {
	const files = createMemoryFiles()
	const { push, segmentStore, playlist, clock } = createTestSegmentStore({ files, windowMs: 30_000, isRecorded: true })
	await push(upTo(60_000))
	segmentStore.end()
	await segmentStore.settle()
	expect(await playlist()).toContain('#EXT-X-ENDLIST')
	const recording = segmentStore.recording() ?? ''
	const { segments, isEnded } = parsePlaylist(recording)
	expect({ isEnded, count: segments.length }).toEqual({ isEnded: true, count: 60 })
	const options = {
		names: testNames,
		files,
		windowMs: 30_000,
		isRecorded: true,
		dateOf: () => clock.now,
		firstMsn: 500,
		onDisk() {},
	}
	const restored = await SegmentStore.restore(options, JSON.parse(JSON.stringify(segmentStore.kept())), true)
	expect(restored.recording()).toBe(recording)
	for (const name of [segments[0]?.uri, segments[59]?.uri, segments[0]?.map]) {
		const media = await restored.file(name ?? '')
		expect(media?.length).toBeGreaterThan(100)
		expect(media).toEqual(await segmentStore.file(name ?? ''))
	}
})

test('a recording is known to exist before its playlist is made, once after the end', async () => {
	const segment = vi.fn(testNames.segment)
	const { push, segmentStore } = createTestSegmentStore({ names: { ...testNames, segment }, isRecorded: true })
	expect(segmentStore.hasRecording()).toBe(false)
	await push(upTo(6_000))
	segmentStore.end()
	await segmentStore.settle()
	expect([segmentStore.hasRecording(), segment.mock.calls.length]).toEqual([true, 0])
	const recording = segmentStore.recording()
	expect([segmentStore.recording() === recording, segment.mock.calls.length]).toEqual([true, 6])
})

test('a segment is signed once, however many playlists name it', async () => {
	const unsigned: number[] = []
	const segment: typeof testNames.segment = named => {
		if (named.signature === undefined) unsigned.push(named.msn)
		return testNames.segment(named)
	}
	const { push, playlist, segmentStore } = createTestSegmentStore({ names: { ...testNames, segment } })
	await push(upTo(60_000))
	segmentStore.end()
	const before = await playlist()
	expect(unsigned.length).toBeGreaterThan(30)
	unsigned.length = 0
	expect(segmentStore.recording()).toContain(parsePlaylist(before).segments[0]?.uri)
	expect(unsigned).toEqual([])
})

test('an init segment refused by a full disk is written once space is available, before the segments that need it', async () => {
	const files = createMemoryFiles()
	const { push, segmentStore, disk } = createTestSegmentStore({ files, isRecorded: true })
	files.limit(0)
	await push(upTo(3_000))
	expect([files.names(), segmentStore.kept().segments, disk.at(-1)]).toEqual([[], [], true])
	files.limit(Number.POSITIVE_INFINITY)
	await push(upTo(6_000, 3_000))
	segmentStore.end()
	await segmentStore.settle()
	expect(files.names().slice(0, 2)).toEqual(['init0.mp4', '0.m4s'])
	expect(segmentStore.kept().segments).toHaveLength(6)
	expect(disk.at(-1)).toBe(false)
})

test('a recording that lost an init segment omits the segments that need it', async () => {
	const files = createMemoryFiles()
	const options = { files, isRecorded: true }
	const { push, segmentStore } = createTestSegmentStore(options)
	await push(upTo(6_000))
	segmentStore.end()
	await segmentStore.settle()
	await files.remove('init0.mp4')
	const again = { ...options, names: testNames, windowMs: 30_000, dateOf: () => 0, firstMsn: 500, onDisk() {} }
	expect((await SegmentStore.restore(again, segmentStore.kept(), true)).hasRecording()).toBe(false)
})
