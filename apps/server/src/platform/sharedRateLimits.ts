import type { CreateRateLimit, RateLimit } from './rateLimit.ts'

/** Floods of one server's sockets, which each server counts for itself. Other limits guard secrets, or what is sent to people. */
const limitsOfProcess: ReadonlySet<string> = new Set([
	'media-calls',
	'room-calls',
	'room-broadcasts',
	'room-reports',
	'room-connections',
	'im-connections',
	'live-publish',
])

/**
 * Limits that several servers count together, and each for itself as well: the stricter answer holds, so that an attempt is
 * limited also while the shared count cannot be reached.
 */
export function createSharedRateLimits(own: CreateRateLimit, shared: CreateRateLimit): CreateRateLimit {
	return (name, times, perS) => {
		const ofProcess = own(name, times, perS)
		return limitsOfProcess.has(name) ? ofProcess : stricterOf(ofProcess, shared(name, times, perS))
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
