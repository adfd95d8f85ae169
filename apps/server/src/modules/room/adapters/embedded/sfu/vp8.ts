/** The VP8 payload descriptor (RFC 7741 §4.2) in a packet copied for forwarding. */

import { forwardedPayload, forwardedPayloadAt } from './rtp.ts'

export interface Vp8Descriptor {
	isKeyFrameStart: boolean
	/** Undefined where the sender counts no pictures. */
	pictureId: { at: number; bits: 7 | 15; value: number } | undefined
	/** Counter of the frames of the lowest temporal layer (TL0PICIDX). */
	baseFrame: { at: number; value: number } | undefined
}

const extended = 0x80
const startOfPartition = 0x10
const partitionMask = 0x07
const extension = { pictureId: 0x80, baseFrame: 0x40, temporalLayer: 0x20, keyIndex: 0x10 } as const
const longPictureId = 0x80

/** @returns undefined for a packet without media, or with a descriptor that is cut off */
export function readVp8Descriptor(packet: Buffer): Vp8Descriptor | undefined {
	const payload = forwardedPayload(packet)
	const first = payload[0]
	if (first === undefined) return undefined
	let at = 1
	let pictureId: Vp8Descriptor['pictureId']
	let baseFrame: Vp8Descriptor['baseFrame']
	if (first & extended) {
		const fields = payload[at++] ?? 0
		if (fields & extension.pictureId) {
			if (at + 1 >= payload.length) return undefined
			const isLong = (payload.readUInt8(at) & longPictureId) !== 0
			pictureId = isLong
				? { at: forwardedPayloadAt + at, bits: 15, value: payload.readUInt16BE(at) & 0x7fff }
				: { at: forwardedPayloadAt + at, bits: 7, value: payload.readUInt8(at) }
			at += isLong ? 2 : 1
		}
		if (fields & extension.baseFrame) {
			if (at >= payload.length) return undefined
			baseFrame = { at: forwardedPayloadAt + at, value: payload.readUInt8(at) }
			at++
		}
		if (fields & (extension.temporalLayer | extension.keyIndex)) at++
	}
	const header = payload[at]
	if (header === undefined) return undefined
	const isFrameStart = (first & startOfPartition) !== 0 && (first & partitionMask) === 0
	return { isKeyFrameStart: isFrameStart && (header & 1) === 0, pictureId, baseFrame }
}

/** Writes picture id and base frame counter into the packet, where it has them. */
export function rewriteVp8Descriptor(
	packet: Buffer,
	{ pictureId, baseFrame }: Vp8Descriptor,
	as: { pictureId: number; baseFrame: number },
): void {
	if (pictureId?.bits === 15) packet.writeUInt16BE(0x8000 | (as.pictureId & 0x7fff), pictureId.at)
	if (pictureId?.bits === 7) packet.writeUInt8(as.pictureId & 0x7f, pictureId.at)
	if (baseFrame) packet.writeUInt8(as.baseFrame & 0xff, baseFrame.at)
}

/** Goes on with picture ids and base frame counters when an outgoing stream changes its source. */
export class Vp8Continuity {
	#last = { pictureId: 0, baseFrame: 0 }
	#shift: { pictureId: number; baseFrame: number } | undefined

	/** Call when the next packet comes from another source. */
	switchSource(): void {
		this.#shift = undefined
	}

	next(descriptor: Vp8Descriptor): { pictureId: number; baseFrame: number } {
		const source = { pictureId: descriptor.pictureId?.value ?? 0, baseFrame: descriptor.baseFrame?.value ?? 0 }
		this.#shift ??= {
			pictureId: this.#last.pictureId + 1 - source.pictureId,
			baseFrame: this.#last.baseFrame + 1 - source.baseFrame,
		}
		const numbers = this.#shifted(source, this.#shift)
		// A repeated or late packet must not set the numbers back.
		if (((numbers.pictureId - this.#last.pictureId) & 0x7fff) < 0x4000) this.#last = numbers
		return numbers
	}

	/** Numbers of a packet that was sent before. */
	repeat(descriptor: Vp8Descriptor): { pictureId: number; baseFrame: number } {
		const source = { pictureId: descriptor.pictureId?.value ?? 0, baseFrame: descriptor.baseFrame?.value ?? 0 }
		return this.#shifted(source, this.#shift ?? { pictureId: 0, baseFrame: 0 })
	}

	#shifted(source: { pictureId: number; baseFrame: number }, by: { pictureId: number; baseFrame: number }) {
		return {
			pictureId: (source.pictureId + by.pictureId) & 0x7fff,
			baseFrame: (source.baseFrame + by.baseFrame) & 0xff,
		}
	}
}
