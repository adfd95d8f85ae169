import { sequenceDistance } from './rtp.ts'
import { transportFeedback } from './transportFeedback.ts'

const reportEveryMs = 75
/** More in one report would not fit a packet. */
const maxReported = 400
const keptNumbers = 1_000
const lossSmoothing = 0.01

/** Arrivals of one sender's packets, and the feedback from which its browser learns what its line carries. */
export class PacketArrivals {
	readonly #arrivals = new Map<number, number>()
	#last: number | undefined
	#reported = 0
	#reports = 0
	#reportedAtMs = Number.NEGATIVE_INFINITY
	#lossFraction = 0

	/** Part of the packets that did not arrive, smoothed. */
	get lossFraction(): number {
		return this.#lossFraction
	}

	/** Notes a packet by its transport-wide number of 16 bits. */
	add(number: number, nowMs: number): void {
		const extended = this.#last === undefined ? number : this.#last + sequenceDistance(number, this.#last & 0xffff)
		if (this.#last === undefined) this.#reported = extended - 1
		if (this.#last === undefined || extended > this.#last) this.#last = extended
		if (extended < 0 || extended <= this.#last - keptNumbers) return
		if (!this.#arrivals.has(extended)) this.#arrivals.set(extended, nowMs)
		// A late packet: the next report begins with it.
		this.#reported = Math.min(this.#reported, extended - 1)
	}

	/** The feedback that is due, for a stream of the sender. */
	due(ssrc: number, nowMs: number): Buffer | undefined {
		if (this.#last === undefined || this.#last <= this.#reported || nowMs - this.#reportedAtMs < reportEveryMs)
			return undefined
		const last = this.#last
		const first = Math.max(this.#reported + 1, last - maxReported)
		this.#reported = last
		this.#reportedAtMs = nowMs
		this.#measureLoss(first, last)
		const report = transportFeedback({ ssrc, count: this.#reports++, first, last, arrivals: this.#arrivals })
		for (const number of this.#arrivals.keys()) if (number < last - keptNumbers) this.#arrivals.delete(number)
		return report
	}

	#measureLoss(first: number, last: number): void {
		for (let number = first; number <= last; number++) {
			const isLost = this.#arrivals.has(number) ? 0 : 1
			this.#lossFraction += (isLost - this.#lossFraction) * lossSmoothing
		}
	}
}
