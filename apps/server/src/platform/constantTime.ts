import { createHash, timingSafeEqual } from 'node:crypto'

/**
 * Returns whether two secrets are equal, in a time that reveals nothing about either: it compares their hashes, which have
 * equal length.
 */
export const isEqualInConstantTime = (a: string | Uint8Array, b: string | Uint8Array): boolean =>
	timingSafeEqual(sha256(a), sha256(b))

const sha256 = (secret: string | Uint8Array): Buffer => createHash('sha256').update(secret).digest()
