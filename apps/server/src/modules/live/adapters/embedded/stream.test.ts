import { liveDelays } from '@parley/core'
import { expect, test, vi } from 'vitest'
import type { FlvTag } from '../../ingest.ts'
import { isHeader, isKeyFrame, otherSizeHeader, repeatFilm } from '../testing/film.ts'
import { createTestStream } from '../testing/testStream.ts'
import { Definition } from './definition.ts'
import { flvFileHeader, writeFlvTag } from './flv/flvReader.ts'
import { checkPlaylist, checkReload, parsePlaylist } from './origin/conformance.ts'
import { noDataMs } from './stream.ts'

const { publisherGraceMs } = liveDelays

test('announces when a publisher starts and when the stream is playable', () => {
	const { stream, publish, play, types } = createTestStream()
	expect([stream.phase, stream.isPlayable()]).toEqual(['waiting', false])
	play(publish(), repeatFilm(2_000))
	expect(types()).toEqual(['publishing', 'definitions', 'playable', 'definitions'])
	expect([stream.phase, stream.isPlayable()]).toEqual(['publishing', true])
	expect(stream.describe()[0]).toMatchObject({
		name: 'source',
		width: 160,
		height: 90,
		codecs: expect.stringMatching(/^avc1\.[0-9a-f]{6},mp4a\.40\.2$/),
	})
})

test('a publisher that reconnects within 30 s, from another address, continues in the same playlist', async () => {
	const { stream, publish, play, wait, types, playlist, events, clock } = createTestStream()
	const first = publish()
	play(first, repeatFilm(4_500))
	first.close()
	expect(stream.phase).toBe('silent')
	expect(events.at(-1)).toMatchObject({
		type: 'silent',
		reason: 'disconnected',
		graceEndsAt: clock.now + publisherGraceMs,
	})
	const before = await playlist()
	expect(parsePlaylist(before).segments.at(-1)?.uri).toBeDefined()
	wait(publisherGraceMs - 1_000)
	expect(stream.phase).toBe('silent')
	play(publish('198.51.100.7'), repeatFilm(4_500, { fromMs: 7_777_777 }))
	expect(events).toContainEqual(
		expect.objectContaining({ type: 'publishing', isReturn: true, address: '198.51.100.7' }),
	)
	expect(types().filter(type => type === 'playable')).toHaveLength(1)
	wait(publisherGraceMs)
	expect(types()).not.toContain('gone')
	const after = await playlist()
	expect([...checkPlaylist(after), ...checkReload(before, after)]).toEqual([])
	expect(parsePlaylist(after).segments.filter(({ isDiscontinuity }) => isDiscontinuity)).toHaveLength(1)
	expect(parsePlaylist(before).hints[0]).toBe(
		parsePlaylist(after).segments.find(segment => segment.isDiscontinuity)?.parts[0]?.uri,
	)
})

test('audio that begins before the first tag is dropped until then, and its publisher continues', async () => {
	const { stream, publish, play, playlist, types } = createTestStream()
	const isSound = ({ type }: FlvTag) => type === 'audio'
	const tags = repeatFilm(3_000, { fromMs: 1_000 })
	play(
		publish(),
		tags.map(tag => (isSound(tag) ? { ...tag, timestampMs: tag.timestampMs - 60 } : tag)),
	)
	expect(types()).not.toContain('silent')
	expect(stream.stats().droppedTags).toBe(
		tags.filter(tag => isSound(tag) && !isHeader(tag) && tag.timestampMs < 1_060).length,
	)
	expect(stream.describe()[0]?.codecs).toContain('mp4a')
	expect(checkPlaylist(await playlist())).toEqual([])
})

test('a publisher that has not reconnected is `gone`, and may still return', () => {
	const { stream, publish, play, wait } = createTestStream()
	const first = publish()
	play(first, repeatFilm(2_000))
	first.close()
	wait(publisherGraceMs)
	expect([stream.phase, stream.isPlayable()]).toEqual(['gone', false])
	play(publish(), repeatFilm(2_000))
	expect([stream.phase, stream.isPlayable()]).toEqual(['publishing', true])
})

