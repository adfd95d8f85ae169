import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

/** A budget of attempts for one key. */
export interface Budget {
	/** Takes one; answers how long to wait where none is left. */
	take(key: string): Promise<{ ok: true } | { ok: false; retryAfterMs: number }>
	/** How long to wait, without taking one; zero where there is something left. */
	waitMs(key: string): Promise<number>
	/** Gives back one that was taken for nothing. */
	giveBack(key: string): Promise<void>
	/** Gives everything back. */
	reset(key: string): Promise<void>
}

export type CreateBudget = (name: string, times: number, perS: number) => Budget

/** Counts in memory: one machine. Past one machine the same library counts in Redis. */
export const memoryBudget: CreateBudget = (name, times, perS) => {
	const limiter = new RateLimiterMemory({ keyPrefix: name, points: times, duration: perS })
	return {
		async take(key) {
			try {
				await limiter.consume(key)
				return { ok: true }
			} catch (limit) {
				if (limit instanceof RateLimiterRes) return { ok: false, retryAfterMs: Math.max(1, limit.msBeforeNext) }
				throw limit
			}
		},
		async waitMs(key) {
			const spent = await limiter.get(key)
			return spent && spent.consumedPoints >= times ? Math.max(1, spent.msBeforeNext) : 0
		},
		async giveBack(key) {
			await limiter.reward(key)
		},
		async reset(key) {
			await limiter.delete(key)
		},
	}
}
