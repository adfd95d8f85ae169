import { expect, test } from 'vitest'
import { RtcpReceiver } from './rtcpReceiver.ts'

const packet = (sequence: number, ssrc = 5) => ({ ssrc, sequence })
const kinds = (packets: Buffer[]) => packets.map(sent => sent.readUInt8(1))
const asked = (packets: Buffer[]) =>
	packets.filter(sent => sent.readUInt8(1) === 205).map(sent => [sent.readUInt16BE(12), sent.readUInt16BE(14)])

test('[ROOM-59] the first packet is answered with a report and a bit rate', () => {
	expect(kinds(new RtcpReceiver(600_000).onPacket(packet(1), 0))).toEqual([201, 206])
	expect(kinds(new RtcpReceiver().onPacket(packet(1), 0))).toEqual([201])
})

test('[ROOM-59] a gap is requested at once', () => {
	const receiver = new RtcpReceiver(600_000)
	receiver.onPacket(packet(65_534), 0)
	expect(asked(receiver.onPacket(packet(1), 10))).toEqual([[65_535, 1]])
})

test('[ROOM-59] a missing packet is requested a few times, then given up', () => {
	const receiver = new RtcpReceiver(600_000)
	receiver.onPacket(packet(1), 0)
	receiver.onPacket(packet(3), 0)
	let repeats = 0
	for (let now = 30; now < 3_000; now += 30) repeats += asked(receiver.due(now)).length
	expect(repeats).toBe(5)
})

test('[ROOM-59] a packet that arrived late is not requested again', () => {
	const receiver = new RtcpReceiver(600_000)
	receiver.onPacket(packet(1), 0)
	receiver.onPacket(packet(3), 0)
	receiver.onPacket(packet(2), 20)
	expect(asked(receiver.due(500))).toEqual([])
})

test('[ROOM-59] audio is never requested again, and a huge gap counts as a restart', () => {
	const audio = new RtcpReceiver()
	audio.onPacket(packet(1), 0)
	expect(asked(audio.onPacket(packet(5), 1))).toEqual([])
	const video = new RtcpReceiver(600_000)
	video.onPacket(packet(1), 0)
	expect(asked(video.onPacket(packet(900), 1))).toEqual([])
})

test('[ROOM-59] a report is sent once a second with the loss of that second', () => {
	const receiver = new RtcpReceiver()
	for (let sequence = 0; sequence < 100; sequence++) if (sequence % 4 !== 3) receiver.onPacket(packet(sequence), 0)
	expect(receiver.due(999)).toEqual([])
	const [report] = receiver.due(1_000)
	expect(report?.readUInt8(12)).toBe(Math.floor((256 * 24) / 98))
	expect(report?.readUIntBE(13, 3)).toBe(24)
	for (let sequence = 100; sequence < 150; sequence++) receiver.onPacket(packet(sequence), 1_500)
	const [next] = receiver.due(2_000)
	expect(next?.readUInt8(12)).toBe(Math.floor(256 / 51))
})

test('[ROOM-59] a new stream restarts counting', () => {
	const receiver = new RtcpReceiver(600_000)
	receiver.onPacket(packet(1), 0)
	receiver.onPacket(packet(9), 0)
	receiver.onPacket(packet(30_000, 6), 10)
	expect(asked(receiver.due(900))).toEqual([])
	expect(receiver.keyFrameRequest()?.readUInt32BE(8)).toBe(6)
})

test('[ROOM-59] the wrap of the sequence number counts as a cycle', () => {
	const receiver = new RtcpReceiver()
	receiver.onPacket(packet(65_535), 0)
	receiver.onPacket(packet(0), 0)
	expect(receiver.due(1_000)[0]?.readUInt32BE(16)).toBe(0x10000)
})

test('lost packets are counted once a second', () => {
	let lost = 0
	const receiver = new RtcpReceiver(undefined, packets => {
		lost += packets
	})
	for (let sequence = 0; sequence < 100; sequence++) if (sequence % 4 !== 3) receiver.onPacket(packet(sequence), 0)
	receiver.due(1_000)
	receiver.due(2_000)
	expect(lost).toBe(24)
})
