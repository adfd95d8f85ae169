import type { MediaSource } from '@parley/room'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Publication, Sink } from './publication.ts'
import { RoomTap } from './roomTap.ts'

class FakePublication {
	readonly participantId: string
	readonly source: MediaSource
	isSpeaking = false
	sinks = new Set<Sink>()
	keyFrames = 0
	constructor(participantId: string, source: MediaSource) {
		this.participantId = participantId
		this.source = source
	}
	addSink(sink: Sink) {
		this.sinks.add(sink)
	}
	removeSink(sink: Sink) {
		this.sinks.delete(sink)
	}
	requestKeyFrame() {
		this.keyFrames++
	}
	send(packet: Buffer) {
		const header = { payloadType: 96, sequence: packet.readUInt16BE(2), timestamp: packet.readUInt32BE(4), ssrc: 1 }
		for (const sink of this.sinks) sink.forward(packet, header, 0)
	}
}

let tap: RoomTap
let ann: Record<'microphone' | 'camera', FakePublication>
let bob: Record<'microphone' | 'camera', FakePublication>
const update = (nowMs: number, ...publications: FakePublication[]) =>
	tap.update(publications as unknown as Publication[], nowMs)
const person = (name: string) => ({
	microphone: new FakePublication(name, 'microphone'),
	camera: new FakePublication(name, 'camera'),
})

beforeEach(() => {
	tap = new RoomTap()
	ann = person('ann')
	bob = person('bob')
})

describe('the picture of a room on air', () => {
	const everybody = () => [ann.microphone, ann.camera, bob.microphone, bob.camera]

	test('shows the speaker, for at least three seconds, and the last speaker while no one speaks', () => {
		update(0, ...everybody())
		expect(tap.take().video).toBe('ann/camera')
		bob.microphone.isSpeaking = true
		update(2_000, ...everybody())
		expect(tap.take().video).toBe('ann/camera')
		update(3_000, ...everybody())
		expect(tap.take().video).toBe('bob/camera')
		expect([ann.camera.sinks.size, bob.camera.sinks.size]).toEqual([0, 1])
		bob.microphone.isSpeaking = false
		update(10_000, ...everybody())
		expect(tap.take().video).toBe('bob/camera')
		// Both speak: no change.
		bob.microphone.isSpeaking = true
		ann.microphone.isSpeaking = true
		update(20_000, ...everybody())
		expect(tap.take().video).toBe('bob/camera')
	})

	test('shows a shared screen at once, and nothing while no camera is on', () => {
		update(0, ...everybody())
		const screen = new FakePublication('bob', 'screen')
		update(100, ...everybody(), screen)
		expect(tap.take().video).toBe('bob/screen')
		update(200, ...everybody())
		expect(tap.take().video).toBe('ann/camera')
		update(300, ann.microphone, bob.microphone)
		expect(tap.take().video).toBeNull()
		expect([ann.camera, bob.camera, screen].map(({ sinks }) => sinks.size)).toEqual([0, 0, 0])
		expect([ann.microphone, bob.microphone].map(({ sinks }) => sinks.size)).toEqual([1, 1])
	})

	test('arrives as separate payloads, without padding, next to the sound of everyone', () => {
		update(0, ...everybody())
		const rtp = Buffer.alloc(18)
		rtp.set([0xa0, 0x80 | 96, 0, 7, 0, 0, 0, 9], 0)
		rtp.set([1, 2, 3, 4, 0, 2], 12)
		ann.camera.send(rtp)
		bob.camera.send(rtp)
		bob.microphone.isSpeaking = true
		bob.microphone.send(rtp)
		rtp.fill(0)
		const { packets } = tap.take()
		expect(packets).toEqual([
			{
				kind: 'video',
				from: 'ann/camera',
				sequence: 7,
				timestamp: 9,
				isLast: true,
				isSpeaking: false,
				payload: Uint8Array.from([1, 2, 3, 4]),
			},
			expect.objectContaining({ kind: 'audio', from: 'bob/microphone', isSpeaking: true }),
		])
		expect(tap.take().packets).toEqual([])
		tap.requestKeyFrame()
		expect(ann.camera.keyFrames).toBe(1)
		tap.close()
		expect(everybody().every(({ sinks }) => sinks.size === 0)).toBe(true)
	})
})
