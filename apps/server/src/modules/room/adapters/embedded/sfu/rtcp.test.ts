import { expect, test } from 'vitest'
import {
	isKeyFrameRequest,
	negativeAck,
	pictureLossIndication,
	readLostPackets,
	readNegativeAcks,
	readSenderReport,
	receiverReport,
	rewriteSenderReport,
} from './rtcp.ts'

test('[ROOM-59] adjacent lost packets share one NACK entry, across the wrap too', () => {
	const packet = negativeAck(9, [65_535, 0, 3, 40])
	expect(packet.readUInt8(1)).toBe(205)
	expect(packet.readUInt16BE(2)).toBe(packet.length / 4 - 1)
	expect([packet.readUInt16BE(12), packet.readUInt16BE(14)]).toEqual([65_535, 0b1001])
	expect([packet.readUInt16BE(16), packet.readUInt16BE(18)]).toEqual([40, 0])
	expect(packet.length).toBe(20)
})

test('[ROOM-59] the packets that a browser requests again are read, for the stream they belong to', () => {
	const wanted = [65_535, 0, 3, 40]
	const compound = Buffer.concat([pictureLossIndication(9), negativeAck(9, wanted), negativeAck(8, [5])])
	expect(readNegativeAcks(compound, 9)).toEqual(wanted)
	expect(readNegativeAcks(compound, 8)).toEqual([5])
	expect(readNegativeAcks(compound, 7)).toEqual([])
	expect(readNegativeAcks(negativeAck(9, wanted).subarray(0, 16), 9)).toEqual([])
})

test('[ROOM-59] a receiver report contains the loss', () => {
	const packet = receiverReport({
		ssrc: 7,
		fractionLost: 64,
		lost: 12,
		highestSequence: 0x1_0005,
		lastSenderReport: 99,
		sinceSenderReport: 65_536,
	})
	expect(packet.length).toBe((packet.readUInt16BE(2) + 1) * 4)
	expect(packet.readUInt8(12)).toBe(64)
	expect(packet.readUIntBE(13, 3)).toBe(12)
	expect(packet.readUInt32BE(16)).toBe(0x1_0005)
	expect(packet.readUInt32BE(28)).toBe(65_536)
})

test('[ROOM-58] a key frame request is found inside a compound packet', () => {
	const report = receiverReport({
		ssrc: 1,
		fractionLost: 0,
		lost: 0,
		highestSequence: 0,
		lastSenderReport: 0,
		sinceSenderReport: 0,
	})
	expect(isKeyFrameRequest(Buffer.concat([report, pictureLossIndication(7)]))).toBe(true)
	expect(isKeyFrameRequest(Buffer.concat([report, negativeAck(7, [1])]))).toBe(false)
	expect(isKeyFrameRequest(pictureLossIndication(7).subarray(0, 8))).toBe(false)
})

test('[ROOM-58] a sender report is passed on in the subscriber’s numbers', () => {
	const original = Buffer.alloc(28)
	original.writeUInt8(0x80, 0)
	original.writeUInt8(200, 1)
	original.writeUInt16BE(6, 2)
	original.writeUInt32BE(0x11223344, 8)
	original.writeUInt32BE(0x55667788, 12)
	original.writeUInt32BE(1000, 16)
	original.writeUInt32BE(42, 20)
	const report = readSenderReport(original)
	if (!report) throw new Error('not read')
	expect(report.ntpMiddle).toBe(0x33445566)
	const passed = rewriteSenderReport(report, { ssrc: 77, rtpTimestamp: 5000 })
	expect([passed.readUInt32BE(4), passed.readUInt32BE(16), passed.readUInt32BE(20)]).toEqual([77, 5000, 42])
	expect(passed.subarray(8, 16)).toEqual(original.subarray(8, 16))
	expect(readSenderReport(pictureLossIndication(1))).toBeUndefined()
})

test('losses of a browser are read for the reported stream, also behind other packets', () => {
	const report = (ssrc: number, lost: number) =>
		receiverReport({ ssrc, fractionLost: 0, lost, highestSequence: 1, lastSenderReport: 0, sinceSenderReport: 0 })
	const compound = Buffer.concat([pictureLossIndication(5), report(5, 3), report(7, 12)])
	expect(readLostPackets(compound, 7)).toBe(12)
	expect(readLostPackets(compound, 5)).toBe(3)
	expect(readLostPackets(compound, 6)).toBeUndefined()
	expect(readLostPackets(report(7, 12).subarray(0, 20), 7)).toBeUndefined()
	// More packets than expected: browsers count duplicates this way.
	const negative = report(9, 0)
	negative.writeIntBE(-2, 13, 3)
	expect(readLostPackets(negative, 9)).toBe(-2)
})
