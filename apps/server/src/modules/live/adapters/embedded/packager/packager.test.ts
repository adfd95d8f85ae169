import { expect, test } from 'vitest'
import type { FlvTag } from '../../../ingest.ts'
import { isHeader, opusFilmBytes, otherSizeHeader, repeatFilm } from '../../testing/film.ts'
import { CorruptMediaError } from '../flv/mediaErrors.ts'
import { type MediaPacket, readMediaPacket } from '../flv/mediaPacket.ts'
import { createFragmentedMp4Reader } from '../phone/fragmentedMp4.ts'
import { createPackager, type PackagedInit, type PackagedPart } from './packager.ts'

function pack(tags: FlvTag[], { isFlushed = true } = {}) {
	const parts: PackagedPart[] = []
	const inits: PackagedInit[] = []
	const events: string[] = []
	let dropped = 0
	const packager = createPackager({
		onInit: init => {
			inits.push(init)
			events.push('init')
		},
		onDiscontinuity: () => events.push('discontinuity'),
		onPart: part => {
			parts.push(part)
			if (part.startsSegment) events.push('segment')
		},
		onDropped: () => dropped++,
	})
	for (const tag of tags) packager.push(readMediaPacket(tag) as MediaPacket, tag.timestampMs)
	if (isFlushed) packager.flush()
	const target = packager.partTarget() ?? 0
	return { parts, inits, events, dropped, target, frames: parts.reduce((sum, { frames }) => sum + frames, 0) }
}

const segmentSeconds = (parts: PackagedPart[]) => {
	const lengths: number[] = []
	for (const { duration, startsSegment } of parts) {
		if (startsSegment) lengths.push(0)
		lengths.push((lengths.pop() ?? 0) + duration / 90_000)
	}
	return lengths.map(length => Math.round(length * 10) / 10)
}

/** Returns the start of a fragment's audio and video, and the sizes of its samples. */
function tracksOf(data: Buffer) {
	const tracks: { id: number; at: number; samples: number }[] = []
	for (let at = data.indexOf('traf'); at >= 0; at = data.indexOf('traf', at + 1)) {
		const header = data.indexOf('tfhd', at)
		const decode = data.indexOf('tfdt', at)
		const run = data.indexOf('trun', at)
		tracks.push({
			id: data.readUInt32BE(header + 8),
			at: Number(data.readBigUInt64BE(decode + 8)),
			samples: data.readUInt32BE(run + 8),
		})
	}
	return tracks
}

/** Returns start and end of a fragment's audio in seconds; it has 48,000 samples per second. */
function soundOf(data: Buffer) {
	const track = data.lastIndexOf('traf')
	const start = Number(data.readBigUInt64BE(data.indexOf('tfdt', track) + 8))
	const run = data.indexOf('trun', track)
	const count = data.readUInt32BE(run + 8)
	const durations = Array.from({ length: count }, (_, i) => data.readUInt32BE(run + 16 + i * 8))
	return { start: start / 48_000, end: (start + durations.reduce((sum, duration) => sum + duration, 0)) / 48_000 }
}

test('parts are 200 ms and segments begin with key frames', () => {
	const { parts, events, frames, dropped, target, inits } = pack(repeatFilm(9_000))
	expect(inits).toHaveLength(1)
	expect(inits[0]).toMatchObject({ video: { width: 160, height: 90 }, audio: { codec: 'mp4a.40.2', channels: 1 } })
	expect({ frames, dropped }).toEqual({ frames: 270, dropped: 0 })
	// Playback can begin after the first 100 ms.
	expect(Math.abs((parts[0]?.duration ?? 0) / 90 - 100)).toBeLessThan(15)
	for (const { duration, endsSegment } of parts.slice(1)) {
		if (!endsSegment) expect(Math.abs(duration / 90 - 200)).toBeLessThan(15)
	}
	for (const part of parts) expect(part.duration).toBeLessThanOrEqual(target)
	expect(segmentSeconds(parts)).toEqual(Array(9).fill(1))
	expect(parts.filter(part => part.startsSegment).every(part => part.isIndependent)).toBe(true)
	expect(events.filter(event => event !== 'segment')).toEqual(['init'])
})

test('parts follow each other without a gap', () => {
	const { parts } = pack(repeatFilm(6_000))
	parts.slice(1).forEach((part, i) => {
		const before = parts[i] as PackagedPart
		expect(part.start).toBe(before.start + before.duration)
	})
})

