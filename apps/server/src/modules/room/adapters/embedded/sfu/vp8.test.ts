import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { copyForForwarding, createPacket, forwardedPayload } from './rtp.ts'
import { readVp8Descriptor, rewriteVp8Descriptor, Vp8Continuity } from './vp8.ts'

const aPacket = (...payload: number[]) =>
	createPacket({ isMarked: false, payloadType: 96, sequence: 1, timestamp: 2, ssrc: 3 }, Uint8Array.from(payload))
const read = (...payload: number[]) => readVp8Descriptor(aPacket(...payload))
/** Descriptor with picture id and base frame counter, as Chromium writes it. */
const numbered = (pictureId: number, baseFrame: number, header = 1) => [
	0x90,
	0xe0,
	0x80 | (pictureId >> 8),
	pictureId & 0xff,
	baseFrame,
	0x40,
	header,
]

test('[ROOM-84] only the first packet of a key frame begins a layer', () => {
	expect(read(0x10, 0)?.isKeyFrameStart).toBe(true)
	expect(read(...numbered(5, 6, 0))?.isKeyFrameStart).toBe(true)
	expect(read(0x10, 1)?.isKeyFrameStart).toBe(false)
	expect(read(0x00, 0)?.isKeyFrameStart).toBe(false)
	expect(read(0x11, 0)?.isKeyFrameStart).toBe(false)
})

test('[ROOM-84] picture ids of 7 and 15 bits and base frame counters are read and written in their places', () => {
	expect(read(...numbered(0x1234, 6))).toMatchObject({
		pictureId: { bits: 15, value: 0x1234 },
		baseFrame: { value: 6 },
	})
	expect(read(0x90, 0x80, 0x12, 1)).toMatchObject({ pictureId: { bits: 7, value: 0x12 }, baseFrame: undefined })
	expect(read(0x10, 1)).toMatchObject({ pictureId: undefined, baseFrame: undefined })
	for (const [before, after] of [
		[numbered(5, 6), numbered(0x7fff, 255)],
		[
			[0x90, 0x80, 5, 1],
			[0x90, 0x80, 0x7f, 1],
		],
		[
			[0x10, 1],
			[0x10, 1],
		],
	] as const) {
		const packet = aPacket(...before)
		const descriptor = readVp8Descriptor(packet) ?? expect.fail('not read')
		rewriteVp8Descriptor(packet, descriptor, { pictureId: 0x7fff, baseFrame: 255 })
		expect([...forwardedPayload(packet)]).toEqual(after)
	}
})

test('[ROOM-63] a descriptor that is cut off is none', () => {
	const whole = numbered(5, 6)
	for (let bytes = 0; bytes < whole.length; bytes++) expect(read(...whole.slice(0, bytes))).toBeUndefined()
})

test('[ROOM-63] whatever the payload is, numbers are written inside of it', () => {
	fc.assert(
		fc.property(fc.uint8Array({ maxLength: 12 }), fc.nat(0xffff), (payload, number) => {
			const raw = Buffer.concat([Buffer.alloc(12), payload])
			raw.writeUInt8(0x80, 0)
			const packet = copyForForwarding(raw) ?? expect.fail('refused')
			const descriptor = readVp8Descriptor(packet)
			if (!descriptor) return
			const header = Buffer.from(packet.subarray(0, 20))
			rewriteVp8Descriptor(packet, descriptor, { pictureId: number, baseFrame: number })
			expect(packet.subarray(0, 20)).toEqual(header)
			const again = readVp8Descriptor(packet)
			expect(again?.isKeyFrameStart).toBe(descriptor.isKeyFrameStart)
			expect(again?.baseFrame?.value).toBe(descriptor.baseFrame && number & 0xff)
		}),
		{ numRuns: 500 },
	)
})

test('[ROOM-84] picture ids and base frame counters go on where the source changes, over their wrap', () => {
	const continuity = new Vp8Continuity()
	const next = (pictureId: number, baseFrame: number) => {
		const descriptor = read(...numbered(pictureId, baseFrame)) ?? expect.fail('not read')
		return Object.values(continuity.next(descriptor))
	}
	expect([next(0x7fff, 255), next(0, 0)]).toEqual([
		[1, 1],
		[2, 2],
	])
	continuity.switchSource()
	expect([next(300, 9), next(303, 10)]).toEqual([
		[3, 3],
		[6, 4],
	])
	// A late packet keeps its own number, and the next source goes on after the latest.
	expect(next(301, 9)).toEqual([4, 3])
	continuity.switchSource()
	expect(next(70, 70)).toEqual([7, 5])
})
