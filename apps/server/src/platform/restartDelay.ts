/** A program that ran this long was healthy: it is restarted soon. */
const healthyMs = 30_000

/** Delays restarts of a program that keeps ending: each wait is twice the previous one. */
export class RestartDelay {
	readonly #limits: { firstMs: number; maxMs: number }
	#delayMs: number
	#notBefore = Number.NEGATIVE_INFINITY

	constructor(limits: { firstMs: number; maxMs: number }) {
		this.#limits = limits
		this.#delayMs = limits.firstMs
	}

	isOver(now: number): boolean {
		return now >= this.#notBefore
	}

	/** @returns the delay before the next start, in ms */
	ended(startedAt: number, now: number): number {
		const { firstMs, maxMs } = this.#limits
		const delayMs = now - startedAt > healthyMs ? firstMs : this.#delayMs
		this.#notBefore = now + delayMs
		this.#delayMs = Math.min(maxMs, delayMs * 2)
		return delayMs
	}
}