test('a publisher that sends nothing for 10 s is disconnected', () => {
	const { stream, publish, play, wait, events } = createTestStream()
	const publisher = publish()
	const reasons: string[] = []
	publisher.onEnd(reason => reasons.push(reason))
	play(publisher, repeatFilm(2_000))
	wait(noDataMs - 500)
	expect(stream.stats().publisherAddress).toBeDefined()
	wait(500)
	expect(reasons).toEqual(['noData'])
	expect(events.at(-1)).toMatchObject({ type: 'silent', reason: 'noData' })
	expect(stream.publish('x').ok).toBe(true)
})

test('a step of the server’s clock drops no publisher, and does not count as lag', () => {
	const { stream, publish, play, wait, clock } = createTestStream()
	const publisher = publish()
	play(publisher, repeatFilm(2_000))
	for (const step of [3_600_000, -3_600_000]) {
		clock.step = step
		wait(500)
		expect(stream.phase).toBe('publishing')
	}
	play(publisher, repeatFilm(1_000, { fromMs: 3_000 }))
	expect(stream.stats().uplinkLagMs).toBeLessThan(1_000)
})

test('the lag of the picture is measured against the last minutes, since clocks drift apart', () => {
	const { stream, publish, play, clock } = createTestStream()
	const publisher = publish()
	const tags = repeatFilm(360_000, { keep: 'audio' }).filter((tag, i) => isHeader(tag) || i % 20 === 0)
	play(publisher, tags.slice(0, 20))
	clock.now += 4_000
	play(publisher, tags.slice(20, 60))
	expect(stream.stats().uplinkLagMs).toBeGreaterThan(3_000)
	play(publisher, tags.slice(60))
	expect(stream.stats().uplinkLagMs).toBeLessThan(1_000)
})

test('a publisher that never sends changes nothing and makes room', () => {
	const { stream, publish, wait, events } = createTestStream()
	publish()
	wait(noDataMs)
	expect([stream.phase, events]).toEqual(['waiting', []])
	publish()
})

test('[LIVE-03] media broadcast at the same time has the same date in all definitions, even after an interruption', async () => {
	const { stream, publish, play, playlist, wait } = createTestStream()
	const film = repeatFilm(4_500)
	const sd = stream.openDefinition('sd')
	const first = publish()
	play(first, film)
	// The transcoder is behind.
	wait(2_000)
	for (const tag of film) sd?.push(tag)
	first.close()
	wait(5_000)
	play(publish(), repeatFilm(4_500, { fromMs: 70_000 }))
	wait(3_000)
	const afterMs = 4_500 + 40
	for (const tag of repeatFilm(4_500, { fromMs: afterMs })) sd?.push(tag)
	const datesOf = async (name: string) =>
		parsePlaylist(await playlist(name)).segments.flatMap(({ date }) => (date === undefined ? [] : Date.parse(date)))
	const [source, small] = [await datesOf('source'), await datesOf('sd')]
	expect(source).toHaveLength(2)
	expect(small).toHaveLength(2)
	for (const [i, date] of small.entries()) expect(Math.abs(date - (source[i] ?? 0))).toBeLessThan(40)
	expect((source[1] ?? 0) - (source[0] ?? 0)).toBeGreaterThan(9_000)
})

