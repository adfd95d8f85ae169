import type { CreateRateLimit, RateLimit } from './rateLimit.ts'

/**
 * Limits of which the shared ones are counted by all servers together, and by each for itself as well: the stricter answer
 * holds, so that an attempt is limited also while the shared count cannot be reached.
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
