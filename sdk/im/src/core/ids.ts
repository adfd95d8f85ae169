import type { Environment } from './environment.ts'

const hex = (bytes: Uint8Array) => Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')

export const randomHex = (env: Pick<Environment, 'randomBytes'>, length: number) =>
	hex(env.randomBytes(Math.ceil(length / 2))).slice(0, length)

/** Between 0 and 1. */
export const random = (env: Pick<Environment, 'randomBytes'>) => {
	const [a = 0, b = 0, c = 0] = env.randomBytes(3)
	return (a * 65_536 + b * 256 + c) / 16_777_216
}

/**
 * UUIDs of version 7 in the order in which they are made, also when the clock goes back: the first 12 digits are the time,
 * the next ones count what is made within a millisecond.
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
		const stamp = time.toString(16).padStart(12, '0')
		const tail = randomHex(env, 15)
		return `${stamp.slice(0, 8)}-${stamp.slice(8)}-7${count.toString(16).padStart(3, '0')}-a${tail.slice(0, 3)}-${tail.slice(3)}`
	}
}