test('[LIVE-03] a definition with a higher bit rate than the source is not offered until its rate is lower again', async () => {
	const { stream, publish, play } = createTestStream()
	const publisher = publish()
	const sd = stream.openDefinition('sd')
	/** Filler data without visible effect. */
	const larger = (tag: FlvTag): FlvTag => {
		const filler = Buffer.concat([Buffer.from([0, 0, 3, 0xe8, 12]), Buffer.alloc(999, 0xff)])
		return isHeader(tag) || tag.type !== 'video' ? tag : { ...tag, body: Buffer.concat([tag.body, filler]) }
	}
	const part = (fromMs: number, untilMs: number) =>
		repeatFilm(untilMs).filter(({ timestampMs }) => timestampMs >= fromMs)
	const offered = () => stream.describe().map(({ name }) => name)
	play(publisher, part(0, 15_000))
	for (const tag of part(0, 15_000)) sd?.push(larger(tag))
	expect(offered()).toEqual(['source', 'audio'])
	expect(stream.reports('source').map(({ uri }) => uri)).toEqual(['../audio/live.m3u8'])
	play(publisher, part(15_000, 30_000).map(larger))
	for (const tag of part(15_000, 30_000)) sd?.push(tag)
	expect(offered()).toEqual(['source', 'sd', 'audio'])
	const [source, small] = stream.describe()
	expect(small?.bitsPerSecond).toBeLessThan(source?.bitsPerSecond ?? 0)
	expect(small?.averageBitsPerSecond).toBeLessThan(source?.averageBitsPerSecond ?? 0)
})

/** Parameters that end after the picture size. */
function withoutTiming(tag: FlvTag): FlvTag {
	if (tag.type !== 'video' || !isHeader(tag)) return tag
	const [spsAt, kept] = [13, 9]
	const spsLength = tag.body.readUInt16BE(spsAt - 2)
	const body = Buffer.concat([tag.body.subarray(0, spsAt + kept), tag.body.subarray(spsAt + spsLength)])
	body.writeUInt16BE(kept, spsAt - 2)
	return { ...tag, body }
}

test('the frame rate is the one declared by the publisher, in the picture or outside it', () => {
	const { stream, publish, play } = createTestStream()
	play(publish(), repeatFilm(2_000))
	expect(stream.describe()[0]?.framesPerSecond).toBe(30)
	const other = createTestStream()
	const said = Buffer.from('02000a6f6e4d65746144617461080000000100096672616d657261746500403df851eb851eb8000009', 'hex')
	const publisher = other.publish()
	publisher.push({ type: 'data', timestampMs: 0, body: said })
	other.play(publisher, repeatFilm(2_000).map(withoutTiming))
	expect(other.stream.describe()[0]?.framesPerSecond).toBeCloseTo(29.97, 2)
	const silent = createTestStream()
	silent.play(silent.publish(), repeatFilm(2_000).map(withoutTiming))
	expect(silent.stream.describe()[0]).not.toHaveProperty('framesPerSecond')
})

test('[LIVE-03] a definition at rest stays in the list; a request for it waits for its next part, after a gap', async () => {
	const { stream, publish, play, playlist } = createTestStream()
	const publisher = publish()
	const tags = repeatFilm(130_000)
	const between = (from: number, until: number) =>
		tags.filter(({ timestampMs }) => timestampMs >= from && timestampMs < until)
	const wanted: string[] = []
	stream.tap({ onTag() {}, onDiscontinuity() {}, onWanted: name => wanted.push(name), onEnd() {} })
	const sink = stream.openDefinition('sd')
	play(publisher, between(0, 20_000))
	for (const tag of between(0, 20_000)) sink?.push(tag)
	expect(stream.noteWatched('sd')).toBe(false)
	play(publisher, between(20_000, 30_000))
	expect(stream.unwatchedMs('sd')).toBeGreaterThan(9_000)
	sink?.rest()
	play(publisher, between(30_000, 120_000))
	expect(stream.describe().map(({ name }) => name)).toEqual(['source', 'sd', 'audio'])
	expect(stream.stats().definitions.find(({ name }) => name === 'sd')?.lagMs).toBe(0)
	expect(wanted).toEqual([])
	expect(stream.noteWatched('sd')).toBe(true)
	expect([wanted, stream.unwatchedMs('sd')]).toEqual([['sd'], 0])
	const before = await playlist('sd')
	const last = stream.segmentStore('sd')?.last()
	let isAnswered = false
	const asked = stream.segmentStore('sd')?.playlist({ msn: (last?.msn ?? 0) + 1, reports: () => [] })
	void asked?.then(() => (isAnswered = true))
	const again = stream.openDefinition('sd')
	await Promise.resolve()
	expect(isAnswered).toBe(false)
	for (const tag of tags.filter(isHeader)) again?.push({ ...tag, timestampMs: 120_000 })
	play(publisher, between(120_000, 125_000))
	for (const tag of between(120_000, 125_000)) again?.push(tag)
	await asked
	const after = await playlist('sd')
	expect([...checkPlaylist(after), ...checkReload(before, after)]).toEqual([])
	const { segments } = parsePlaylist(after)
	const gap = segments.filter(({ isGap }) => isGap).reduce((sum, { duration }) => sum + duration, 0)
	expect(gap).toBeGreaterThan(99)
	expect(segments.some(({ isDiscontinuity }) => isDiscontinuity)).toBe(false)
	expect(stream.noteWatched('sd')).toBe(false)
})

