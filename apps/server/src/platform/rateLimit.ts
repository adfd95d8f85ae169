import { LRUCache } from 'lru-cache'

/**
 * Counts attempts per key. The window begins with the first attempt and ends for all of them, so up to twice as many fit
 * into a period of its length.
 */
export interface RateLimit {
	/** Counts one attempt; refuses with the time until the next one is allowed. */
	consume(key: string): Promise<{ ok: true } | { ok: false; retryAfterMs: number }>
	/** Milliseconds until the next attempt is allowed, without counting one; 0 while attempts are left. */
	getWaitMs(key: string): Promise<number>
	/** Attempts counted in the current window. */
	getCount(key: string): Promise<number>
	/** Takes back an attempt that should not have been counted. */
	refund(key: string): Promise<void>
	/** Forgets every attempt of a key. */
	reset(key: string): Promise<void>
}

export interface RateLimitOptions {
	/**
	 * Where Redis is set, all servers count it together, so that several servers do not allow several times as many: for secrets,
	 * what is sent to people, and numbers that are shown.
	 */
	isShared?: boolean
}

/** A limit of `times` attempts in `perS` seconds; `name` keeps the keys of different limits apart. */
export type CreateRateLimit = (name: string, times: number, perS: number, options?: RateLimitOptions) => RateLimit

/** Each key takes about 250 bytes. */
const maxKeysOfProcess = 50_000

interface Window {
	count: number
	endsAt: number
}

/**
 * The keys of one limit, evicted least recently used first. It grows with its contents; with `max` it would be
 * allocated in full.
 */
const createKeys = (maxKeys: number) => new LRUCache<string, Window>({ maxSize: maxKeys, sizeCalculation: () => 1 })

/**
 * Limits counted in the memory of this process, with `maxKeys` keys in total. Beyond that the limit with the most keys
 * evicts its oldest, so that flooding one limit does not make another forget.
 *
 * @param now milliseconds of a clock that is never adjusted
 */
export function createMemoryRateLimits(
	maxKeys = maxKeysOfProcess,
	now: () => number = () => performance.now(),
): CreateRateLimit {
	const keysOfLimits = new Map<string, LRUCache<string, Window>>()
	let total = 0

	function evictOldest() {
		if (total < maxKeys) return
		const [first, ...others] = keysOfLimits.values()
		others.reduce((most, keys) => (keys.size > most.size ? keys : most), first as LRUCache<string, Window>).pop()
		total--
	}

	return (name, times, perS) => {
		if (keysOfLimits.has(name)) throw new Error(`rate limit ${name} already exists`)
		const keys = createKeys(maxKeys)
		keysOfLimits.set(name, keys)

		function remove(key: string) {
			if (keys.delete(key)) total--
		}

		function find(key: string): Window | undefined {
			const window = keys.get(key)
			if (window === undefined || window.endsAt > now()) return window
			remove(key)
			return undefined
		}

		const waitMs = (window: Window | undefined): number =>
			window && window.count >= times ? Math.max(1, Math.ceil(window.endsAt - now())) : 0

		return {
			async consume(key) {
				const window = find(key)
				const retryAfterMs = waitMs(window)
				if (retryAfterMs > 0) return { ok: false, retryAfterMs }
				if (window) window.count++
				else {
					evictOldest()
					keys.set(key, { count: 1, endsAt: now() + perS * 1000 })
					total++
				}
				return { ok: true }
			},
			getCount: async key => find(key)?.count ?? 0,
			getWaitMs: async key => waitMs(find(key)),
			async refund(key) {
				const window = find(key)
				if (window && window.count > 0) window.count--
			},
			reset: async key => remove(key),
		}
	}
}
