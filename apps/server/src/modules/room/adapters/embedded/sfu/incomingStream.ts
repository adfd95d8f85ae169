import { type MediaPacket, PacketHistory } from './mediaPacket.ts'
import type { SenderReport } from './rtcp.ts'
import { RtcpReceiver } from './rtcpReceiver.ts'
import type { RtpHeader } from './rtp.ts'

const measureEveryMs = 1_000
const smoothing = 0.7

export interface IncomingStreamSetup {
	kind: 'audio' | 'video'
	/** 0 for the lowest simulcast layer, and for a source without layers. */
	layer: number
	/** Assumed until it is measured. */
	bitsPerSecond: number
	nowMs: number
	onLost: (packets: number) => void
	onGivenUp: () => void
}

/** One stream (SSRC) of a publication: one of its simulcast layers, or all of it. */
export class IncomingStream {
	readonly layer: number
	readonly #receiver: RtcpReceiver
	readonly #history: PacketHistory | undefined
	#bitsPerSecond: number
	#bytes = 0
	#measuredAtMs: number

	constructor({ kind, layer, bitsPerSecond, nowMs, onLost, onGivenUp }: IncomingStreamSetup) {
		this.layer = layer
		this.#bitsPerSecond = bitsPerSecond
		this.#measuredAtMs = nowMs
		this.#receiver = new RtcpReceiver({ requestsLost: kind === 'video', onLost, onGivenUp })
		this.#history = kind === 'video' ? new PacketHistory() : undefined
	}

	/** 0 once no media arrive any more. */
	get bitsPerSecond(): number {
		return this.#bitsPerSecond
	}

	/**
	 * Notes a packet and returns what to send to its sender at once.
	 * @param mediaBytes 0 for padding, which says nothing about the rate of the layer
	 */
	onPacket(header: RtpHeader, mediaBytes: number, nowMs: number): Buffer[] {
		this.#bytes += mediaBytes
		return this.#receiver.onPacket(header, nowMs)
	}

	/** Keeps a packet for subscribers who lose it. */
	keep(packet: MediaPacket): void {
		this.#history?.add(packet)
	}

	/** A kept packet by the sender's sequence number. */
	packet(sequence: number): MediaPacket | undefined {
		return this.#history?.get(sequence)
	}

	onSenderReport(report: SenderReport, nowMs: number): void {
		this.#receiver.onSenderReport(report, nowMs)
	}

	/** Assumes a rate until it is measured, after the sender was asked to begin. */
	expect(bitsPerSecond: number, nowMs: number): void {
		this.#bitsPerSecond = bitsPerSecond
		this.#bytes = 0
		this.#measuredAtMs = nowMs
	}

	/** Returns what is due to the sender. */
	tick(nowMs: number): Buffer[] {
		if (nowMs - this.#measuredAtMs >= measureEveryMs) this.#measure(nowMs)
		return this.#receiver.due(nowMs)
	}

	keyFrameRequest(): Buffer | undefined {
		return this.#receiver.keyFrameRequest()
	}

	#measure(nowMs: number): void {
		const measured = (this.#bytes * 8_000) / (nowMs - this.#measuredAtMs)
		this.#bitsPerSecond = this.#bytes === 0 ? 0 : (1 - smoothing) * this.#bitsPerSecond + smoothing * measured
		this.#bytes = 0
		this.#measuredAtMs = nowMs
	}
}