test('a second publisher is refused while one is active', () => {
	const { stream, publish, play } = createTestStream()
	const publisher = publish()
	play(publisher, repeatFilm(1_000))
	expect(stream.publish('203.0.113.9')).toEqual({ ok: false, failure: 'busy' })
	stream.dropPublisher()
	expect(stream.publish('203.0.113.9').ok).toBe(true)
	const before = stream.stats().bytesReceived
	publisher.push(repeatFilm(1_000).at(-1) as FlvTag)
	expect(stream.stats().bytesReceived).toBe(before)
})

test('corrupt data ends the publisher with a reason, and the next one is accepted', () => {
	const { publish, play, events } = createTestStream()
	const publisher = publish()
	publisher.pushBytes(flvFileHeader({ audio: true, video: true }))
	for (const tag of repeatFilm(2_000)) publisher.pushBytes(writeFlvTag(tag))
	publisher.pushBytes(Buffer.alloc(4_000, 0x55))
	expect(events.at(-1)).toMatchObject({ type: 'silent', reason: 'corrupt', detail: 'FLV tag of type 85' })
	publisher.pushBytes(Buffer.alloc(4_000, 0x55))
	play(publish(), repeatFilm(2_000))
	expect(events.at(-1)?.type).toBe('publishing')
})

test('HEVC is refused by name, audio in another codec is dropped', () => {
	const { publish, play, events, stream } = createTestStream()
	const reasons: string[] = []
	const hevc = publish()
	hevc.onEnd(reason => reasons.push(reason))
	hevc.push({ type: 'video', timestampMs: 0, body: Buffer.from([0x90, ...Buffer.from('hvc1'), 0]) })
	expect(reasons).toEqual(['codec'])
	expect(events).toMatchObject([{ type: 'warning', warning: 'codec', isOn: true }])
	const mp3 = publish()
	mp3.push({ type: 'audio', timestampMs: 0, body: Buffer.from([0x2f, 1, 2]) })
	play(mp3, repeatFilm(2_000, { keep: 'video' }))
	expect(stream.stats().warnings.sort()).toEqual(['codec', 'noAudio'])
	expect(stream.isPlayable()).toBe(true)
})

test('the host is warned of distant key frames and of clock jumps', () => {
	const { publish, play, stream, wait } = createTestStream()
	const publisher = publish()
	play(publisher, repeatFilm(17_000, { keyFrameEvery: 8 }))
	expect(stream.stats().warnings).toEqual(['keyFrameDistance'])
	expect(stream.stats().definitions[0]).toMatchObject({ framesPerSecond: 30, keyFrameDistanceMs: 8_000, lagMs: 0 })
	play(publisher, repeatFilm(3_000, { fromMs: 3_600_000 }))
	expect(stream.stats().warnings).toContain('clock')
	play(publisher, repeatFilm(3_000, { fromMs: 3_603_000 }))
	wait(9_000)
	expect(stream.stats().warnings).toEqual(['clock'])
})

