import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sequenceDistance } from './rtp.ts'
import { RtpContinuity } from './rtpContinuity.ts'

const at = (sequence: number, timestamp: number) => ({ sequence, timestamp })

test('[ROOM-58] the first packet follows the start, the next follow the first', () => {
	const stream = new RtpContinuity(90_000, at(65_534, 100))
	expect(stream.next(at(7, 1000), 10)).toEqual(at(65_535, 100))
	expect(stream.next(at(8, 4000), 43)).toEqual(at(0, 3100))
})

test('[ROOM-58] with another source, numbers continue and time has advanced', () => {
	const stream = new RtpContinuity(90_000, at(0, 0))
	stream.next(at(500, 9000), 1000)
	stream.switchSource()
	expect(stream.next(at(60_000, 5), 3000)).toEqual(at(2, 180_000))
})

test('[ROOM-58] a packet from before the switch is dropped, a merely late one is not', () => {
	const stream = new RtpContinuity(90_000, at(0, 0))
	stream.next(at(100, 0), 1)
	expect(stream.next(at(99, 0), 2)).toBeUndefined()
	expect(stream.next(at(102, 0), 3)?.sequence).toBe(3)
	expect(stream.next(at(101, 0), 4)?.sequence).toBe(2)
})

test('[ROOM-58] late packets still pass long after the start, anywhere in the number space', () => {
	const stream = new RtpContinuity(90_000, at(0, 0))
	for (let step = 0; step < 40_000; step++) {
		const sequence = (step + 5) & 0xffff
		if (step > 600 && step % 1000 === 0) {
			expect(stream.next(at((sequence + 1) & 0xffff, step), step)).toBeDefined()
		}
		expect(stream.next(at(sequence, step), step)).toBeDefined()
	}
})

test('[ROOM-58] no number is used twice, however often the source changes', () => {
	const sources = fc.array(
		fc.record({ start: fc.integer({ min: 0, max: 65_535 }), count: fc.integer({ min: 1, max: 40 }) }),
		{
			minLength: 1,
			maxLength: 8,
		},
	)
	fc.assert(
		fc.property(sources, list => {
			const stream = new RtpContinuity(48_000, at(65_500, 0))
			let last = 65_500
			let now = 0
			for (const { start, count } of list) {
				stream.switchSource()
				for (let step = 0; step < count; step++) {
					const sent = stream.next(at((start + step) & 0xffff, step), ++now)
					expect(sequenceDistance(sent?.sequence ?? last, last)).toBe(1)
					last = sent?.sequence ?? last
				}
			}
		}),
		{ seed: 7 },
	)
})
