import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'

/** How many bits a digest begins with that are 0. */
export function zeroBits(digest: Uint8Array): number {
	let bits = 0
	for (const byte of digest) {
		if (byte !== 0) return bits + Math.clz32(byte) - 24
		bits += 8
	}
	return bits
}

const [zero, nine] = [48, 57]

/**
 * Tries numbers of twelve digits until the digest of the salt with one of them begins with enough zero bits. Everything
 * is done in place: a phone makes several times as many tries so.
 */
export function createProver(salt: string, bits: number) {
	const text = utf8ToBytes(`${salt}${'0'.repeat(12)}`)
	const from = text.length - 12
	const fresh = sha256.create()
	const digest = new Uint8Array(fresh.outputLen)
	let hash = sha256.create()

	function countUp() {
		let at = text.length - 1
		while (at > from && text[at] === nine) text[at--] = zero
		text[at] = (text[at] ?? zero) + 1
	}

	/** The next so many tries; the number that was found, if one was. */
	return function tryOn(count: number): string | undefined {
		for (let tried = 0; tried < count; tried++) {
			countUp()
			hash = fresh._cloneInto(hash)
			hash.update(text)
			hash.digestInto(digest)
			if (zeroBits(digest) >= bits) return String.fromCharCode(...text.subarray(from))
		}
		return undefined
	}
}

/** How likely it was to be done after so many tries. It never runs backwards and never claims to be done too early. */
export const progressAfter = (tried: number, bits: number): number => 1 - Math.exp(-tried / 2 ** bits)