test('while the host pauses, no media is added, and none is lost', async () => {
	const { publish, play, stream, playlist } = createTestStream()
	const publisher = publish()
	const tags = repeatFilm(12_000)
	play(
		publisher,
		tags.filter(({ timestampMs }) => timestampMs < 4_000),
	)
	stream.setSuspended(true)
	const before = await playlist()
	play(
		publisher,
		tags.filter(({ timestampMs }) => timestampMs >= 4_000 && timestampMs < 8_000),
	)
	expect(await playlist()).toBe(before)
	stream.setSuspended(false)
	play(
		publisher,
		tags.filter(({ timestampMs }) => timestampMs >= 8_000),
	)
	const after = await playlist()
	expect([...checkPlaylist(after), ...checkReload(before, after)]).toEqual([])
	expect(parsePlaylist(after).segments.filter(({ isDiscontinuity }) => isDiscontinuity)).toHaveLength(1)
})

test('a tap begins with headers and the last key frame, on the timeline of the stream', () => {
	const { publish, play, stream } = createTestStream()
	const publisher = publish()
	const tags = repeatFilm(9_500, { fromMs: 5_000_000 })
	play(
		publisher,
		tags.filter(({ timestampMs }) => timestampMs < 5_004_500),
	)
	const heard: FlvTag[] = []
	const events: string[] = []
	const stop = stream.tap({
		onTag: tag => heard.push(tag),
		onDiscontinuity: () => events.push('discontinuity'),
		onEnd: () => events.push('end'),
	})
	expect(heard.slice(0, 2).every(isHeader)).toBe(true)
	expect(isKeyFrame(heard[2] as FlvTag)).toBe(true)
	// The film begins at 21 ms.
	expect(heard[2]?.timestampMs).toBe(4_021)
	play(
		publisher,
		tags.filter(({ timestampMs }) => timestampMs >= 5_004_500),
	)
	expect(Math.max(...heard.map(({ timestampMs }) => timestampMs))).toBeGreaterThan(9_400)
	publisher.close()
	play(publish(), repeatFilm(1_000))
	expect(events).toEqual(['discontinuity'])
	stop?.()
	void stream.end()
	expect(events).toEqual(['discontinuity'])
})

test('a definition is notified of an interruption once, even if its transcoder was down before', () => {
	const told = vi.spyOn(Definition.prototype, 'discontinueAt')
	const { publish, play, stream } = createTestStream()
	const first = publish()
	play(first, repeatFilm(1_000))
	stream.openDefinition('sd')?.close()
	stream.openDefinition('sd')
	first.close()
	play(publish(), repeatFilm(1_000))
	expect(told).toHaveBeenCalledOnce()
	told.mockRestore()
})

test('a transcoded definition is offered while it receives media, with its lag', async () => {
	const { publish, play, stream, types } = createTestStream()
	const publisher = publish()
	const tags = repeatFilm(12_000)
	const sink = stream.openDefinition('sd')
	play(publisher, tags)
	expect(stream.describe().map(({ name }) => name)).toEqual(['source', 'audio'])
	for (const tag of tags.filter(({ timestampMs }) => timestampMs < 9_000)) sink?.push(tag)
	expect(stream.describe().map(({ name }) => name)).toEqual(['source', 'sd', 'audio'])
	expect(stream.stats().definitions[1]?.lagMs).toBeGreaterThan(2_500)
	expect(stream.reports('source')).toEqual([
		{ uri: '../sd/live.m3u8', lastMsn: 8, lastPart: expect.any(Number) },
		{ uri: '../audio/live.m3u8', lastMsn: 6, lastPart: expect.any(Number) },
	])
	sink?.pushBytes(Buffer.from('no FLV at all'))
	expect(stream.describe().map(({ name }) => name)).toEqual(['source', 'audio'])
	expect(types().filter(type => type === 'definitions')).toHaveLength(4)
})

