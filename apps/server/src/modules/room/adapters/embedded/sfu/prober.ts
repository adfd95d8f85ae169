import type { BandwidthEstimator } from './bandwidthEstimator.ts'
import type { PacketSender } from './packetSender.ts'
import type { VideoSubscription } from './videoSubscription.ts'

const probeMs = 200
/** Nothing is probed this soon after a cut. */
const afterCutMs = 3_000
/** A larger step would be heard. */
const step = { factor: 1.8, bitsPerSecond: 50_000 }
const waitMs = { afterSuccess: 1_500, afterFailure: 3_000, most: 8_000 }
/** Bytes of one padding packet on the line. */
const paddingPacketBytes = 313

/** Finds out whether a line carries more, by padding that is sent beside the media for a moment. */
export class Prober {
	readonly #estimator: BandwidthEstimator
	readonly #sender: PacketSender
	/** Wait after the next failure; each doubles it. */
	#failureWaitMs = waitMs.afterFailure
	#startedAtMs = Number.NEGATIVE_INFINITY
	#running: { bitsPerSecond: number; sentBytesAtStart: number; subscription: VideoSubscription } | undefined

	constructor(estimator: BandwidthEstimator, sender: PacketSender) {
		this.#estimator = estimator
		this.#sender = sender
	}

	/** Starts a probe towards this bit rate, if the line is calm and the last probe long enough ago. */
	probeFor(bitsPerSecond: number, subscription: VideoSubscription, nowMs: number): void {
		const { bitsPerSecond: estimate, arrivedBitsPerSecond, hasProbeFailed, isCalm, cutAtMs } = this.#estimator
		if (estimate === undefined || bitsPerSecond <= estimate || this.#estimator.isProbing) return
		if (nowMs - cutAtMs < afterCutMs || !isCalm) return
		if (nowMs - this.#startedAtMs < (hasProbeFailed ? this.#failureWaitMs : waitMs.afterSuccess)) return
		this.#failureWaitMs = hasProbeFailed ? Math.min(waitMs.most, this.#failureWaitMs * 2) : waitMs.afterFailure
		this.#startedAtMs = nowMs
		const known = hasProbeFailed ? arrivedBitsPerSecond : Math.max(arrivedBitsPerSecond, estimate)
		const target = Math.min(bitsPerSecond, known * step.factor + step.bitsPerSecond)
		this.#running = { bitsPerSecond: target, sentBytesAtStart: this.#sender.sentBytes, subscription }
		this.#estimator.startProbe(target, nowMs)
	}

	/** Sends what the probe is short of. */
	tick(nowMs: number): void {
		const probe = this.#running
		if (!probe) return
		const elapsedMs = nowMs - this.#startedAtMs
		if (elapsedMs > probeMs || !this.#estimator.isProbing) {
			this.#running = undefined
			return
		}
		const dueBytes = (probe.bitsPerSecond / 8_000) * elapsedMs
		while (this.#sender.sentBytes - probe.sentBytesAtStart + paddingPacketBytes <= dueBytes) {
			const before = this.#sender.sentBytes
			probe.subscription.sendPadding()
			// The line has closed.
			if (this.#sender.sentBytes === before) return
		}
	}
}
