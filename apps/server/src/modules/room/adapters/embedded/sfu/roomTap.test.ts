import type { MediaSource } from '@parley/room'
import { beforeEach, describe, expect, test } from 'vitest'
import { toMediaPacket } from './mediaPacket.ts'
import type { Publication, Sink } from './publication.ts'
import { RoomTap } from './roomTap.ts'
import { createPacket, readRtpHeader } from './rtp.ts'

class FakePublication {
	readonly participantId: string
	readonly source: MediaSource
	isSpeaking = false
	/** One value for the only layer, or two for the lower and the higher one. */
	layerRates = [100_000]
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
	requestKeyFrames() {
		this.keyFrames++
	}
	send(packet: Buffer, layer = 0) {
		const header = readRtpHeader(packet)
		const media = header && toMediaPacket(packet, header, this.source === 'microphone' ? 'audio' : 'video')
		if (media) for (const sink of this.sinks) sink.forward(media, layer, 0)
	}
}

/** The first bytes of a VP8 payload: descriptor and frame header. */
const keyFrame = [0x10, 0]
const deltaFrame = [0x10, 1]
const aPacket = (sequence: number, payload: number[], paddingBytes = 0) =>
	createPacket(
		{ isMarked: true, payloadType: 96, sequence, timestamp: 9, ssrc: 1 },
		Uint8Array.from(payload),
		paddingBytes,
	)

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
		const rtp = aPacket(7, [...keyFrame, 3, 4], 2)
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
				sequence: 1,
				timestamp: 0,
				isLast: true,
				isSpeaking: false,
				payload: Uint8Array.from([...keyFrame, 3, 4]),
			},
			expect.objectContaining({ kind: 'audio', from: 'bob/microphone', isSpeaking: true }),
		])
		expect(tap.take().packets).toEqual([])
		const before = ann.camera.keyFrames
		tap.requestKeyFrame()
		expect(ann.camera.keyFrames).toBe(before + 1)
		tap.close()
		expect(everybody().every(({ sinks }) => sinks.size === 0)).toBe(true)
	})

	test('[ROOM-159] goes on with the next packet of a screen that stood still, and keeps the numbers of padding', () => {
		const screen = new FakePublication('bob', 'screen')
		screen.layerRates = [0]
		update(0, ann.microphone, screen)
		screen.send(aPacket(10, keyFrame))
		screen.send(aPacket(11, [], 200))
		screen.send(aPacket(12, deltaFrame))
		ann.microphone.send(aPacket(7, [], 200))
		expect(tap.take().packets.map(({ sequence, payload }) => [sequence, ...payload])).toEqual([
			[1, ...keyFrame],
			[2],
			[3, ...deltaFrame],
		])
	})

	test('[ROOM-84] begins with a key frame, and goes on as one stream with the best layer that arrives', () => {
		update(0, ...everybody())
		const received = () => tap.take().packets.map(({ sequence, payload }) => [sequence, ...payload])
		ann.camera.send(aPacket(10, deltaFrame))
		ann.camera.send(aPacket(11, [...keyFrame, 1]))
		ann.camera.send(aPacket(12, [...deltaFrame, 2]))
		expect(received()).toEqual([
			[1, ...keyFrame, 1],
			[2, ...deltaFrame, 2],
		])
		ann.camera.layerRates = [100_000, 500_000]
		const before = ann.camera.keyFrames
		ann.camera.send(aPacket(500, deltaFrame), 1)
		expect(ann.camera.keyFrames).toBe(before + 1)
		ann.camera.send(aPacket(13, [...deltaFrame, 3]))
		ann.camera.send(aPacket(501, [...keyFrame, 4]), 1)
		ann.camera.send(aPacket(14, [...deltaFrame, 5]))
		expect(received()).toEqual([
			[3, ...deltaFrame, 3],
			[4, ...keyFrame, 4],
		])
	})
})