test('reordered pictures keep their composition offsets', () => {
	const { parts, frames } = pack(repeatFilm(6_000, { name: 'filmWithBFrames' }))
	expect(frames).toBe(180)
	const offsets = parts.flatMap(({ data }) => {
		const run = data.indexOf('trun')
		const count = data.readUInt32BE(run + 8)
		return Array.from({ length: count }, (_, i) => data.readInt32BE(run + 16 + i * 16 + 12))
	})
	expect(new Set(offsets).size).toBeGreaterThan(1)
	expect(Math.min(...offsets)).toBeGreaterThanOrEqual(0)
})

test('audio alone makes its own parts and segments', () => {
	const { parts, inits, dropped } = pack(repeatFilm(9_000, { keep: 'audio' }))
	expect(inits[0]?.video).toBeUndefined()
	expect(dropped).toBe(0)
	expect(parts.every(({ isIndependent }) => isIndependent)).toBe(true)
	expect(Math.max(...segmentSeconds(parts))).toBeLessThan(2.2)
	const samples = parts.flatMap(({ data }) => tracksOf(data)).reduce((sum, track) => sum + track.samples, 0)
	expect(samples).toBe(repeatFilm(9_000, { keep: 'audio' }).length - 1)
})

test('a picture without sound is played', () => {
	const { inits, frames } = pack(repeatFilm(3_000, { keep: 'video' }))
	expect(inits[0]?.audio).toBeUndefined()
	expect(frames).toBe(90)
})

test('segments between key frames eight seconds apart are cut at the target duration', () => {
	const { parts, frames } = pack(repeatFilm(24_000, { keyFrameEvery: 8 }))
	expect(frames).toBe(720)
	expect(segmentSeconds(parts)).toEqual([4.3, 3.7, 4.4, 3.6, 4.4, 3.6])
})

test('audio has no gap where a publisher left and returned', () => {
	const parts: PackagedPart[] = []
	const ignore = () => {}
	const packager = createPackager({
		onInit: ignore,
		onDiscontinuity: ignore,
		onDropped: ignore,
		onPart: part => parts.push(part),
	})
	const push = (tags: FlvTag[], fromMs: number) => {
		for (const tag of tags) packager.push(readMediaPacket(tag) as MediaPacket, fromMs + tag.timestampMs)
	}
	const film = repeatFilm(3_000)
	// Its audio is late, both when it leaves and when it returns.
	push(
		film.filter(({ type, timestampMs }) => type === 'video' || timestampMs < 2_900),
		0,
	)
	packager.discontinue({ isOther: true })
	const left = parts.length
	push(
		film.filter(tag => tag.type === 'video' || isHeader(tag) || tag.timestampMs > 30),
		3_040,
	)
	const soundEnd = (part: PackagedPart) => soundOf(part.data).end
	const before = parts[left - 1] as PackagedPart
	const after = parts[left] as PackagedPart
	expect(Math.abs(soundEnd(before) - (before.start + before.duration) / 90_000)).toBeLessThan(0.001)
	expect(Math.abs(soundOf(after.data).start - after.start / 90_000)).toBeLessThan(0.001)
	for (const part of parts.slice(left)) expect(soundEnd(part)).toBeGreaterThan(soundOf(part.data).start)
})

test('a stream does not begin with a frame that depends on others', () => {
	const tags = repeatFilm(3_000)
	const headers = tags.filter(isHeader)
	const later = tags.filter(tag => !isHeader(tag) && tag.timestampMs > 500)
	const { parts, dropped } = pack([...headers, ...later])
	expect(parts[0]?.isIndependent).toBe(true)
	expect(parts[0]?.start).toBe(1_021 * 90)
	expect(dropped).toBeGreaterThan(10)
})

test('a new picture size begins a segment with a discontinuity and its own parameters', () => {
	const first = repeatFilm(2_000)
	const second = repeatFilm(2_000, { fromMs: 2_000 }).filter(tag => !isHeader(tag))
	const { events, frames } = pack([...first, { ...otherSizeHeader(), timestampMs: 2_000 }, ...second])
	expect(events).toEqual(['init', 'segment', 'segment', 'init', 'discontinuity', 'segment', 'segment'])
	expect(frames).toBe(120)
})

