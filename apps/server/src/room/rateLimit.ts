/** A bucket of calls that refills steadily: short bursts pass, a flood does not. */
export class RateLimit {
	readonly #burst: number
	readonly #perSecond: number
	#left: number
	#atMs: number

	constructor(limit: { burst: number; perSecond: number }, nowMs: number) {
		this.#burst = limit.burst
		this.#perSecond = limit.perSecond
		this.#left = limit.burst
		this.#atMs = nowMs
	}

	/** Takes one call out of the bucket; false when it is empty. */
	take(nowMs: number): boolean {
		this.#left = Math.min(this.#burst, this.#left + ((nowMs - this.#atMs) / 1000) * this.#perSecond)
		this.#atMs = nowMs
		if (this.#left < 1) return false
		this.#left -= 1
		return true
	}
}
