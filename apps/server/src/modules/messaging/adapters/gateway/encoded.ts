import { type Envelope, envelopeEvent } from '@parley/im'
import { event } from './packets.ts'

/** Envelopes in wire form, encoded once for any number of connections: WebSocket frames, one after the other. */
export const encodeEnvelopes = (envelopes: readonly Envelope[]): Buffer =>
	encodeFrames(envelopes.map(envelope => event(envelopeEvent, envelope)))

/** Texts as WebSocket frames of a server, one after the other. */
export function encodeFrames(texts: readonly string[]): Buffer {
	const [text] = texts
	if (text !== undefined && texts.length === 1) return encodeFrame(text)
	const lengths = texts.map(text => Buffer.byteLength(text))
	const frames = Buffer.allocUnsafe(lengths.reduce((total, length) => total + headerLength(length) + length, 0))
	let offset = 0
	for (const [index, text] of texts.entries()) {
		offset = writeHeader(frames, offset, lengths[index] as number)
		offset += frames.write(text, offset)
	}
	return frames
}

function encodeFrame(text: string): Buffer {
	const length = Buffer.byteLength(text)
	const frame = Buffer.allocUnsafe(headerLength(length) + length)
	frame.write(text, writeHeader(frame, 0, length))
	return frame
}
/** A final frame with text: RFC 6455, 5.2. */
const finalText = 0x81
/** Longest text whose length is in the second byte; above it, 2 or 8 bytes follow with it. */
const shortLength = 125
const mediumLength = 0xffff

const headerLength = (length: number): number => (length <= shortLength ? 2 : length <= mediumLength ? 4 : 10)

/** Unmasked, as servers send. Returns the start of the text. */
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
