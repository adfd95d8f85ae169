import { imLimits } from '@parley/im'
import type { Timers } from '../../../platform/timers.ts'

/** A conversation without events for this long has sent its head several times. */
const quietAfterMs = 60_000

/** Decides when a conversation sends its head: within ten seconds of its last event, and every ten for a while. */
export class HeadSchedule {
	readonly #timers: Pick<Timers, 'now'>
	#changedAt = Number.NEGATIVE_INFINITY
	#sentAt = Number.NEGATIVE_INFINITY

	constructor(timers: Pick<Timers, 'now'>) {
		this.#timers = timers
	}

	/** The log has grown, or continues elsewhere. */
	noteChange(): void {
		this.#changedAt = this.#timers.now()
	}

	isActive(): boolean {
		return this.#timers.now() - this.#changedAt < quietAfterMs
	}

	/** Returns whether the head is due; if so, it counts as sent. */
	take(): boolean {
		const now = this.#timers.now()
		const quietMs = now - this.#changedAt
		if (quietMs < imLimits.headsEveryMs / 2 || quietMs >= quietAfterMs) return false
		if (this.#sentAt >= this.#changedAt && now - this.#sentAt < imLimits.headsEveryMs) return false
		this.#sentAt = now
		return true
	}
}
