import { sequenceDistance } from './rtp.ts'

const reorderWindow = 512

/**
 * Numbering of one outgoing stream whose source changes, since a slot outlives its person. Sequence and time
 * continue where they stopped; SRTP's replay protection would refuse a jump back, and the decoder would be confused.
 */
export class RtpContinuity {
	readonly #clockRate: number
	#sequence: number
	#timestamp: number
	#sentAtMs: number | undefined
	#aligned = false
	/** First packet of the source, as long as stragglers from before it can still arrive. */
	#sourceStart: number | undefined
	#sequenceShift = 0
	#timestampShift = 0

	constructor(clockRate: number, start: { sequence: number; timestamp: number }) {
		this.#clockRate = clockRate
		this.#sequence = start.sequence
		this.#timestamp = start.timestamp
	}

	/** Call when the next packet comes from another source. */
	switchSource(): void {
		this.#aligned = false
	}

	/** Returns our numbers for a packet; undefined for one from before the switch. */
	next(packet: { sequence: number; timestamp: number }, nowMs: number) {
		if (!this.#aligned) this.#align(packet, nowMs)
		if (this.#isStraggler(packet.sequence)) return undefined
		const sequence = (packet.sequence + this.#sequenceShift) & 0xffff
		const timestamp = this.timestampOf(packet.timestamp)
		if (sequenceDistance(sequence, this.#sequence) > 0) {
			this.#sequence = sequence
			this.#timestamp = timestamp
			this.#sentAtMs = nowMs
		}
		return { sequence, timestamp }
	}

	timestampOf(sourceTimestamp: number): number {
		return (sourceTimestamp + this.#timestampShift) >>> 0
	}

	/** The source's number of a packet that was sent with this one; undefined if it came from an earlier source. */
	sourceSequenceOf(sequence: number): number | undefined {
		const source = (sequence - this.#sequenceShift) & 0xffff
		const isEarlier = this.#sourceStart !== undefined && sequenceDistance(source, this.#sourceStart) < 0
		return this.#aligned && !isEarlier ? source : undefined
	}

	#isStraggler(sequence: number): boolean {
		if (this.#sourceStart === undefined) return false
		const sinceStart = sequenceDistance(sequence, this.#sourceStart)
		if (sinceStart > reorderWindow) this.#sourceStart = undefined
		return sinceStart < 0
	}

	#align(packet: { sequence: number; timestamp: number }, nowMs: number): void {
		const pausedMs = this.#sentAtMs === undefined ? 0 : Math.max(1, nowMs - this.#sentAtMs)
		const resumeAt = this.#timestamp + Math.round((pausedMs * this.#clockRate) / 1000)
		this.#sequenceShift = this.#sequence + 1 - packet.sequence
		this.#timestampShift = resumeAt - packet.timestamp
		this.#sourceStart = packet.sequence
		this.#aligned = true
	}
}
