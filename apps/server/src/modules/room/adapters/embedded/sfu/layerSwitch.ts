import type { MediaPacket } from './mediaPacket.ts'
import type { SenderReport } from './rtcp.ts'
import { rewriteHeader } from './rtp.ts'
import { RtpContinuity } from './rtpContinuity.ts'
import { rewriteVp8Descriptor, Vp8Continuity } from './vp8.ts'

/** No layer: nothing is forwarded. */
export const noLayer = -1

/**
 * Makes one continuous video stream of the layers of a publication, and of one publication after another. A layer begins
 * with a key frame.
 */
export class LayerSwitch {
	readonly #rtp: RtpContinuity
	readonly #vp8 = new Vp8Continuity()
	#current = noLayer
	#wanted = 0

	constructor(clockRate: number, start: { sequence: number; timestamp: number }) {
		this.#rtp = new RtpContinuity(clockRate, start)
	}

	/** The layer that is forwarded now. */
	get current(): number {
		return this.#current
	}

	/** The layer that is forwarded from its next key frame on; a lower one until then, if none was forwarded. */
	get wanted(): number {
		return this.#wanted
	}

	/** Call when the packets come from another publication. */
	switchPublication(layer: number): void {
		this.#current = noLayer
		this.#wanted = layer
	}

	/**
	 * The higher layer follows the lower one without a pause. Going down, the old layer ends at once, because the line is
	 * full.
	 */
	want(layer: number): void {
		if (layer < this.#current) this.#current = noLayer
		this.#wanted = layer
	}

	/** Writes the numbers of the outgoing stream into a packet; false if it is not part of it. */
	rewrite({ bytes, header, vp8 }: MediaPacket, as: { layer: number; ssrc: number }, nowMs: number): boolean {
		if (as.layer !== this.#current) {
			// Until the wanted layer comes, a lower one is better than no picture.
			const mayBegin = this.#current === noLayer ? as.layer <= this.#wanted : as.layer === this.#wanted
			if (!mayBegin || !vp8?.isKeyFrameStart) return false
			this.#current = as.layer
			this.#rtp.switchSource()
			this.#vp8.switchSource()
		}
		const numbers = this.#rtp.next(header, nowMs)
		if (!numbers) return false
		rewriteHeader(bytes, { ...numbers, ssrc: as.ssrc })
		if (vp8) rewriteVp8Descriptor(bytes, vp8, this.#vp8.next(vp8))
		return true
	}

	/** The publisher's number of a packet that was sent with this one; undefined if it is of an earlier layer. */
	sourceSequenceOf(sequence: number): number | undefined {
		return this.#current === noLayer ? undefined : this.#rtp.sourceSequenceOf(sequence)
	}

	/** Writes the numbers with which a packet of the current layer was sent before, except the sequence number. */
	rewriteAgain({ bytes, header, vp8 }: MediaPacket): { timestamp: number } {
		if (vp8) rewriteVp8Descriptor(bytes, vp8, this.#vp8.repeat(vp8))
		return { timestamp: this.#rtp.timestampOf(header.timestamp) }
	}

	timestampOf({ rtpTimestamp }: Pick<SenderReport, 'rtpTimestamp'>): number {
		return this.#rtp.timestampOf(rtpTimestamp)
	}
}
