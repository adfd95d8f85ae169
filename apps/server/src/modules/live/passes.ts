import { createHash } from 'node:crypto'
import type { Instant } from '@parley/core'

/**
 * Maximum time an edge still serves a viewer who may no longer watch: with the second lost to rounding and its clock's
 * lag, less than 30 s.
 */
export const passLifetimeMs = 25_000

export interface LivePasses {
	/** Opens one stream at every edge for `passLifetimeMs`: `<seconds since 1970>.<signature>`. */
	sign(streamId: string, now: Instant): string
}

/**
 * Passes that an edge in front of this server verifies by itself, with a shared secret: the signature is nginx's
 * `secure_link_md5 "$secure_link_expires $stream <secret>"`, which every nginx supports. It cannot be forged without
 * the secret: the secret follows the signed text, so nothing can be appended, and we choose the signed text.
 */
export const createLivePasses = (secret: string): LivePasses => ({
	sign(streamId, now) {
		const expires = Math.floor((now + passLifetimeMs) / 1000)
		const signature = createHash('md5').update(`${expires} ${streamId} ${secret}`).digest('base64url')
		return `${expires}.${signature}`
	},
})
