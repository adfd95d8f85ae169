import type { Timers } from '../../../platform/timers.ts'
import type { MessagingCounters } from '../model/counters.ts'
import type { LoggedEvent } from '../model/event.ts'
import type { EventOrder } from './eventOrder.ts'

/** Maximum number of events read from the log for listeners: beyond it they receive the head and read by themselves. */
const maxCatchUp = 300

interface CatchUpDeps {
	timers: Timers
	counters: Pick<MessagingCounters, 'gaps'>
	order: EventOrder
	/** Reads the log, both ends included. */
	read(range: { from: number; to: number }): Promise<LoggedEvent[]>
	/** Takes events that are next in order. */
	accept(ready: readonly LoggedEvent[]): void
	/** Continues after everything known: it is too much, or was deleted. */
	skip(): void
	onFailed(error: unknown): void
}

/** Reads events from the log that were not offered, so that those behind them can be sent; one read at a time. */
export class CatchUp {
	readonly #deps: CatchUpDeps
	#reading: Promise<void> | undefined
	#cancelWaiting: (() => void) | undefined
	#isClosed = false

	constructor(deps: CatchUpDeps) {
		this.#deps = deps
	}

	start(): void {
		if (!this.#deps.order.isBehind() || this.#reading) return
		this.#reading = this.#readMissing()
			.catch(this.#deps.onFailed)
			.finally(() => {
				this.#reading = undefined
			})
	}

	/** Reads after `ms`, together with everything that is announced until then. */
	startWithin(ms: number): void {
		if (!this.#deps.order.isBehind()) return
		if (ms === 0) this.start()
		else
			this.#cancelWaiting ??= this.#deps.timers.after(ms, () => {
				this.#cancelWaiting = undefined
				this.start()
			})
	}

	close(): void {
		this.#isClosed = true
		this.#cancelWaiting?.()
	}

	async #readMissing(): Promise<void> {
		const { counters, order, read, accept, skip } = this.#deps
		while (order.isBehind() && !this.#isClosed) {
			const position = order.position()
			if (order.known() - position > maxCatchUp) {
				skip()
				return
			}
			counters.gaps++
			accept(order.offer(await read({ from: position + 1, to: order.known() })))
			// Events deleted from the log never arrive.
			if (order.position() === position) skip()
		}
	}
}
