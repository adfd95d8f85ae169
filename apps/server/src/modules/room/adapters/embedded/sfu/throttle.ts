/** Lets one through per interval and keeps a later wish for the end of it, so that none is lost. */
export class Throttle {
	readonly #everyMs: number
	#lastMs = Number.NEGATIVE_INFINITY
	#waiting = false

	constructor(everyMs: number) {
		this.#everyMs = everyMs
	}

	/** True when it may happen now. */
	request(nowMs: number): boolean {
		this.#waiting = true
		return this.due(nowMs)
	}

	/** True when a wish that had to wait may happen now. */
	due(nowMs: number): boolean {
		if (!this.#waiting || nowMs - this.#lastMs < this.#everyMs) return false
		this.#waiting = false
		this.#lastMs = nowMs
		return true
	}
}
