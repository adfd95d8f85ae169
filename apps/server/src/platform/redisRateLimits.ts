import { createClient, defineScript } from '@redis/client'
import { hashToken } from './ids.ts'
import type { Log } from './log.ts'
import type { CreateRateLimit } from './rateLimit.ts'
import { redisSettings, warnWhenLost } from './redisConnection.ts'

/** Time without an answer after which Redis counts as unreachable. */
const answersWithinMs = 500
const oneKey = { NUMBER_OF_KEYS: 1, IS_READ_ONLY: false } as const

/** Counts an attempt unless the limit is used up; returns the milliseconds to wait, 0 if it was counted. */
const consume = defineScript({
	...oneKey,
	SCRIPT: `local count = tonumber(redis.call('GET', KEYS[1]) or '0')
if count >= tonumber(ARGV[1]) then return math.max(1, redis.call('PTTL', KEYS[1])) end
if redis.call('INCR', KEYS[1]) == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
return 0`,
	parseCommand(parser, key: string, times: number, windowMs: number) {
		parser.pushKey(key)
		parser.push(`${times}`, `${windowMs}`)
	},
	transformReply: (reply: number) => reply,
})
/** Takes an attempt back if one is counted. */
const refund = defineScript({
	...oneKey,
	SCRIPT: `if tonumber(redis.call('GET', KEYS[1]) or '0') > 0 then return redis.call('DECR', KEYS[1]) end
return 0`,
	parseCommand(parser, key: string) {
		parser.pushKey(key)
	},
	transformReply: (reply: number) => reply,
})
/** Returns the count and the milliseconds left of the window. */
const look = defineScript({
	...oneKey,
	IS_READ_ONLY: true,
	SCRIPT: "return {tonumber(redis.call('GET', KEYS[1]) or '0'), redis.call('PTTL', KEYS[1])}",
	parseCommand(parser, key: string) {
		parser.pushKey(key)
	},
	transformReply: ([count, leftMs]: [number, number]) => ({ count, leftMs }),
})

/**
 * Limits counted in Redis, for all servers that use it. Every function rejects while Redis does not answer.
 * @param url `redis://…` or `rediss://…`
 */
export function openRedisRateLimits(url: string, log: Pick<Log, 'warn'>) {
	const client = createClient({ ...redisSettings(url), scripts: { consume, refund, look } })
	warnWhenLost(client, log, 'Redis is unreachable: each server counts attempts for itself')
	// The client reconnects by itself, also after a failed first attempt.
	const connecting = client.connect().catch(() => {})

	const create: CreateRateLimit = (name, times, perS) => {
		// Keys contain addresses, names and numbers.
		const keyOf = (key: string) => `parley:limit:${name}:${hashToken(key)}`
		return {
			async consume(key) {
				const retryAfterMs = await answered(client.consume(keyOf(key), times, perS * 1000))
				return retryAfterMs === 0 ? { ok: true } : { ok: false, retryAfterMs }
			},
			getCount: async key => (await answered(client.look(keyOf(key)))).count,
			async getWaitMs(key) {
				const { count, leftMs } = await answered(client.look(keyOf(key)))
				return count >= times ? Math.max(1, leftMs) : 0
			},
			refund: async key => void (await answered(client.refund(keyOf(key)))),
			reset: async key => void (await answered(client.del(keyOf(key)))),
		}
	}
	return {
		create,
		async close() {
			client.destroy()
			await connecting
		},
	}
}

/** Rejects where the answer takes too long: a Redis that hangs keeps its connection. */
async function answered<T>(answer: Promise<T>): Promise<T> {
	let timer: NodeJS.Timeout | undefined
	const late = new Promise<never>((_, reject) => {
		timer = setTimeout(() => reject(new Error('Redis does not answer')), answersWithinMs)
	})
	return await Promise.race([answer, late]).finally(() => clearTimeout(timer))
}
