import { type Envelope, envelopeEvent } from '@parley/im'

/** Envelopes as they travel, made once for as many connections as take them. */
export interface EncodedEnvelopes {
	/** Each as a packet of Socket.IO, an event of the main namespace. */
	packets: readonly string[]
	/** All of them as WebSocket frames of a server, one after the other. */
	frames(): Buffer
}

export function encodeEnvelopes(envelopes: readonly Envelope[]): EncodedEnvelopes {
	const packets = envelopes.map(envelope => `${eventPacket}${JSON.stringify([envelopeEvent, envelope])}`)
	let frames: Buffer | undefined
	return {
		packets,
		frames() {
			frames ??= encodeFrames(packets)
			return frames
		},
	}
}

/** Types of packets: an event of Socket.IO, in a message of Engine.IO. */
const eventPacket = '2'
const messagePacket = '4'

function encodeFrames(packets: readonly string[]): Buffer {
	const lengths = packets.map(packet => messagePacket.length + Buffer.byteLength(packet))
	const frames = Buffer.allocUnsafe(lengths.reduce((total, length) => total + headerLength(length) + length, 0))
	let offset = 0
	for (const [index, packet] of packets.entries()) {
		offset = writeHeader(frames, offset, lengths[index] as number)
		offset += frames.write(messagePacket + packet, offset)
	}
	return frames
}

/** A final frame with text: RFC 6455, 5.2. */
const finalText = 0x81
/** Longest text whose length is in the second byte; above it, 2 or 8 bytes follow with it. */
const shortLength = 125
const mediumLength = 0xffff

const headerLength = (length: number): number => (length <= shortLength ? 2 : length <= mediumLength ? 4 : 10)

/** Not masked, as servers send. Returns where the text begins. */
function writeHeader(buffer: Buffer, offset: number, length: number): number {
	buffer[offset] = finalText
	if (length <= shortLength) {
		buffer[offset + 1] = length
	} else if (length <= mediumLength) {
		buffer[offset + 1] = 126
		buffer.writeUInt16BE(length, offset + 2)
	} else {
		buffer[offset + 1] = 127
		buffer.writeUInt32BE(0, offset + 2)
		buffer.writeUInt32BE(length, offset + 6)
	}
	return offset + headerLength(length)
}
