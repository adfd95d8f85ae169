export interface SlidingCountOptions {
	/** Length of the period, in whole seconds. */
	seconds: number
	now(): number
}

/** Sums values over the last seconds. */
export class SlidingCount {
	readonly #options: SlidingCountOptions
	/** Sums by second. */
	readonly #buckets = new Map<number, number>()
	#first: number | undefined

	constructor(options: SlidingCountOptions) {
		this.#options = options
	}

	add(amount: number) {
		const second = this.#second()
		this.#first ??= second
		this.#buckets.set(second, (this.#buckets.get(second) ?? 0) + amount)
		if (this.#buckets.size > this.#options.seconds + 1) this.#forget(second)
	}

	/** Rate per second, over the complete seconds of the period so far. */
	perSecond(): number {
		const current = this.#second()
		this.#forget(current)
		const from = Math.max(this.#first ?? current, current - this.#options.seconds)
		let sum = 0
		for (const [second, amount] of this.#buckets) if (second >= from && second < current) sum += amount
		return current > from ? sum / (current - from) : (this.#buckets.get(current) ?? 0)
	}

	#second(): number {
		return Math.floor(this.#options.now() / 1000)
	}

	#forget(current: number) {
		for (const second of this.#buckets.keys())
			if (second < current - this.#options.seconds) this.#buckets.delete(second)
		if (this.#buckets.size === 0) this.#first = undefined
	}
}
