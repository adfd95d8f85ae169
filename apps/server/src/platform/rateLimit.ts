import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

/** Counts attempts per key in a time window. */
export interface RateLimit {
	/** Counts one attempt; refuses with the time until the next one is allowed. */
	consume(key: string): Promise<{ ok: true } | { ok: false; retryAfterMs: number }>
	/** Milliseconds until the next attempt is allowed, without counting one; 0 while attempts are left. */
	getWaitMs(key: string): Promise<number>
	/** Takes back one attempt that should not have been counted. */
	refund(key: string): Promise<void>
	/** Forgets every attempt of a key. */
	reset(key: string): Promise<void>
}

/** A limit of `times` attempts in `perS` seconds; `name` keeps the keys of different limits apart. */
export type CreateRateLimit = (name: string, times: number, perS: number) => RateLimit

/** Counts in the memory of this process. For several processes the same library counts in Redis. */
export const createMemoryRateLimit: CreateRateLimit = (name, times, perS) => {
	const limiter = new RateLimiterMemory({ keyPrefix: name, points: times, duration: perS })
	return {
		async consume(key) {
			try {
				await limiter.consume(key)
				return { ok: true }
			} catch (limit) {
				if (limit instanceof RateLimiterRes) return { ok: false, retryAfterMs: Math.max(1, limit.msBeforeNext) }
				throw limit
			}
		},
		async getWaitMs(key) {
			const consumed = await limiter.get(key)
			return consumed && consumed.consumedPoints >= times ? Math.max(1, consumed.msBeforeNext) : 0
		},
		async refund(key) {
			await limiter.reward(key)
		},
		async reset(key) {
			await limiter.delete(key)
		},
	}
}
