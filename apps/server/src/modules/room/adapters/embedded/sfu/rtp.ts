/** RTP packets (RFC 3550 §5): reading the header, dropping extensions, stamping a copy for a subscriber. */

export interface RtpHeader {
	payloadType: number
	sequence: number
	timestamp: number
	ssrc: number
}

const fixedHeaderBytes = 12
const extensionFlag = 0x10

/** Packet types 64 to 95 (with the marker bit off) are RTCP where RTP and RTCP share a port (RFC 5761 §4). */
export function isRtcp(packet: Buffer): boolean {
	const type = (packet[1] ?? 0) & 0x7f
	return type >= 64 && type <= 95
}

export function readRtpHeader(packet: Buffer): RtpHeader | undefined {
	if (packet.length < fixedHeaderBytes || packet.readUInt8(0) >> 6 !== 2) return undefined
	return {
		payloadType: packet.readUInt8(1) & 0x7f,
		sequence: packet.readUInt16BE(2),
		timestamp: packet.readUInt32BE(4),
		ssrc: packet.readUInt32BE(8),
	}
}

/** Position and length of the extension block; undefined if it is missing or cut off. */
function extensionBlock(packet: Buffer): { at: number; bytes: number } | undefined {
	const first = packet.readUInt8(0)
	const at = fixedHeaderBytes + (first & 0x0f) * 4
	if ((first & extensionFlag) === 0 || packet.length < at + 4) return undefined
	const bytes = 4 + packet.readUInt16BE(at + 2) * 4
	return packet.length < at + bytes ? undefined : { at, bytes }
}

/**
 * A copy without header extensions. The publisher's MID and TWCC numbers mean nothing on a subscriber's leg and would
 * be believed there.
 */
export function withoutExtensions(packet: Buffer): Buffer {
	const block = extensionBlock(packet)
	if (!block) return Buffer.from(packet)
	const copy = Buffer.concat([packet.subarray(0, block.at), packet.subarray(block.at + block.bytes)])
	copy.writeUInt8(copy.readUInt8(0) & ~extensionFlag, 0)
	return copy
}

/** Writes another stream's numbers into a packet, in place. */
export function rewriteHeader(packet: Buffer, as: { sequence: number; timestamp: number; ssrc: number }): void {
	packet.writeUInt16BE(as.sequence, 2)
	packet.writeUInt32BE(as.timestamp, 4)
	packet.writeUInt32BE(as.ssrc, 8)
}

const oneByteProfile = 0xbede

/** Loudness in -dBov from the ssrc-audio-level extension (RFC 6464): 0 is loudest, 127 is silence. */
export function audioLevel(packet: Buffer, extensionId: number): number | undefined {
	const block = extensionBlock(packet)
	if (!block || packet.readUInt16BE(block.at) !== oneByteProfile) return undefined
	const end = block.at + block.bytes
	for (let at = block.at + 4; at < end; ) {
		const head = packet.readUInt8(at)
		if (head === 0) {
			at += 1
			continue
		}
		if (head >> 4 === extensionId && at + 1 < end) return packet.readUInt8(at + 1) & 0x7f
		at += 2 + (head & 0x0f)
	}
	return undefined
}

/** Sequence numbers wrap: positive when `a` comes after `b`. */
export function sequenceDistance(a: number, b: number): number {
	const difference = (a - b) & 0xffff
	return difference < 0x8000 ? difference : difference - 0x10000
}
