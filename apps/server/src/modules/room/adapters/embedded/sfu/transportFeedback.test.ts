import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { pictureLossIndication } from './rtcp.ts'
import { readTransportFeedback, transportFeedback } from './transportFeedback.ts'

const fixedBytes = 20

/** Feedback as another program writes it: status chunks, then deltas. */
function written(count: number, chunks: number[], deltas: number[] = []): Buffer {
	const bytes = Math.ceil((fixedBytes + chunks.length * 2 + deltas.length) / 4) * 4
	const packet = Buffer.alloc(bytes)
	packet.set([0x8f, 205], 0)
	packet.writeUInt16BE(bytes / 4 - 1, 2)
	packet.writeUInt16BE(100, 12)
	packet.writeUInt16BE(count, 14)
	packet.writeUIntBE(1, 16, 3)
	packet.writeUInt8(5, 19)
	chunks.forEach((chunk, index) => {
		packet.writeUInt16BE(chunk, fixedBytes + index * 2)
	})
	packet.set(deltas, fixedBytes + chunks.length * 2)
	return packet
}

test('[ROOM-59] the arrivals that a report contains are read as they were, to a quarter of a millisecond', () => {
	const arrivals = fc.array(fc.record({ gap: fc.nat(3), passMs: fc.integer({ min: -500, max: 8_000 }) }), {
		minLength: 1,
		maxLength: 100,
	})
	fc.assert(
		fc.property(fc.nat(0xffff), fc.nat(255), arrivals, (first, count, steps) => {
			const expected = new Map<number, number>()
			let [number, atMs] = [first, 100_000]
			for (const { gap, passMs } of steps) {
				expected.set(number, atMs)
				number += gap + 1
				atMs += passMs
			}
			const last = Math.max(...expected.keys())
			const [report] = readTransportFeedback(transportFeedback({ ssrc: 7, count, first, last, arrivals: expected }))
			expect(report?.count).toBe(count)
			expect(report?.packets).toHaveLength(last - first + 1)
			for (const [index, packet] of (report?.packets ?? []).entries())
				expect(packet).toEqual({ number: (first + index) & 0xffff, atMs: expected.get(first + index) })
		}),
	)
})

test('[ROOM-59] a report without an arrival cannot be written', () => {
	expect(() => transportFeedback({ ssrc: 7, count: 0, first: 1, last: 3, arrivals: new Map() })).toThrow(RangeError)
})

test('[ROOM-83] runs, vectors of one bit and vectors of two bits are read', () => {
	const run = (symbol: number, length: number) => (symbol << 13) | length
	const [missing, arrived] = [undefined, expect.any(Number)]
	const statuses = (packet: Buffer) => readTransportFeedback(packet)[0]?.packets.map(({ atMs }) => atMs)
	expect(statuses(written(5, [run(0, 3), run(1, 2)], [4, 8]))).toEqual([missing, missing, missing, 65, 67])
	expect(statuses(written(4, [0x8000 | (0b1010 << 10)], [4, 4]))).toEqual([65, missing, 66, missing])
	const twoBits = 0xc000 | (1 << 12) | (2 << 10)
	expect(statuses(written(3, [twoBits], [4, 0xff, 0xfc]))).toEqual([65, 64, missing])
	expect(statuses(written(1, [run(1, 9)], [4]))).toEqual([arrived])
})

test('[ROOM-63] arrivals whose times are cut off are left out', () => {
	const cut = written(20, [(1 << 13) | 20], [4, 4])
	expect(readTransportFeedback(cut)[0]?.packets.length).toBe(2)
	expect(readTransportFeedback(cut.subarray(0, 16))).toEqual([])
	expect(readTransportFeedback(pictureLossIndication(7))).toEqual([])
})

test('[ROOM-63] a report that claims far more packets than are sent between two reports costs little', () => {
	const greedy = written(0xffff, new Array(8).fill(0x1fff))
	expect(readTransportFeedback(greedy)[0]?.packets.length).toBeLessThanOrEqual(2_000)
})

test('[ROOM-63] whatever arrives as feedback, reading it does not throw', () => {
	const body = fc.uint8Array({ maxLength: 120 })
	fc.assert(
		fc.property(body, fc.boolean(), (bytes, isFeedback) => {
			const packet = Buffer.alloc(Math.ceil((8 + bytes.length) / 4) * 4)
			packet.set(bytes, 8)
			packet.set([0x8f, 205], 0)
			packet.writeUInt16BE(packet.length / 4 - 1, 2)
			for (const { packets } of readTransportFeedback(isFeedback ? packet : Buffer.from(bytes)))
				expect(packets.every(({ number }) => number >= 0 && number <= 0xffff)).toBe(true)
		}),
		{ numRuns: 500 },
	)
})
