import { bytesToHex, bytesToUtf8, hexToBytes, utf8ToBytes } from '@noble/ciphers/utils.js'
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import * as v from 'valibot'

/**
 * An identity as a shell vouches for it: the name another app knows somebody by, signed with the secret the site shares
 * with its shell. `unionid` is the messenger's name for the person, `openid` the workplace app's.
 */
const IdentityEnvelope = v.object({
	unionid: v.optional(v.pipe(v.string(), v.nonEmpty(), v.maxLength(200))),
	openid: v.optional(v.pipe(v.string(), v.nonEmpty(), v.maxLength(200))),
	nickname: v.optional(v.pipe(v.string(), v.maxLength(200))),
	headimgurl: v.optional(v.pipe(v.string(), v.maxLength(1000))),
	/** When it was made, in UTC milliseconds. */
	at: v.pipe(v.number(), v.safeInteger()),
	/** Random, so that each can be used once. */
	nonce: v.pipe(v.string(), v.minLength(16), v.maxLength(100)),
})
export type IdentityEnvelope = v.InferOutput<typeof IdentityEnvelope>

/** How long an envelope is good for, and how far ahead a shell's clock may be. */
export const envelopeLifetimeMs = 5 * 60_000

const hmacOf = (secret: string, text: string) => hmac(sha256, utf8ToBytes(secret), utf8ToBytes(text))

/** Hex of the JSON, a dot, hex of its HMAC-SHA-256. */
export function signEnvelope(envelope: IdentityEnvelope, secret: string): string {
	const text = bytesToHex(utf8ToBytes(JSON.stringify(envelope)))
	return `${text}.${bytesToHex(hmacOf(secret, text))}`
}

/** What a sealed envelope says, or nothing where the secret is another one, or its text is no envelope; age is not judged. */
export function verifyEnvelope(sealed: string, secret: string): IdentityEnvelope | undefined {
	const [text = '', mac = ''] = sealed.split('.')
	if (!isEqualInConstantTime(mac, bytesToHex(hmacOf(secret, text)))) return undefined
	try {
		const read = v.safeParse(IdentityEnvelope, JSON.parse(bytesToUtf8(hexToBytes(text))))
		return read.success ? read.output : undefined
	} catch {
		return undefined
	}
}

/** Compares in the same time wherever the difference is. */
function isEqualInConstantTime(given: string, expected: string): boolean {
	let difference = given.length ^ expected.length
	for (let i = 0; i < expected.length; i++) difference |= (given.charCodeAt(i) || 0) ^ expected.charCodeAt(i)
	return difference === 0
}