test('after a pause, media that a definition did not receive does not count as lag', () => {
	const { publish, play, stream } = createTestStream()
	const publisher = publish()
	const tags = repeatFilm(20_000)
	const playUntil = (from: number, to: number) =>
		play(
			publisher,
			tags.filter(({ timestampMs }) => timestampMs >= from && timestampMs < to),
		)
	playUntil(0, 4_000)
	const sink = stream.openDefinition('sd')
	for (const tag of tags.filter(({ timestampMs }) => timestampMs < 4_000)) sink?.push(tag)
	const lags = () =>
		stream.stats().definitions.map(({ name, lagMs }) => `${name} ${lagMs < 1_000 ? 'is not' : 'is'} behind`)
	const none = ['source', 'sd', 'audio'].map(name => `${name} is not behind`)
	expect(lags()).toEqual(none)
	stream.setSuspended(true)
	playUntil(4_000, 14_000)
	expect(lags()).toEqual(none)
	stream.setSuspended(false)
	// A restarting transcoder closes its sink.
	sink?.close()
	stream.openDefinition('sd')
	playUntil(14_000, 14_060)
	expect(lags()).toEqual(none)
	playUntil(14_060, 17_000)
	expect(lags()).toEqual(['source is not behind', 'sd is behind', 'audio is not behind'])
})

test('a restarted definition continues in its playlist, with a gap', async () => {
	const { publish, play, stream } = createTestStream()
	const tags = repeatFilm(20_000)
	play(publish(), tags)
	const playlist = async () => {
		const answer = await stream.segmentStore('sd')?.playlist({ reports: () => [] })
		return answer?.status === 200 ? answer.text : ''
	}
	const sink = stream.openDefinition('sd')
	for (const tag of tags.filter(({ timestampMs }) => timestampMs < 6_000)) sink?.push(tag)
	const before = await playlist()
	const lagMs = () => stream.stats().definitions.find(({ name }) => name === 'sd')?.lagMs
	sink?.close()
	expect(await playlist()).toBe('')
	const again = stream.openDefinition('sd')
	expect(lagMs()).toBe(0)
	for (const tag of tags.filter(tag => isHeader(tag) || tag.timestampMs > 12_000)) again?.push(tag)
	const after = await playlist()
	expect([...checkPlaylist(after), ...checkReload(before, after)]).toEqual([])
	expect(parsePlaylist(after).segments.filter(({ isGap }) => isGap)).toHaveLength(2)
})

test('an ended stream accepts no publisher, with `ended` as the reason', async () => {
	const { publish, play, stream, playlist, types } = createTestStream()
	play(publish(), repeatFilm(3_000))
	await stream.end()
	await stream.end()
	expect(types().filter(type => type === 'ended')).toHaveLength(1)
	expect(stream.publish('x')).toEqual({ ok: false, failure: 'ended' })
	expect(await playlist()).toContain('#EXT-X-ENDLIST')
	expect(stream.isPlayable()).toBe(false)
})

/** Repeatable pseudo-random numbers. */
function createRandom(seed: number) {
	let state = seed
	return (below: number) => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
		return Math.floor((state / 2 ** 32) * below)
	}
}