test('while the picture stands still, sound continues', () => {
	const tags = repeatFilm(9_000).filter(tag => {
		const isInGap = tag.timestampMs > 2_500 && tag.timestampMs < 5_500
		return isHeader(tag) || !(tag.type === 'video' && isInGap)
	})
	const { parts, target } = pack(tags)
	for (const part of parts) expect(part.duration).toBeLessThanOrEqual(target)
	const silent = parts.filter(({ frames }) => frames === 0)
	expect(silent.length).toBeGreaterThan(10)
	expect(silent.every(({ data }) => tracksOf(data).some(({ id }) => id === 2))).toBe(true)
	expect(Math.max(...segmentSeconds(parts))).toBeLessThanOrEqual(4.4)
})

test('audio that arrives while the picture stands still is not held back until the next frame', () => {
	const tags = repeatFilm(4_000).filter(tag => isHeader(tag) || tag.type === 'audio' || tag.timestampMs < 1_500)
	const { parts } = pack(tags, { isFlushed: false })
	const last = parts.at(-1) as PackagedPart
	expect((last.start + last.duration) / 90).toBeGreaterThan(3_300)
})

test('audio keeps its timestamps across a gap', () => {
	const tags = repeatFilm(4_000).filter(tag => {
		return isHeader(tag) || tag.type === 'video' || tag.timestampMs < 1_000 || tag.timestampMs > 2_000
	})
	const rate = 48_000
	const { parts } = pack(tags)
	const after = parts.map(({ data }) => tracksOf(data).find(({ id }) => id === 2)).filter(track => track !== undefined)
	const begins = after.find(track => track.at / rate > 1.2)
	expect((begins?.at ?? 0) / rate).toBeCloseTo(2, 1)
})

test('a pause in the media does not lengthen parts', () => {
	const tags = repeatFilm(6_000).filter(({ timestampMs }) => timestampMs < 2_500 || timestampMs > 4_200)
	const { parts, target, frames } = pack(tags)
	for (const { duration } of parts) expect(duration).toBeLessThanOrEqual(target)
	const after = parts.findIndex((part, i) => i > 0 && part.start > (parts[i - 1]?.start ?? 0) + target)
	expect(parts[after]).toMatchObject({ startsSegment: true, start: 4_221 * 90 })
	expect(frames).toBe(tags.filter(tag => tag.type === 'video' && !isHeader(tag)).length)
})

test('a publisher that leaves at once does not shorten later parts', () => {
	const { target } = pack(repeatFilm(90))
	expect(target / 90).toBeCloseTo(216, 0)
})

test('a frame out of order is dropped', () => {
	const tags = repeatFilm(1_000, { keep: 'video' })
	tags.push({ ...(tags[10] as FlvTag) })
	expect(pack(tags).dropped).toBe(1)
})

test('broken NAL units and empty parameters are refused', () => {
	const [header, key] = repeatFilm(1_000, { keep: 'video' }) as [FlvTag, FlvTag]
	const broken = Buffer.from(key.body)
	broken.writeUInt32BE(0x7fffffff, 5)
	expect(() => pack([header, { ...key, body: broken }])).toThrow(CorruptMediaError)
	const cut = { ...header, body: header.body.subarray(0, 16) }
	expect(() => pack([cut])).toThrow(CorruptMediaError)
})

test('Opus is repackaged unchanged, in parts with the picture, at 48,000 ticks per second', () => {
	const tags: FlvTag[] = []
	createFragmentedMp4Reader(tag => tags.push(tag))(opusFilmBytes())
	const { parts, inits, dropped, target } = pack(tags)
	expect(inits).toHaveLength(1)
	expect(inits[0]).toMatchObject({ video: { width: 160 }, audio: { codec: 'opus', channels: 1 } })
	const init = inits[0]?.data as Buffer
	const entry = init.indexOf('Opus')
	expect(init.toString('latin1', entry + 36, entry + 40)).toBe('dOps')
	// The fields after the version: channels, and the recording rate.
	expect([init[entry + 41], init.readUInt32BE(entry + 44)]).toEqual([1, 48_000])
	expect(dropped).toBe(0)
	for (const part of parts) expect(part.duration).toBeLessThanOrEqual(target)
	const sound = parts.flatMap(({ data }) => tracksOf(data).filter(({ id }) => id === 2))
	expect(sound.reduce((sum, { samples }) => sum + samples, 0)).toBe(
		tags.filter(({ type, body }) => type === 'audio' && body[0] === 0x91).length,
	)
	sound.slice(1).forEach((track, i) => {
		const before = sound[i] as (typeof sound)[number]
		expect(track.at - before.at).toBe(before.samples * 960)
	})
})
