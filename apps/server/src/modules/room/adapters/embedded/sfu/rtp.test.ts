import { expect, test } from 'vitest'
import { audioLevel, isRtcp, readRtpHeader, rewriteHeader, sequenceDistance, withoutExtensions } from './rtp.ts'

const fixed = (first: number, type = 111) => {
	const header = Buffer.alloc(12)
	header.writeUInt8(first, 0)
	header.writeUInt8(type, 1)
	header.writeUInt16BE(1000, 2)
	header.writeUInt32BE(90_000, 4)
	header.writeUInt32BE(0xabcdef01, 8)
	return header
}
const payload = Buffer.from('sound')
/** One-byte extensions: id 1 with level 30 and the voice bit, padding, id 4 with three bytes. */
const extensions = Buffer.from([0xbe, 0xde, 0, 2, 0x10, 0x80 | 30, 0, 0, 0x42, 7, 8, 9])
const extended = Buffer.concat([fixed(0x90), extensions, payload])

test('[ROOM-58] header extensions are dropped, and the rest is unchanged', () => {
	const bare = withoutExtensions(extended)
	expect(bare).toEqual(Buffer.concat([fixed(0x80), payload]))
})

test('[ROOM-58] contributing sources keep their place', () => {
	const sources = Buffer.alloc(8, 5)
	const packet = Buffer.concat([fixed(0x92), sources, extensions, payload])
	expect(withoutExtensions(packet)).toEqual(Buffer.concat([fixed(0x82), sources, payload]))
})

test('[ROOM-58] the input packet is not modified, and one without extensions is copied', () => {
	const before = Buffer.from(extended)
	withoutExtensions(extended)
	expect(extended).toEqual(before)
	const plain = Buffer.concat([fixed(0x80), payload])
	const copy = withoutExtensions(plain)
	rewriteHeader(copy, { sequence: 1, timestamp: 2, ssrc: 3 })
	expect(plain.readUInt16BE(2)).toBe(1000)
})

test('[ROOM-58] a truncated extension block is left alone', () => {
	const cut = extended.subarray(0, 18)
	expect(withoutExtensions(cut)).toEqual(cut)
	expect(audioLevel(cut, 1)).toBeUndefined()
})

test('[ROOM-31] the level of a microphone is read from its extension', () => {
	expect(audioLevel(extended, 1)).toBe(30)
	expect(audioLevel(extended, 2)).toBeUndefined()
	expect(audioLevel(Buffer.concat([fixed(0x80), payload]), 1)).toBeUndefined()
})

test('[ROOM-58] a stamped packet carries the numbers of its new stream', () => {
	const packet = withoutExtensions(extended)
	rewriteHeader(packet, { sequence: 65_535, timestamp: 0xffffffff, ssrc: 7 })
	expect(readRtpHeader(packet)).toEqual({ payloadType: 111, sequence: 65_535, timestamp: 0xffffffff, ssrc: 7 })
})

test('RTCP is distinguished from RTP, and noise from both', () => {
	expect(isRtcp(fixed(0x80, 200))).toBe(true)
	expect(isRtcp(fixed(0x80, 0x80 | 96))).toBe(false)
	expect(isRtcp(fixed(0x80))).toBe(false)
	expect(readRtpHeader(Buffer.alloc(11))).toBeUndefined()
	expect(readRtpHeader(fixed(0x00))).toBeUndefined()
})

test('sequence numbers are compared around the wrap', () => {
	expect(sequenceDistance(2, 65_534)).toBe(4)
	expect(sequenceDistance(65_534, 2)).toBe(-4)
	expect(sequenceDistance(5, 5)).toBe(0)
})