const misbehaviours: Record<string, (tags: FlvTag[], random: (below: number) => number) => FlvTag[]> = {
	none: tags => tags,
	wrap: tags => tags.map(tag => ({ ...tag, timestampMs: (tag.timestampMs + 0xffffffff - 2_000) >>> 0 })),
	jump: (tags, random) => {
		const by = random(2) === 0 ? 3_600_000 : -3_600_000
		return tags.map((tag, i) => (i > tags.length / 2 ? { ...tag, timestampMs: (tag.timestampMs + by) >>> 0 } : tag))
	},
	soundOnly: tags => tags.filter(({ type }) => type === 'audio'),
	pictureOnly: tags => tags.filter(({ type }) => type === 'video'),
	stillPicture: tags => tags.filter((tag, i) => tag.type === 'audio' || isHeader(tag) || i % 97 < 30),
	otherSize: tags => {
		const half = Math.floor(tags.length / 2)
		return [
			...tags.slice(0, half),
			{ ...otherSizeHeader(), timestampMs: tags[half]?.timestampMs ?? 0 },
			...tags.slice(half),
		]
	},
	lossy: (tags, random) => tags.filter(tag => isHeader(tag) || tag.type === 'audio' || random(50) > 0),
}

test.each([1, 2, 3, 4])(
	'whatever publishers do, every playlist complies with the rules (seed %i)',
	async seed => {
		const random = createRandom(seed)
		const { publish, play, wait, playlist, stream } = createTestStream({ windowMs: 60_000 })
		let earlier = ''
		const found: string[] = []
		const kinds = Object.keys(misbehaviours)
		for (let round = 0; round < 14; round++) {
			const kind = kinds[random(kinds.length)] as string
			const film = repeatFilm(2_000 + random(14_000), {
				name: random(3) === 0 ? 'filmWithBFrames' : 'film',
				fromMs: random(2 ** 31),
				...(random(3) === 0 && { keyFrameEvery: 1 + random(8) }),
			})
			const tags = misbehaviours[kind]?.(film, random) ?? []
			const publisher = publish(`192.0.2.${round}`)
			for (let at = 0; at < tags.length; at += 40) {
				play(publisher, tags.slice(at, at + 40))
				await stream.segmentStore('source')?.settle()
				const text = await playlist()
				if (text === '') continue
				const violations = [...checkPlaylist(text), ...(earlier === '' ? [] : checkReload(earlier, text))]
				for (const { rule, detail } of violations) found.push(`${round} ${kind}: ${rule} ${detail}`)
				earlier = text
			}
			publisher.close()
			wait(random(40_000))
		}
		expect([...new Set(found)]).toEqual([])
		expect(parsePlaylist(earlier).discontinuitySequence).toBeGreaterThan(0)
	},
	120_000,
)

test('audio is a separate definition, through pauses, a new picture size and another publisher', async () => {
	const { publish, play, stream, playlist, clock } = createTestStream()
	const first = publish()
	play(first, repeatFilm(4_000))
	const sound = () => stream.describe().find(({ name }) => name === 'audio')
	expect(sound()).toMatchObject({ codecs: 'mp4a.40.2', suffix: '/audio/live.m3u8' })
	expect(sound()).not.toHaveProperty('width')
	expect(sound()?.bitsPerSecond).toBeLessThan((stream.describe()[0]?.bitsPerSecond ?? 0) * 0.7)
	let before = await playlist('audio')
	expect(checkPlaylist(before)).toEqual([])
	const discontinuities = (text: string) => parsePlaylist(text).segments.filter(one => one.isDiscontinuity).length
	const next = async (count: number) => {
		const after = await playlist('audio')
		expect([...checkPlaylist(after), ...checkReload(before, after)]).toEqual([])
		expect([discontinuities(after), discontinuities(await playlist())]).toEqual([count, count])
		before = after
	}
	play(first, [
		{ ...otherSizeHeader(), timestampMs: 4_000 },
		...repeatFilm(3_000, { fromMs: 4_000 }).filter(tag => !isHeader(tag)),
	])
	await next(1)
	first.close()
	clock.now += 5_000
	play(publish('192.0.2.9'), repeatFilm(3_000))
	await next(2)
})

test('audio of a source without video is not offered twice', () => {
	const { publish, play, stream } = createTestStream()
	play(publish(), repeatFilm(4_000, { keep: 'audio' }))
	expect(stream.describe().map(({ name }) => name)).toEqual(['source'])
})
