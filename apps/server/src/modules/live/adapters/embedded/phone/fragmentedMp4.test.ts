import { describe, expect, test } from 'vitest'
import type { FlvTag } from '../../../ingest.ts'
import { filmTags, isHeader, isKeyFrame } from '../../testing/film.ts'
import { recordedFilm } from '../../testing/recordedFilm.ts'
import { CorruptMediaError, UnsupportedCodecError } from '../flv/mediaErrors.ts'
import { createFragmentedMp4Reader } from './fragmentedMp4.ts'

function read(pieces: readonly Buffer[]): FlvTag[] {
	const tags: FlvTag[] = []
	const take = createFragmentedMp4Reader(tag => tags.push({ ...tag, body: Buffer.from(tag.body) }))
	for (const piece of pieces) take(piece)
	return tags
}

const frames = (tags: FlvTag[], type: FlvTag['type']) =>
	tags.filter(tag => tag.type === type && !isHeader(tag) && (type === 'audio' || tag.body[1] === 1))
const cut = (bytes: Buffer, size: number) =>
	Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => bytes.subarray(i * size, (i + 1) * size))
const whole = Buffer.concat(recordedFilm())

describe('fragmented MP4', () => {
	test.each(['film', 'filmWithBFrames'] as const)('every frame of %s is emitted unchanged, at its time', name => {
		const tags = read(recordedFilm(name))
		const source = filmTags(name)
		const videoOf = (from: FlvTag[]) =>
			frames(from, 'video').map(tag => [isKeyFrame(tag), tag.body.readIntBE(2, 3), tag.body.subarray(5)] as const)
		const [got, wanted] = [videoOf(tags), videoOf(source)]
		expect(got.length).toBe(wanted.length)
		for (const [i, [isKey, composition, data]] of wanted.entries()) {
			expect(got[i]?.[0]).toBe(isKey)
			expect(Math.abs((got[i]?.[1] ?? 99) - composition)).toBeLessThanOrEqual(1)
			expect(got[i]?.[2].equals(data)).toBe(true)
		}
		const times = frames(tags, 'video').map(({ timestampMs }) => timestampMs)
		const wantedTimes = frames(source, 'video').map(({ timestampMs }) => timestampMs)
		for (const [i, ms] of wantedTimes.entries()) expect(Math.abs((times[i] ?? 0) - ms)).toBeLessThanOrEqual(1)
		expect(frames(tags, 'audio').length).toBeGreaterThan(frames(source, 'audio').length - 5)
		const header = (from: FlvTag[], type: FlvTag['type']) => from.find(tag => tag.type === type && isHeader(tag))?.body
		expect(header(tags, 'video')).toEqual(header(source, 'video'))
		expect(header(tags, 'audio')?.subarray(2)).toEqual(header(source, 'audio')?.subarray(2))
	})

	test.each([1, 7, 1_000])('may be split into pieces of %i bytes', size => {
		expect(read(cut(whole, size))).toEqual(read([whole]))
	})

	test('other boxes in between are skipped', () => {
		const free = Buffer.from('\0\0\0\x0cfreeabcd', 'latin1')
		const pieces = recordedFilm()
		expect(read(pieces.flatMap(piece => [free, piece])).length).toBe(read(pieces).length)
	})

	test('data that is not MP4, is not fragmented or is inconsistent is refused', () => {
		const huge = Buffer.from('\x7f\0\0\0mdat', 'latin1')
		const noMvex = Buffer.from(whole.subarray(0, recordedFilm()[0]?.length))
		noMvex.write('free', noMvex.indexOf('mvex'), 'latin1')
		const outside = Buffer.from(whole)
		const trun = outside.indexOf('trun')
		outside.writeInt32BE(0x7fff_0000, trun + 12)
		for (const bytes of [Buffer.from('not an MP4 at all'), huge, noMvex, outside]) {
			expect(() => read([bytes])).toThrow(CorruptMediaError)
		}
		const hevc = Buffer.from(whole)
		hevc.write('hvc1', hevc.indexOf('avc1', hevc.indexOf('stsd')), 'latin1')
		expect(() => read([hevc])).toThrow(UnsupportedCodecError)
	})

	test('data with any changed bytes is read or refused, without other effects', () => {
		for (let i = 0; i < 400; i++) {
			const broken = Buffer.from(whole)
			for (let j = 0; j < 8; j++) broken[(i * 7919 + j * 104_729) % broken.length] = (i * 31 + j * 17) & 255
			try {
				read(cut(broken, 900))
			} catch (error) {
				expect(error instanceof CorruptMediaError || error instanceof UnsupportedCodecError).toBe(true)
			}
		}
	})
})
