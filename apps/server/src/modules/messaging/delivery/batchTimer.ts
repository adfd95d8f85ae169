import type { Timers } from '../../../platform/timers.ts'
import { countedFrom, untilNextBatch } from './batchInterval.ts'

interface BatchTimerDeps {
	timers: Timers
	countListeners(): number
	/** Sends gathered events. */
	send(): void
}

/** Decides when a conversation sends: events of one transaction leave together, then those of one interval. */
export class BatchTimer {
	readonly #deps: BatchTimerDeps
	/** Start of the interval after the last batch. */
	#lastCountedFrom = Number.NEGATIVE_INFINITY
	#cancel: (() => void) | undefined

	constructor(deps: BatchTimerDeps) {
		this.#deps = deps
	}

	/** Returns how long a new event is gathered; 0 without listeners. */
	untilNextMs(): number {
		const { timers, countListeners } = this.#deps
		const listeners = countListeners()
		return listeners === 0 ? 0 : untilNextBatch(listeners, this.#lastCountedFrom, timers.now())
	}

	/** Sends once the interval has passed, with everything gathered until then. */
	gather(): void {
		this.#cancel ??= this.#deps.timers.after(this.untilNextMs(), this.#deps.send)
	}

	/** A batch leaves now. */
	begin(): void {
		const { timers, countListeners } = this.#deps
		this.#lastCountedFrom = countedFrom(countListeners(), this.#lastCountedFrom, timers.now())
	}

	cancel(): void {
		this.#cancel?.()
		this.#cancel = undefined
	}
}
