/** RTP packets (RFC 3550 §5): reading the header and its extensions, writing a copy for a subscriber. */

export interface RtpHeader {
	payloadType: number
	sequence: number
	timestamp: number
	ssrc: number
}

const fixedHeaderBytes = 12
const paddingFlag = 0x20
const extensionFlag = 0x10
const markerFlag = 0x80
const oneByteProfile = 0xbede

/** Ids of the header extensions, the same on every line of every connection, because the engine makes all offers. */
export const extensionIds = { audioLevel: 1, transportSequence: 3, mid: 4, rid: 10, repairedRid: 11 } as const

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

/** Where the payload of a received packet begins; undefined if its header is cut off. */
function findPayload(packet: Buffer): number | undefined {
	const first = packet.readUInt8(0)
	const block = extensionBlock(packet)
	if (block) return block.at + block.bytes
	return (first & extensionFlag) === 0 ? fixedHeaderBytes + (first & 0x0f) * 4 : undefined
}

const paddingBytesOf = (packet: Buffer): number =>
	(packet.readUInt8(0) & paddingFlag) === 0 ? 0 : packet.readUInt8(packet.length - 1)

/**
 * Returns whether a received packet contains no media. A browser sends such packets to measure its line, in the stream of a
 * picture and with its sequence numbers, because it is offered no stream of retransmissions for them.
 */
export const isOnlyPadding = (packet: Buffer): boolean => findPayload(packet) === packet.length - paddingBytesOf(packet)

/** Where the payload begins in a copy made by `copyForForwarding`. */
export const forwardedPayloadAt = fixedHeaderBytes + 8
const transportNumberAt = fixedHeaderBytes + 5

/**
 * A copy whose only extension is an empty transport-wide sequence number (RFC 8285, one-byte form). The publisher's own
 * extensions mean nothing on a subscriber's connection and would be believed there. Contributing sources are dropped.
 *
 * @returns undefined for a packet whose header is cut off, or that claims more padding than it has
 */
export function copyForForwarding(packet: Buffer): Buffer | undefined {
	const first = packet.readUInt8(0)
	const payloadAt = findPayload(packet)
	if (payloadAt === undefined || payloadAt + paddingBytesOf(packet) > packet.length) return undefined
	const copy = Buffer.allocUnsafe(forwardedPayloadAt + packet.length - payloadAt)
	packet.copy(copy, 0, 0, fixedHeaderBytes)
	copy.writeUInt8((first & 0xf0) | extensionFlag, 0)
	writeTransportExtension(copy)
	packet.copy(copy, forwardedPayloadAt, payloadAt)
	return copy
}

export interface PacketFields {
	isMarked: boolean
	payloadType: number
	sequence: number
	timestamp: number
	ssrc: number
}

/** A packet of our own with an empty transport-wide sequence number; `paddingBytes` up to 255. */
export function createPacket(fields: PacketFields, payload: Uint8Array, paddingBytes = 0): Buffer {
	const packet = Buffer.alloc(forwardedPayloadAt + payload.length + paddingBytes)
	packet.writeUInt8(0x80 | extensionFlag | (paddingBytes > 0 ? paddingFlag : 0), 0)
	packet.writeUInt8((fields.isMarked ? markerFlag : 0) | fields.payloadType, 1)
	rewriteHeader(packet, fields)
	writeTransportExtension(packet)
	packet.set(payload, forwardedPayloadAt)
	if (paddingBytes > 0) packet.writeUInt8(paddingBytes, packet.length - 1)
	return packet
}

/** Payload of a copy made by `copyForForwarding`, without padding. */
export function forwardedPayload(packet: Buffer): Buffer {
	return packet.subarray(forwardedPayloadAt, packet.length - paddingBytesOf(packet))
}

export const isMarked = (packet: Buffer): boolean => (packet.readUInt8(1) & markerFlag) !== 0

function writeTransportExtension(packet: Buffer): void {
	packet.writeUInt16BE(oneByteProfile, fixedHeaderBytes)
	packet.writeUInt16BE(1, fixedHeaderBytes + 2)
	packet.writeUInt32BE((((extensionIds.transportSequence << 4) | 1) << 24) >>> 0, fixedHeaderBytes + 4)
}

/** Writes the transport-wide sequence number into a copy made by `copyForForwarding` or a packet of our own. */
export function writeTransportNumber(packet: Buffer, number: number): void {
	packet.writeUInt16BE(number & 0xffff, transportNumberAt)
}

/** Writes another stream's numbers into a packet, in place. */
export function rewriteHeader(packet: Buffer, as: { sequence: number; timestamp: number; ssrc: number }): void {
	packet.writeUInt16BE(as.sequence, 2)
	packet.writeUInt32BE(as.timestamp, 4)
	packet.writeUInt32BE(as.ssrc, 8)
}

/** Value of a header extension in the one-byte form (RFC 8285); undefined if the packet has none with this id. */
export function readExtension(packet: Buffer, id: number): Buffer | undefined {
	const block = extensionBlock(packet)
	if (!block || packet.readUInt16BE(block.at) !== oneByteProfile) return undefined
	const end = block.at + block.bytes
	for (let at = block.at + 4; at < end; ) {
		const head = packet.readUInt8(at)
		if (head === 0) {
			at += 1
			continue
		}
		const bytes = (head & 0x0f) + 1
		if (head >> 4 === id && at + bytes < end) return packet.subarray(at + 1, at + 1 + bytes)
		at += 1 + bytes
	}
	return undefined
}

/** Loudness in -dBov from the ssrc-audio-level extension (RFC 6464): 0 is loudest, 127 is silence. */
export function readAudioLevel(packet: Buffer): number | undefined {
	const [level] = readExtension(packet, extensionIds.audioLevel) ?? []
	return level === undefined ? undefined : level & 0x7f
}

/** Number of the packet among all packets of its connection, which feedback to the sender refers to. */
export function readTransportNumber(packet: Buffer): number | undefined {
	const value = readExtension(packet, extensionIds.transportSequence)
	return value?.length === 2 ? value.readUInt16BE(0) : undefined
}

/** Simulcast layer of the packet (RFC 8852), which senders write at least until the first report reaches them. */
export const readRid = (packet: Buffer): string | undefined =>
	readExtension(packet, extensionIds.rid)?.toString('latin1')

/** Sequence numbers wrap: positive when `a` comes after `b`. */
export function sequenceDistance(a: number, b: number): number {
	const difference = (a - b) & 0xffff
	return difference < 0x8000 ? difference : difference - 0x10000
}
