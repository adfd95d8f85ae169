/** RTCP packets we send and read ourselves (RFC 3550 §6, RFC 4585). */

export const rtcpTypes = {
	senderReport: 200,
	receiverReport: 201,
	transportFeedback: 205,
	payloadFeedback: 206,
} as const
const feedback = { nack: 1, pli: 1, fir: 4 } as const

/** We have no stream of our own on the receiving leg; any constant does as the reporter's SSRC. */
const reporterSsrc = 1

/** An empty packet of `bytes`, a multiple of 4. */
export function rtcpHeader(bytes: number, count: number, type: number): Buffer {
	const packet = Buffer.alloc(bytes)
	packet.writeUInt8(0x80 | count, 0)
	packet.writeUInt8(type, 1)
	packet.writeUInt16BE(bytes / 4 - 1, 2)
	packet.writeUInt32BE(reporterSsrc, 4)
	return packet
}

export interface Reception {
	ssrc: number
	/** Fraction of packets lost since the last report, in 256ths. */
	fractionLost: number
	lost: number
	highestSequence: number
	/** Middle 32 bits of the last sender report's clock, and how long ago it came in 65,536ths of a second. */
	lastSenderReport: number
	sinceSenderReport: number
}

export function receiverReport(reception: Reception): Buffer {
	const packet = rtcpHeader(32, 1, rtcpTypes.receiverReport)
	packet.writeUInt32BE(reception.ssrc, 8)
	packet.writeUInt8(reception.fractionLost, 12)
	packet.writeUIntBE(reception.lost, 13, 3)
	packet.writeUInt32BE(reception.highestSequence >>> 0, 16)
	packet.writeUInt32BE(reception.lastSenderReport, 24)
	packet.writeUInt32BE(reception.sinceSenderReport, 28)
	return packet
}

/** Requests a key frame (PLI). */
export function pictureLossIndication(ssrc: number): Buffer {
	const packet = rtcpHeader(12, feedback.pli, rtcpTypes.payloadFeedback)
	packet.writeUInt32BE(ssrc, 8)
	return packet
}

/** Requests lost packets again (NACK); up to 17 neighbours share one entry. */
export function negativeAck(ssrc: number, sequences: readonly number[]): Buffer {
	const entries = nackEntries(sequences)
	const packet = rtcpHeader(12 + entries.length * 4, feedback.nack, rtcpTypes.transportFeedback)
	packet.writeUInt32BE(ssrc, 8)
	entries.forEach((entry, index) => {
		packet.writeUInt16BE(entry.first, 12 + index * 4)
		packet.writeUInt16BE(entry.following, 14 + index * 4)
	})
	return packet
}

function nackEntries(sequences: readonly number[]): { first: number; following: number }[] {
	const entries: { first: number; following: number }[] = []
	for (const sequence of sequences) {
		const last = entries.at(-1)
		const distance = last ? (sequence - last.first) & 0xffff : 0
		if (last && distance >= 1 && distance <= 16) last.following |= 1 << (distance - 1)
		else entries.push({ first: sequence, following: 0 })
	}
	return entries
}

/** Splits a compound packet; stops at the first truncated one. */
export function* singlePackets(compound: Buffer): Generator<Buffer> {
	for (let at = 0; at + 4 <= compound.length; ) {
		const bytes = (compound.readUInt16BE(at + 2) + 1) * 4
		if (at + bytes > compound.length) return
		yield compound.subarray(at, at + bytes)
		at += bytes
	}
}

/** Returns whether a packet requests a key frame, as PLI or FIR. */
export function isKeyFrameRequest(compound: Buffer): boolean {
	for (const packet of singlePackets(compound)) {
		const format = packet.readUInt8(0) & 0x1f
		if (packet.readUInt8(1) !== rtcpTypes.payloadFeedback) continue
		if (format === feedback.pli || format === feedback.fir) return true
	}
	return false
}

/** Sequence numbers that a browser requests again from a stream (NACK). */
export function readNegativeAcks(compound: Buffer, ssrc: number): number[] {
	const sequences: number[] = []
	for (const packet of singlePackets(compound)) {
		const isNack = packet.readUInt8(1) === rtcpTypes.transportFeedback && (packet.readUInt8(0) & 0x1f) === feedback.nack
		if (!isNack || packet.length < 12 || packet.readUInt32BE(8) !== ssrc) continue
		for (let at = 12; at + 4 <= packet.length; at += 4) {
			const first = packet.readUInt16BE(at)
			const following = packet.readUInt16BE(at + 2)
			sequences.push(first)
			for (let bit = 0; bit < 16; bit++) if ((following >> bit) & 1) sequences.push((first + bit + 1) & 0xffff)
		}
	}
	return sequences
}

/**
 * Returns how many packets of a stream a browser reports as lost since its beginning; undefined if the reports are for
 * other streams.
 */
export function readLostPackets(compound: Buffer, ssrc: number): number | undefined {
	for (const packet of singlePackets(compound)) {
		const type = packet.readUInt8(1)
		if (type !== rtcpTypes.receiverReport && type !== rtcpTypes.senderReport) continue
		const blocks = packet.readUInt8(0) & 0x1f
		const first = type === rtcpTypes.senderReport ? senderReportBytes : receiverReportBytes
		for (let n = 0, at = first; n < blocks && at + reportBlockBytes <= packet.length; n++, at += reportBlockBytes) {
			if (packet.readUInt32BE(at) === ssrc) return packet.readIntBE(at + 5, 3)
		}
	}
	return undefined
}

const receiverReportBytes = 8
const senderReportBytes = 28
const reportBlockBytes = 24

export interface SenderReport {
	ssrc: number
	/** The whole sender-info block, clock first: 8 bytes NTP, 4 RTP time, 4 packets, 4 octets. */
	info: Buffer
	ntpMiddle: number
	rtpTimestamp: number
}

export function readSenderReport(compound: Buffer): SenderReport | undefined {
	for (const packet of singlePackets(compound)) {
		if (packet.readUInt8(1) !== rtcpTypes.senderReport || packet.length < 28) continue
		return {
			ssrc: packet.readUInt32BE(4),
			info: Buffer.from(packet.subarray(8, 28)),
			ntpMiddle: packet.readUInt32BE(10),
			rtpTimestamp: packet.readUInt32BE(16),
		}
	}
	return undefined
}

/** Converts a sender report to the numbers of a subscriber's stream, for lip sync. */
export function rewriteSenderReport(report: SenderReport, as: { ssrc: number; rtpTimestamp: number }): Buffer {
	const packet = rtcpHeader(28, 0, rtcpTypes.senderReport)
	packet.writeUInt32BE(as.ssrc, 4)
	report.info.copy(packet, 8)
	packet.writeUInt32BE(as.rtpTimestamp >>> 0, 16)
	return packet
}
