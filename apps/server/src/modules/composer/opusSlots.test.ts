import { describe, expect, test } from 'vitest'
import type { TappedPacket } from '../room/index.ts'
import { createOpusSlots, opusMs } from './opusSlots.ts'

/** A packet of 20 ms, with one frame. */
const toc = 0xf8
const packet = (from: string, sequence: number, isSpeaking = true): TappedPacket => ({
	kind: 'audio',
	from,
	sequence: sequence & 0xffff,
	timestamp: 0,
	isLast: true,
	isSpeaking,
	payload: Uint8Array.from([toc, sequence & 0xff]),
})
const isSilence = (data: Uint8Array) => data.length === 3

test('the duration of a packet is in its first byte, and in the second if it has many frames', () => {
	expect(
		[[0x00], [0x18], [0x60], [0xf8], [0xf9], [0xe3, 4], [0xfb, 63]].map(bytes => opusMs(Uint8Array.from(bytes))),
	).toEqual([10, 60, 10, 20, 40, 10, 20])
})

describe('the inputs of a mixer', () => {
	test('each has a continuous sequence of packets, with silence if no one sends', () => {
		const slots = createOpusSlots(2)
		expect(slots.due(100).map(({ slot, ms }) => `${slot} ${ms}`)).toEqual(
			[0, 20, 40, 60, 80, 100].flatMap(ms => [`0 ${ms}`, `1 ${ms}`]),
		)
		for (let i = 0; i < 4; i++) slots.push(packet('a', i), 100)
		const heard = slots.due(200)
		expect(heard.filter(({ slot }) => slot === 0).map(({ data }) => (isSilence(data) ? '-' : data[1]))).toEqual([
			0,
			1,
			2,
			3,
			'-',
		])
		expect(heard.filter(({ slot }) => slot === 1).every(({ data }) => isSilence(data))).toBe(true)
	})

	test('a new speaker is played once a few packets wait; late ones and duplicates are dropped', () => {
		const slots = createOpusSlots(1)
		slots.push(packet('a', 65_534), 0)
		slots.push(packet('a', 65_535), 0)
		expect(slots.due(0).map(({ data }) => isSilence(data))).toEqual([true])
		slots.push(packet('a', 65_535), 0)
		slots.push(packet('a', 65_530), 0)
		slots.push(packet('a', 65_536), 0)
		expect(slots.due(80).map(({ data }) => (isSilence(data) ? '-' : data[1]))).toEqual([254, 255, 0, '-'])
	})

	test('a backlog does not build up delay', () => {
		const slots = createOpusSlots(1)
		for (let i = 0; i < 17; i++) slots.push(packet('a', i), 0)
		expect(slots.due(0)[0]?.data[1]).toBe(14)
	})

	test('a quiet participant yields the slot to a speaker, and one who left to anyone', () => {
		const slots = createOpusSlots(1)
		const say = (from: string, nowMs: number, isSpeaking: boolean) => {
			for (let i = 0; i < 3; i++) slots.push(packet(from, nowMs + i, isSpeaking), nowMs)
			return slots.due(nowMs).some(({ data }) => !isSilence(data))
		}
		expect(say('a', 0, true)).toBe(true)
		for (const at of [60, 1_100]) say('a', at, false)
		expect(say('b', 1_200, false)).toBe(false)
		expect(say('b', 1_260, true)).toBe(true)
		slots.due(4_000)
		expect(say('c', 4_100, false)).toBe(true)
	})
})
