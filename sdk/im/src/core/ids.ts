import type { Environment } from './environment.ts'

const digits = (number: number, length: number) => number.toString(16).padStart(length, '0')

export const randomHex = (env: Pick<Environment, 'randomBytes'>, length: number) =>
	Array.from(env.randomBytes(length), byte => (byte % 16).toString(16)).join('')

/** Returns a number from 0 to below 1, in steps of 1/256. */
export const random = (env: Pick<Environment, 'randomBytes'>) => (env.randomBytes(1)[0] ?? 0) / 256

/**
 * Returns 30 hex digits that sort by creation, even if the clock goes back: the first 12 are the time, the next 3 a
 * counter within the millisecond, the others random.
 */
export function createIds(env: Pick<Environment, 'now' | 'randomBytes'>): () => string {
	let time = 0
	let count = 0
	return () => {
		const now = env.now()
		if (now > time) {
			time = now
			count = 0
		} else if (++count > 0xfff) {
			time++
			count = 0
		}
		return digits(time, 12) + digits(count, 3) + randomHex(env, 15)
	}
}
