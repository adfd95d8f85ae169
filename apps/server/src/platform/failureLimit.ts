import type { RateLimit } from './rateLimit.ts'

/** An admitted attempt. Its holder reports how it ended, even if it threw. */
export interface AdmittedTry {
	ok: true
	succeeded(): Promise<void>
	failed(): void
}

interface Undecided {
	count: number
	waiting: (() => void)[]
}

/**
 * Limits failures, however many attempts run at once: each counts from its start until it succeeds, so a hundred
 * concurrent ones count as a hundred. An attempt that would exceed the limit only if those before it failed waits for
 * their results: many people at one address sign in at the same minute. Undecided attempts on other servers count as failures.
 */
export function createFailureLimit(limit: RateLimit) {
	const undecidedOf = new Map<string, Undecided>()

	async function begin(key: string): Promise<AdmittedTry | { ok: false; retryAfterMs: number }> {
		for (;;) {
			const taken = await limit.consume(key)
			if (taken.ok) return admit(key)
			const before = undecidedOf.get(key)
			if (!before) return taken
			await new Promise<void>(resolve => before.waiting.push(resolve))
		}
	}

	function admit(key: string): AdmittedTry {
		const mine = undecidedOf.get(key) ?? { count: 0, waiting: [] }
		undecidedOf.set(key, mine)
		mine.count++
		function end() {
			mine.count--
			if (mine.count > 0) return mine.waiting.shift()?.()
			undecidedOf.delete(key)
			for (const look of mine.waiting) look()
		}
		return {
			ok: true,
			async succeeded() {
				await limit.refund(key)
				end()
			},
			failed: end,
		}
	}

	/** Milliseconds until the next attempt if failures alone reach the limit; otherwise 0. */
	const getWaitMs = async (key: string): Promise<number> => (undecidedOf.has(key) ? 0 : await limit.getWaitMs(key))

	/** Takes back attempts that turned out not to be failures. */
	async function refund(key: string, times: number): Promise<void> {
		for (let n = 0; n < times; n++) await limit.refund(key)
	}

	return { begin, getWaitMs, refund }
}
