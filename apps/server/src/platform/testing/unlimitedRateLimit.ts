import type { CreateRateLimit } from '../rateLimit.ts'

/** Allows everything, for tests and benchmarks of code behind the rate limits. */
export const createUnlimitedRateLimit: CreateRateLimit = () => ({
	consume: async () => ({ ok: true }),
	getCount: async () => 0,
	getWaitMs: async () => 0,
	refund: async () => {},
	reset: async () => {},
})
