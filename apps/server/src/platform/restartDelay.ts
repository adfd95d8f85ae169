/** A program that ran so long was healthy: the next one starts soon. */
const healthyMs = 30_000

/** Keeps a program that ends again and again from being started all the time: each wait is twice the one before. */
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

	/** @returns how long it is not started again, in ms */
	ended(startedAt: number, now: number): number {
		const { firstMs, maxMs } = this.#limits
		const delayMs = now - startedAt > healthyMs ? firstMs : this.#delayMs
		this.#notBefore = now + delayMs
		this.#delayMs = Math.min(maxMs, delayMs * 2)
		return delayMs
	}
}
