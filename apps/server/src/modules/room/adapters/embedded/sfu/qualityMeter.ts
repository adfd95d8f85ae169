import type { LineQuality } from '@parley/room'

const measureEveryMs = 2_000
/** A line is called better only after it has been better this often. */
const betterAfter = 2
const limits = { poor: { loss: 0.1, queueMs: 300 }, fair: { loss: 0.03, queueMs: 100 } }

export interface LineObservation {
	/** Parts of the packets that are lost, from 0 to 1. */
	lossUp: number
	lossDown: number
	/** Time that packets to the participant wait on the line. */
	queueMs: number
	/** A picture is not sent to the participant, because the line is too slow. */
	hasPaused: boolean
	/** A picture is sent in a lower layer than its tile could show, because the line is too slow. */
	receivesLess: boolean
}

const order: readonly LineQuality[] = ['good', 'fair', 'poor']

/** Tells how well a participant's line carries the meeting, without flickering (ROOM-87). */
export class QualityMeter {
	readonly #onChange: (quality: LineQuality) => void
	#quality: LineQuality = 'good'
	#measuredAtMs: number | undefined
	#better = 0

	constructor(onChange: (quality: LineQuality) => void) {
		this.#onChange = onChange
	}

	get quality(): LineQuality {
		return this.#quality
	}

	update(line: LineObservation, nowMs: number): void {
		this.#measuredAtMs ??= nowMs
		if (nowMs - this.#measuredAtMs < measureEveryMs) return
		this.#measuredAtMs = nowMs
		const measured = qualityOf(line)
		const isBetter = order.indexOf(measured) < order.indexOf(this.#quality)
		this.#better = isBetter ? this.#better + 1 : 0
		if (measured === this.#quality || (isBetter && this.#better < betterAfter)) return
		this.#better = 0
		this.#quality = measured
		this.#onChange(measured)
	}
}

function qualityOf({ lossUp, lossDown, queueMs, hasPaused, receivesLess }: LineObservation): LineQuality {
	const loss = Math.max(lossUp, lossDown)
	if (hasPaused || loss > limits.poor.loss || queueMs > limits.poor.queueMs) return 'poor'
	return receivesLess || loss > limits.fair.loss || queueMs > limits.fair.queueMs ? 'fair' : 'good'
}
