/** Lets one request through per interval, and delays a later one to its end, so that none is lost. */
export class Throttle {
	readonly #everyMs: number
	#lastMs = Number.NEGATIVE_INFINITY
	#waiting = false

	constructor(everyMs: number) {
		this.#everyMs = everyMs
	}

	/** Returns whether the request may run now. */
	request(nowMs: number): boolean {
		this.#waiting = true
		return this.due(nowMs)
	}

	/** Returns whether a delayed request may run now. */
	due(nowMs: number): boolean {
		if (!this.#waiting || nowMs - this.#lastMs < this.#everyMs) return false
		this.#waiting = false
		this.#lastMs = nowMs
		return true
	}
}
