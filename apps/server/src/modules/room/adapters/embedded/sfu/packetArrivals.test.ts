import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { PacketArrivals } from './packetArrivals.ts'
import { readTransportFeedback } from './transportFeedback.ts'

const read = (report: Buffer | undefined) => readTransportFeedback(report ?? Buffer.alloc(0))[0]
const numbers = (report: Buffer | undefined) => read(report)?.packets.map(({ number }) => number)

test('[ROOM-59] a sender gets feedback of all its packets, at most every 75 ms, with the missing ones', () => {
	const arrivals = new PacketArrivals()
	expect(arrivals.due(7, 0)).toBeUndefined()
	arrivals.add(65_535, 0)
	const first = arrivals.due(7, 10)
	expect(first?.readUInt32BE(8)).toBe(7)
	expect(read(first)).toEqual({ count: 0, packets: [{ number: 65_535, atMs: 0 }] })
	arrivals.add(2, 30)
	expect(arrivals.due(7, 84)).toBeUndefined()
	expect(read(arrivals.due(7, 85))).toEqual({
		count: 1,
		packets: [
			{ number: 0, atMs: undefined },
			{ number: 1, atMs: undefined },
			{ number: 2, atMs: 30 },
		],
	})
	expect(arrivals.due(7, 500)).toBeUndefined()
})

test('[ROOM-59] a packet that arrives late is in the next report', () => {
	const arrivals = new PacketArrivals()
	for (const number of [10, 12]) arrivals.add(number, 0)
	expect(numbers(arrivals.due(7, 100))).toEqual([10, 11, 12])
	arrivals.add(11, 150)
	expect(read(arrivals.due(7, 200))?.packets).toEqual([
		{ number: 11, atMs: 150 },
		{ number: 12, atMs: 0 },
	])
})

test('[ROOM-63] whatever a sender numbers its packets, its feedback can be written and fits a packet', () => {
	const step = fc.record({ number: fc.nat(0xffff), passMs: fc.nat(40_000) })
	fc.assert(
		fc.property(fc.array(step, { maxLength: 100 }), steps => {
			const arrivals = new PacketArrivals()
			let nowMs = 0
			for (const { number, passMs } of steps) {
				nowMs += passMs
				arrivals.add(number, nowMs)
				expect(arrivals.due(7, nowMs)?.length ?? 0).toBeLessThan(1_200)
			}
		}),
	)
})
