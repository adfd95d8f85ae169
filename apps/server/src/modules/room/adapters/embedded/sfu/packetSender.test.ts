import type { Track } from 'node-datachannel'
import { expect, test } from 'vitest'
import type { BandwidthEstimator } from './bandwidthEstimator.ts'
import { PacketSender } from './packetSender.ts'
import { createPacket, readTransportNumber } from './rtp.ts'

/** A sender over a line of some bit rate; the test is the clock. */
function aSender(bitsPerSecond: number | undefined) {
	const line = { bitsPerSecond, isFull: false, sent: [] as number[], isOpen: true }
	let [nowMs, numbers, counted] = [0, 0, 0]
	const estimator = {
		get bitsPerSecond() {
			return line.bitsPerSecond
		},
		get isFull() {
			return line.isFull
		},
		onSent: () => numbers++,
	} as unknown as BandwidthEstimator
	const sender = new PacketSender(estimator, { now: () => nowMs, onSent: () => void counted++ })
	const track = {
		isOpen: () => line.isOpen,
		sendMessageBinary: (packet: Buffer) => void line.sent.push(packet.readUInt16BE(2)),
	} as unknown as Track
	const video = (sequence: number) =>
		createPacket({ isMarked: false, payloadType: 96, sequence, timestamp: 0, ssrc: 1 }, Buffer.alloc(942))
	return {
		sender,
		line,
		track,
		video,
		counted: () => counted,
		pass(ms: number) {
			for (const untilMs = nowMs + ms; nowMs < untilMs; ) {
				nowMs += 10
				sender.tick()
			}
		},
	}
}

test('[ROOM-83] video of a slow line waits for it in order, audio goes past it, and all are numbered as they leave', () => {
	const { sender, line, track, video, pass, counted } = aSender(100_000)
	const packets = Array.from({ length: 8 }, (_, index) => video(index))
	for (const packet of packets) sender.sendPaced(track, packet)
	const atOnce = line.sent.length
	expect(atOnce).toBeLessThan(5)
	const audio = createPacket(
		{ isMarked: false, payloadType: 111, sequence: 99, timestamp: 0, ssrc: 2 },
		Buffer.alloc(80),
	)
	sender.send(track, audio)
	expect(line.sent.at(-1)).toBe(99)
	expect(readTransportNumber(audio)).toBe(atOnce)
	pass(1_000)
	expect(line.sent.filter(sequence => sequence !== 99)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
	expect(counted()).toBe(9)
})

test('[ROOM-83] on a line that is full less is sent than it carries, so that its queue drains', () => {
	const bytesIn = (isFull: boolean) => {
		const { sender, line, track, video, pass } = aSender(400_000)
		line.isFull = isFull
		for (let sequence = 0; sequence < 40; sequence++) sender.sendPaced(track, video(sequence))
		const before = sender.sentBytes
		pass(500)
		return (sender.sentBytes - before) * 2 * 8
	}
	expect(bytesIn(true)).toBeLessThan(360_000)
	expect(bytesIn(false)).toBeGreaterThan(400_000)
})

test('a packet that waits is a copy: the others of the room write into the original', () => {
	const { sender, line, track, video, pass } = aSender(50_000)
	for (let sequence = 0; sequence < 6; sequence++) {
		const packet = video(sequence)
		sender.sendPaced(track, packet)
		packet.writeUInt16BE(7_777, 2)
	}
	pass(3_000)
	expect(line.sent).toEqual([0, 1, 2, 3, 4, 5])
})

test('what waits is dropped for a line that carries something else now, and for one that closed', () => {
	const { sender, line, track, video, pass } = aSender(50_000)
	for (let sequence = 0; sequence < 6; sequence++) sender.sendPaced(track, video(sequence))
	const before = line.sent.length
	sender.dropWaiting(track)
	pass(2_000)
	expect(line.sent).toHaveLength(before)
	for (let sequence = 6; sequence < 12; sequence++) sender.sendPaced(track, video(sequence))
	const closedAt = line.sent.length
	line.isOpen = false
	pass(2_000)
	expect(line.sent).toHaveLength(closedAt)
})

test('[ROOM-83] no more waits than a second of the line, and without feedback nothing waits', () => {
	const slow = aSender(50_000)
	for (let sequence = 0; sequence < 200; sequence++) slow.sender.sendPaced(slow.track, slow.video(sequence))
	slow.pass(60_000)
	expect(slow.line.sent.length).toBeLessThan(25)
	const unknown = aSender(undefined)
	for (let sequence = 0; sequence < 200; sequence++) unknown.sender.sendPaced(unknown.track, unknown.video(sequence))
	expect(unknown.line.sent).toHaveLength(200)
})
