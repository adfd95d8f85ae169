import { createHash } from 'node:crypto'
import type { Instant } from '@parley/core'

/**
 * An edge lets a viewer go so long after they may not watch any more: with the second that is rounded away, and what its
 * clock may be behind, less than 30 s.
 */
export const passLifetimeMs = 25_000

export interface LivePasses {
	/** Opens one stream at every edge for `passLifetimeMs`: `<seconds since 1970>.<signature>`. */
	sign(streamId: string, now: Instant): string
}

/**
 * What an edge in front of this server checks by itself, with the secret both have: the signature is that of nginx'
 * `secure_link_md5 "$secure_link_expires $stream <secret>"`, which is built into every nginx. Nobody but who knows the secret
 * makes one: it stands behind what is signed, so that nothing can be added, and what is signed is ours.
 */
export const createLivePasses = (secret: string): LivePasses => ({
	sign(streamId, now) {
		const expires = Math.floor((now + passLifetimeMs) / 1000)
		const signature = createHash('md5').update(`${expires} ${streamId} ${secret}`).digest('base64url')
		return `${expires}.${signature}`
	},
})
