import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'

/** The number of leading zero bits. */
export function countLeadingZeroBits(digest: Uint8Array): number {
	let bits = 0
	for (const byte of digest) {
		if (byte !== 0) return bits + Math.clz32(byte) - 24
		bits += 8
	}
	return bits
}

const [zero, nine] = [48, 57]

/**
 * Searches a number of twelve digits such that the SHA-256 digest of salt and number begins with `bits` zero bits. It
 * works in place, which is several times as fast on a phone.
 * @returns makes the next `count` tries; gives the number once it is found
 */
export function createProofOfWork(salt: string, bits: number) {
	const text = utf8ToBytes(`${salt}${'0'.repeat(12)}`)
	const start = text.length - 12
	const initial = sha256.create()
	const digest = new Uint8Array(initial.outputLen)
	let hash = sha256.create()

	function increment() {
		let at = text.length - 1
		while (at > start && text[at] === nine) text[at--] = zero
		text[at] = (text[at] ?? zero) + 1
	}

	return function tryNext(count: number): string | undefined {
		for (let tried = 0; tried < count; tried++) {
			increment()
			hash = initial._cloneInto(hash)
			hash.update(text)
			hash.digestInto(digest)
			if (countLeadingZeroBits(digest) >= bits) return String.fromCharCode(...text.subarray(start))
		}
		return undefined
	}
}

/** The probability that so many tries suffice: rises monotonically and stays below 1. */
export const estimateProgress = (tried: number, bits: number): number => 1 - Math.exp(-tried / 2 ** bits)
