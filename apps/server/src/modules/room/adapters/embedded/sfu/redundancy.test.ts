import { expect, test } from 'vitest'
import { redundantPayload, retransmissionPayload } from './redundancy.ts'

const bytes = (...values: number[]) => Uint8Array.from(values)

test('[ROOM-85] redundant audio carries the earlier payloads with their ages, then the newest', () => {
	const red = redundantPayload(111, bytes(9, 9), [
		{ payload: bytes(1), age: 1_920 },
		{ payload: bytes(2, 2), age: 960 },
	])
	expect(red.readUInt8(0)).toBe(0x80 | 111)
	expect([red.readUIntBE(1, 3) >> 10, red.readUIntBE(1, 3) & 0x3ff]).toEqual([1_920, 1])
	expect([red.readUIntBE(5, 3) >> 10, red.readUIntBE(5, 3) & 0x3ff]).toEqual([960, 2])
	expect([...red.subarray(8)]).toEqual([111, 1, 2, 2, 9, 9])
})

test('[ROOM-85] earlier payloads that the format cannot hold are left out', () => {
	const kept = (age: number, length: number) =>
		redundantPayload(111, bytes(9), [{ payload: new Uint8Array(length), age }]).length > 2
	expect([kept(0x3fff, 0x3ff), kept(0x4000, 1), kept(960, 0x400), kept(0, 1), kept(960, 0)]).toEqual([
		true,
		false,
		false,
		false,
		false,
	])
	// The age of a packet that was overtaken is negative: as 32 bits it is huge.
	expect(kept(-960 >>> 0, 1)).toBe(false)
})

test('[ROOM-59] a repeated packet begins with its original number', () => {
	expect(retransmissionPayload(0xabcd, bytes(7, 8))).toEqual(Buffer.from([0xab, 0xcd, 7, 8]))
})
