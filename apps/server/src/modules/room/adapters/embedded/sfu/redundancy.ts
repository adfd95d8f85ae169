/** Redundant audio (RED, RFC 2198) and retransmission (RTX, RFC 4588) payloads. */

export interface EarlierPayload {
	payload: Uint8Array
	/** Age in units of the RTP clock. */
	age: number
}

const maxAge = 0x3fff
const maxBlockBytes = 0x3ff
const followed = 0x80

/**
 * One payload with earlier ones, oldest first, each of which replaces a lost packet at the receiver. Earlier payloads that
 * are too old or too long for the format are left out.
 */
export function redundantPayload(payloadType: number, payload: Uint8Array, earlier: readonly EarlierPayload[]): Buffer {
	const blocks = earlier.filter(
		block => block.age > 0 && block.age <= maxAge && block.payload.length > 0 && block.payload.length <= maxBlockBytes,
	)
	const headers = Buffer.alloc(blocks.length * 4 + 1)
	blocks.forEach((block, index) => {
		headers.writeUInt8(followed | payloadType, index * 4)
		headers.writeUIntBE(block.age * 0x400 + block.payload.length, index * 4 + 1, 3)
	})
	headers.writeUInt8(payloadType, blocks.length * 4)
	return Buffer.concat([headers, ...blocks.map(block => block.payload), payload])
}

/** Payload of a repeated packet: its original sequence number, then its own payload. */
export function retransmissionPayload(sequence: number, payload: Uint8Array): Buffer {
	const number = Buffer.alloc(2)
	number.writeUInt16BE(sequence, 0)
	return Buffer.concat([number, payload])
}
