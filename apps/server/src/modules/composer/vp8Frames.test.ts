import { describe, expect, test } from 'vitest'
import type { TappedPacket } from '../room/index.ts'
import { createVp8Assembler } from './vp8Frames.ts'

const start = 0x10
/** Even first byte: a key frame. */
const key = 0x00
const other = 0x01

const packet = (sequence: number, payload: number[], isLast = true): TappedPacket => ({
	kind: 'video',
	from: 'a/camera',
	sequence: sequence & 0xffff,
	timestamp: sequence * 3_000,
	isLast,
	isSpeaking: false,
	payload: Uint8Array.from(payload),
})

function anAssembler() {
	let requests = 0
	const assembler = createVp8Assembler(() => requests++)
	const push = (packets: TappedPacket[], nowMs = 0) => assembler.push(packets, nowMs).map(({ data }) => [...data])
	return { push, requests: () => requests }
}

describe('frames of a picture', () => {
	test('are assembled from their packets in order, whatever else the descriptor contains', () => {
		const { push } = anAssembler()
		const first = packet(1, [start, key, 1, 2], false)
		// With a picture id of two bytes, a layer and a key index.
		const second = packet(2, [0x80, 0xf0, 0x81, 0x02, 0x03, 0x04, 3, 4])
		expect(push([first, second])).toEqual([[key, 1, 2, 3, 4]])
		expect(push([packet(4, [start, other, 6]), packet(3, [start, other, 5])])).toEqual([
			[other, 5],
			[other, 6],
		])
	})

	test('begin with a key frame, which is requested once a second', () => {
		const { push, requests } = anAssembler()
		expect(push([packet(1, [start, other])], 0)).toEqual([])
		expect(push([packet(2, [start, other])], 500)).toEqual([])
		expect(requests()).toBe(1)
		expect(push([packet(3, [start, other])], 1_000)).toEqual([])
		expect(requests()).toBe(2)
		expect(push([packet(4, [start, key])], 1_100)).toEqual([[key]])
		expect(push([packet(5, [start, other])], 3_000)).toEqual([[other]])
		expect(requests()).toBe(2)
	})

	test('wait for a retransmitted packet; after a loss they continue with the next key frame', () => {
		const { push, requests } = anAssembler()
		push([packet(65_535, [start, key])])
		expect(push([packet(65_537, [start, other, 2])], 10)).toEqual([])
		expect(push([packet(65_536, [start, other, 1])], 100)).toEqual([
			[other, 1],
			[other, 2],
		])
		expect(push([packet(65_539, [start, other, 4])], 200)).toEqual([])
		expect(push([packet(65_540, [start, other, 5])], 400)).toEqual([])
		expect(requests()).toBe(1)
		expect(push([packet(65_541, [start, key, 6]), packet(65_538, [start, other, 3])], 450)).toEqual([[key, 6]])
	})

	test('[ROOM-159] go on after padding, without another key frame', () => {
		const { push, requests } = anAssembler()
		expect(push([packet(1, [start, key]), packet(2, [], false), packet(3, [start, other, 1])])).toEqual([
			[key],
			[other, 1],
		])
		// Also between the packets of a frame.
		const frame = [packet(4, [start, other, 2], false), packet(5, [], true), packet(6, [0, 3])]
		expect(push(frame, 1_000)).toEqual([[other, 2, 3]])
		expect(requests()).toBe(0)
	})

	test('continue after a source restarts with other numbers', () => {
		const { push } = anAssembler()
		push([packet(1, [start, key])])
		expect(push([packet(20_000, [start, key, 1]), packet(20_001, [start, other])], 50)).toEqual([[key, 1], [other]])
	})
})
