import type { Track } from 'node-datachannel'
import type { BandwidthEstimator, SentKind } from './bandwidthEstimator.ts'
import { writeTransportNumber } from './rtp.ts'

/** Bytes of IP, UDP and SRTP around a packet. */
const overheadBytes = 38
/** Video is sent this much faster than the estimate, and slower while the line is full, so that its queue drains. */
const pace = { usual: 2.5, full: 0.8 }
/** A frame of a few packets leaves at once. */
const burst = { ms: 40, minBytes: 3_000 }
/** A packet that waits longer is of no use to a conversation. */
const maxWaitMs = 1_000

export interface PacketSenderSetup {
	now: () => number
	/** Counts sent packets. */
	onSent: () => void
}

/**
 * Sends the packets of all lines of one connection, and numbers them for the receiver's feedback. Video waits here rather
 * than on a line that is full, where audio would have to wait behind it (ROOM-83).
 */
export class PacketSender {
	readonly #estimator: BandwidthEstimator
	readonly #setup: PacketSenderSetup
	#sentBytes = 0
	#waiting: { track: Track; packet: Buffer }[] = []
	#waitingBytes = 0
	#budgetBytes = 0
	#refilledAtMs = Number.NEGATIVE_INFINITY

	constructor(estimator: BandwidthEstimator, setup: PacketSenderSetup) {
		this.#estimator = estimator
		this.#setup = setup
	}

	/** All bytes so far, as they are on the line. */
	get sentBytes(): number {
		return this.#sentBytes
	}

	/** Sends a packet that has room for a transport-wide number. */
	send(track: Track, packet: Buffer, kind: SentKind = 'media'): void {
		const bytes = packet.length + overheadBytes
		// Numbered at the last moment, so that the numbers leave in their order.
		writeTransportNumber(packet, this.#estimator.onSent(this.#setup.now(), bytes, kind))
		track.sendMessageBinary(packet)
		this.#sentBytes += bytes
		this.#setup.onSent()
	}

	/** Sends a packet of video at the pace of the line; one that has to wait is copied. */
	sendPaced(track: Track, packet: Buffer): void {
		const bitsPerSecond = this.#refill()
		if (bitsPerSecond === undefined) this.send(track, packet)
		else if (this.#waiting.length === 0 && this.#budgetBytes > 0) this.#sendNow(track, packet)
		// Beyond that it is lost, as on a line; the receiver requests it again, or a key frame.
		else if (this.#waitingBytes <= (bitsPerSecond / 8_000) * maxWaitMs) {
			this.#waiting.push({ track, packet: Buffer.from(packet) })
			this.#waitingBytes += packet.length
		}
	}

	/** Forgets what waits for a line, because something else is sent on it from now on. */
	dropWaiting(track: Track): void {
		this.#waiting = this.#waiting.filter(waiting => waiting.track !== track)
		this.#waitingBytes = this.#waiting.reduce((sum, { packet }) => sum + packet.length, 0)
	}

	/** Sends what has waited long enough. */
	tick(): void {
		if (this.#waiting.length === 0) return
		this.#refill()
		while (this.#budgetBytes > 0) {
			const next = this.#waiting.shift()
			if (!next) return
			this.#waitingBytes -= next.packet.length
			if (next.track.isOpen()) this.#sendNow(next.track, next.packet)
		}
	}

	#sendNow(track: Track, packet: Buffer): void {
		this.#budgetBytes -= packet.length + overheadBytes
		this.send(track, packet)
	}

	/** @returns the pace, in bits per second; undefined if nothing is known of the line */
	#refill(): number | undefined {
		const { bitsPerSecond, isFull } = this.#estimator
		if (bitsPerSecond === undefined) return undefined
		const paced = bitsPerSecond * (isFull ? pace.full : pace.usual)
		const nowMs = this.#setup.now()
		const added = (paced / 8_000) * Math.min(burst.ms, nowMs - this.#refilledAtMs)
		this.#refilledAtMs = nowMs
		const most = Math.max(burst.minBytes, (paced / 8_000) * burst.ms)
		this.#budgetBytes = Math.min(most, this.#budgetBytes + added)
		return paced
	}
}
