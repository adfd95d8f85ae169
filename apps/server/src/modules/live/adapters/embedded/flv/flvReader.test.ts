import { expect, test } from 'vitest'
import type { FlvTag } from '../../../ingest.ts'
import { filmBytes, filmTags } from '../../testing/film.ts'
import { createFlvReader, flvFileHeader, writeFlvTag } from './flvReader.ts'
import { CorruptMediaError, UnsupportedCodecError } from './mediaErrors.ts'
import { readMediaPacket } from './mediaPacket.ts'

function read(...chunks: Buffer[]): FlvTag[] {
	const tags: FlvTag[] = []
	const take = createFlvReader(tag => tags.push(tag))
	for (const chunk of chunks) take(chunk)
	return tags
}

test('a film is read correctly however it is split', () => {
	const bytes = filmBytes()
	const whole = read(bytes)
	expect(whole.filter(({ type }) => type === 'video').length).toBeGreaterThan(90)
	for (const size of [1, 7, 4096]) {
		const pieces = []
		for (let at = 0; at < bytes.length; at += size) pieces.push(bytes.subarray(at, at + size))
		expect(read(...pieces)).toEqual(whole)
	}
})

test('tags are written as they were read, including timestamps above 24 bits', () => {
	const tags = filmTags().map((tag, i) => ({ ...tag, timestampMs: 0xfffffff0 + (i % 16) }))
	expect(read(flvFileHeader({ audio: true, video: true }), ...tags.map(writeFlvTag))).toEqual(tags)
})

test('data that is not FLV is rejected', () => {
	const tag = filmTags()[3] as FlvTag
	const head = flvFileHeader({ audio: true, video: true })
	const broken = (change: (bytes: Buffer) => void) => {
		const bytes = writeFlvTag(tag)
		change(bytes)
		return () => read(head, bytes)
	}
	expect(() => read(Buffer.from('GET / HTTP/1.1\r\n'))).toThrow(CorruptMediaError)
	expect(broken(bytes => void bytes.writeUInt8(77))).toThrow('type 77')
	expect(broken(bytes => void bytes.writeUInt32BE(5, bytes.length - 4))).toThrow('length 5')
	expect(broken(bytes => void bytes.writeUIntBE(0xffffff, 1, 3))).toThrow('16777215 bytes')
})

test('a film with any changed bytes is read or refused, without other effects', () => {
	let random = 20_260_311
	const next = (below: number) => {
		random = (Math.imul(random, 1_664_525) + 1_013_904_223) >>> 0
		return random % below
	}
	for (let round = 0; round < 300; round++) {
		const bytes = Buffer.from(filmBytes())
		for (let i = 0; i < 5; i++) bytes[next(bytes.length)] = next(256)
		try {
			for (const tag of read(bytes)) readMediaPacket(tag)
		} catch (error) {
			expect(error instanceof CorruptMediaError || error instanceof UnsupportedCodecError).toBe(true)
		}
	}
})

test('unsupported codecs are named in the error', () => {
	const video = (...body: number[]) => readMediaPacket({ type: 'video', timestampMs: 0, body: Buffer.from(body) })
	expect(() => video(0x90, ...Buffer.from('hvc1'), 0)).toThrow('HEVC is not supported: send H.264 video and AAC sound')
	expect(() => video(0x1c, 0, 0, 0, 0)).toThrow('HEVC')
	expect(() => readMediaPacket({ type: 'audio', timestampMs: 0, body: Buffer.from([0x2f, 1]) })).toThrow('MP3')
	expect(video(0x57, 0)).toBeUndefined()
})
