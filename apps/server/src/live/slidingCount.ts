const seconds = 10

/** Adds up what happened in the last ten seconds. */
export class SlidingCount {
	private readonly now: () => number
	private readonly buckets = new Map<number, number>()
	private first: number | undefined

	constructor(now: () => number) {
		this.now = now
	}

	add(amount: number) {
		const second = Math.floor(this.now() / 1000)
		this.first ??= second
		this.buckets.set(second, (this.buckets.get(second) ?? 0) + amount)
		if (this.buckets.size > seconds + 1) this.forget(second)
	}

	/** A second, over the last ten complete seconds or what there is of them. */
	perSecond(): number {
		const current = Math.floor(this.now() / 1000)
		this.forget(current)
		const from = Math.max(this.first ?? current, current - seconds)
		let sum = 0
		for (const [second, amount] of this.buckets) if (second >= from && second < current) sum += amount
		return current > from ? sum / (current - from) : (this.buckets.get(current) ?? 0)
	}

	private forget(current: number) {
		for (const second of this.buckets.keys()) if (second < current - seconds) this.buckets.delete(second)
		if (this.buckets.size === 0) this.first = undefined
	}
}
