import { expect, test } from 'vitest'
import {
	copyForForwarding,
	createPacket,
	extensionIds,
	forwardedPayload,
	isMarked,
	isOnlyPadding,
	isRtcp,
	readAudioLevel,
	readExtension,
	readRid,
	readRtpHeader,
	readTransportNumber,
	rewriteHeader,
	sequenceDistance,
	writeTransportNumber,
} from './rtp.ts'

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

const copyOf = (packet: Buffer) => copyForForwarding(packet) ?? expect.fail('the packet is refused')

test('[ROOM-58] header extensions and contributing sources are dropped; the header and the payload stay', () => {
	const withSources = Buffer.concat([fixed(0x92), Buffer.alloc(8, 5), extensions, payload])
	for (const packet of [extended, withSources, Buffer.concat([fixed(0x80), payload])]) {
		const copy = copyOf(packet)
		expect(readRtpHeader(copy)).toEqual(readRtpHeader(packet))
		expect(copy.readUInt8(0)).toBe(0x90)
		expect(readAudioLevel(copy)).toBeUndefined()
		expect(forwardedPayload(copy)).toEqual(payload)
	}
})

test('[ROOM-58] the input packet is not modified', () => {
	const before = Buffer.from(extended)
	rewriteHeader(copyOf(extended), { sequence: 1, timestamp: 2, ssrc: 3 })
	expect(extended).toEqual(before)
})

test('[ROOM-58] a packet that is cut off, or that claims too much padding, is refused', () => {
	expect(copyForForwarding(extended.subarray(0, 18))).toBeUndefined()
	expect(readAudioLevel(extended.subarray(0, 18))).toBeUndefined()
	expect(copyForForwarding(fixed(0x82))).toBeUndefined()
	const padded = (claimed: number) => Buffer.concat([fixed(0xa0), payload, Buffer.from([0, 0, claimed])])
	expect(copyForForwarding(padded(9))).toBeUndefined()
	expect(forwardedPayload(copyOf(padded(3)))).toEqual(payload)
})

test('[ROOM-31] the level of a microphone is read from its extension', () => {
	expect(readAudioLevel(extended)).toBe(30)
	expect(readExtension(extended, extensionIds.mid)).toEqual(Buffer.from([7, 8, 9]))
	expect(readExtension(extended, 2)).toBeUndefined()
	expect(readAudioLevel(Buffer.concat([fixed(0x80), payload]))).toBeUndefined()
})

test('[ROOM-84] the layer of a packet is read from its extension', () => {
	const rid = Buffer.from([0xbe, 0xde, 0, 1, extensionIds.rid << 4, 'h'.charCodeAt(0), 0, 0])
	expect(readRid(Buffer.concat([fixed(0x90), rid, payload]))).toBe('h')
	expect(readRid(extended)).toBeUndefined()
})

test('[ROOM-83] a forwarded packet carries its number on the connection', () => {
	const copy = copyOf(extended)
	writeTransportNumber(copy, 0x1_0007)
	expect(readTransportNumber(copy)).toBe(7)
	expect(forwardedPayload(copy)).toEqual(payload)
	expect(readTransportNumber(extended)).toBeUndefined()
})

test('[ROOM-84] a packet of the engine is read as it was written, and padding is no payload', () => {
	const fields = { isMarked: true, payloadType: 97, sequence: 65_535, timestamp: 0xffffffff, ssrc: 7 }
	const packet = createPacket(fields, payload, 255)
	const { isMarked: marker, ...header } = fields
	expect([readRtpHeader(packet), isMarked(packet)]).toEqual([header, marker])
	expect(packet).toHaveLength(20 + payload.length + 255)
	expect(forwardedPayload(packet)).toEqual(payload)
	expect([packet, createPacket(fields, Buffer.alloc(0), 255), copyOf(extended)].map(isOnlyPadding)).toEqual([
		...[false, true, false],
	])
	writeTransportNumber(packet, 9)
	expect(readTransportNumber(packet)).toBe(9)
	expect(isMarked(createPacket({ ...fields, isMarked: false }, payload))).toBe(false)
})

test('[ROOM-58] a stamped packet carries the numbers of its new stream', () => {
	const packet = copyOf(extended)
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
