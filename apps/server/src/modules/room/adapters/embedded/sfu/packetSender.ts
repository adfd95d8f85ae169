import type { Track } from 'node-datachannel'
import type { BandwidthEstimator, SentKind } from './bandwidthEstimator.ts'
import { writeTransportNumber } from './rtp.ts'

/** Bytes of IP, UDP and SRTP around a packet. */
const overheadBytes = 38

/** Sends the packets of all lines of one connection, and numbers them for the receiver's feedback. */
export class PacketSender {
	readonly #estimator: BandwidthEstimator
	readonly #now: () => number
	/** Counts sent packets. */
	readonly #onSent: () => void
	#sentBytes = 0

	constructor(estimator: BandwidthEstimator, { now, onSent }: { now: () => number; onSent: () => void }) {
		this.#estimator = estimator
		this.#now = now
		this.#onSent = onSent
	}

	/** All bytes so far, as they are on the line. */
	get sentBytes(): number {
		return this.#sentBytes
	}

	/** Sends a packet that has room for a transport-wide number. */
	send(track: Track, packet: Buffer, kind: SentKind = 'media'): void {
		const bytes = packet.length + overheadBytes
		// Numbered at the last moment, so that the numbers leave in their order.
		writeTransportNumber(packet, this.#estimator.onSent(this.#now(), bytes, kind))
		track.sendMessageBinary(packet)
		this.#sentBytes += bytes
		this.#onSent()
	}
}
