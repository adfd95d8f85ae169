import type { CreateRateLimit, RateLimit } from './rateLimit.ts'

/**
 * Limits of which the shared ones are counted by all servers together, and by each for itself as well. The stricter answer
 * holds. While the shared count cannot be reached, each server limits alone, so that n servers allow n times as many attempts.
 */
export function createSharedRateLimits(inMemory: CreateRateLimit, shared: CreateRateLimit): CreateRateLimit {
	return (name, times, perS, options) => {
		const ofProcess = inMemory(name, times, perS)
		return options?.isShared ? stricterOf(ofProcess, shared(name, times, perS)) : ofProcess
	}
}

function stricterOf(own: RateLimit, shared: RateLimit): RateLimit {
	const orElse = <T>(answer: Promise<T>, value: T): Promise<T> => answer.catch(() => value)
	return {
		async consume(key) {
			const ofProcess = await own.consume(key)
			if (!ofProcess.ok) return ofProcess
			const ofAll = await orElse(shared.consume(key), ofProcess)
			// A refused attempt is not counted.
			if (!ofAll.ok) await own.refund(key)
			return ofAll
		},
		async getWaitMs(key) {
			return Math.max(await own.getWaitMs(key), await orElse(shared.getWaitMs(key), 0))
		},
		async getCount(key) {
			return Math.max(await own.getCount(key), await orElse(shared.getCount(key), 0))
		},
		async refund(key) {
			await own.refund(key)
			await orElse(shared.refund(key), undefined)
		},
		async reset(key) {
			await own.reset(key)
			await orElse(shared.reset(key), undefined)
		},
	}
}
