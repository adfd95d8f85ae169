import { expect, test } from 'vitest'
import { RtcpReceiver, type RtcpReceiverSetup } from './rtcpReceiver.ts'

const aReceiver = (setup: Partial<RtcpReceiverSetup>) =>
	new RtcpReceiver({ requestsLost: true, onLost() {}, onGivenUp() {}, ...setup })
const video = () => aReceiver({ requestsLost: true })
const audio = () => aReceiver({ requestsLost: false })
const packet = (sequence: number, ssrc = 5) => ({ ssrc, sequence })
const kinds = (packets: Buffer[]) => packets.map(sent => sent.readUInt8(1))
const asked = (packets: Buffer[]) =>
	packets.filter(sent => sent.readUInt8(1) === 205).map(sent => [sent.readUInt16BE(12), sent.readUInt16BE(14)])

test('[ROOM-59] the first packet is answered with a report', () => {
	expect(kinds(video().onPacket(packet(1), 0))).toEqual([201])
	expect(kinds(audio().onPacket(packet(1), 0))).toEqual([201])
})

test('[ROOM-59] a gap is requested at once', () => {
	const receiver = video()
	receiver.onPacket(packet(65_534), 0)
	expect(asked(receiver.onPacket(packet(1), 10))).toEqual([[65_535, 1]])
})

test('[ROOM-59] a missing packet is requested eight times, at growing intervals, then given up', () => {
	const requestedAtMs: number[] = []
	const givenUpAtMs: number[] = []
	let nowMs = 0
	const receiver = aReceiver({ onGivenUp: () => void givenUpAtMs.push(nowMs) })
	receiver.onPacket(packet(1), 0)
	if (asked(receiver.onPacket(packet(3), 0)).length > 0) requestedAtMs.push(0)
	for (nowMs = 10; nowMs < 3_000; nowMs += 10) if (asked(receiver.due(nowMs)).length > 0) requestedAtMs.push(nowMs)
	expect(requestedAtMs).toEqual([0, 50, 100, 150, 200, 250, 300, 350])
	expect(givenUpAtMs).toEqual([400])
})

test('[ROOM-59] a packet that arrived late is not requested again', () => {
	const receiver = video()
	receiver.onPacket(packet(1), 0)
	receiver.onPacket(packet(3), 0)
	receiver.onPacket(packet(2), 20)
	expect(asked(receiver.due(500))).toEqual([])
})

test('[ROOM-59] audio is never requested again, and a huge gap counts as a restart', () => {
	const [heard, seen] = [audio(), video()]
	heard.onPacket(packet(1), 0)
	expect(asked(heard.onPacket(packet(5), 1))).toEqual([])
	seen.onPacket(packet(1), 0)
	expect(asked(seen.onPacket(packet(900), 1))).toEqual([])
})

test('[ROOM-59] a report is sent once a second with the loss of that second', () => {
	const receiver = audio()
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
	const receiver = video()
	receiver.onPacket(packet(1), 0)
	receiver.onPacket(packet(9), 0)
	receiver.onPacket(packet(30_000, 6), 10)
	expect(asked(receiver.due(900))).toEqual([])
	expect(receiver.keyFrameRequest()?.readUInt32BE(8)).toBe(6)
})

test('[ROOM-59] the wrap of the sequence number counts as a cycle', () => {
	const receiver = audio()
	receiver.onPacket(packet(65_535), 0)
	receiver.onPacket(packet(0), 0)
	expect(receiver.due(1_000)[0]?.readUInt32BE(16)).toBe(0x10000)
})

test('lost packets are counted once a second', () => {
	let lost = 0
	const receiver = aReceiver({
		onLost(packets) {
			lost += packets
		},
	})
	for (let sequence = 0; sequence < 100; sequence++) if (sequence % 4 !== 3) receiver.onPacket(packet(sequence), 0)
	receiver.due(1_000)
	receiver.due(2_000)
	expect(lost).toBe(24)
})
