import { bytesToHex, bytesToUtf8, hexToBytes, utf8ToBytes } from '@noble/ciphers/utils.js'
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import * as v from 'valibot'

/**
 * An identity of another app, signed by the shell with the secret it shares with the site. `unionid` is the person's id in
 * the messenger, `openid` the one in the workplace app.
 */
const IdentityEnvelope = v.object({
	unionid: v.optional(v.pipe(v.string(), v.nonEmpty(), v.maxLength(200))),
	openid: v.optional(v.pipe(v.string(), v.nonEmpty(), v.maxLength(200))),
	nickname: v.optional(v.pipe(v.string(), v.maxLength(200))),
	headimgurl: v.optional(v.pipe(v.string(), v.maxLength(1000))),
	/** Time of signing in UTC milliseconds. */
	at: v.pipe(v.number(), v.safeInteger()),
	/** Random; each envelope can be used once. */
	nonce: v.pipe(v.string(), v.minLength(16), v.maxLength(100)),
})
export type IdentityEnvelope = v.InferOutput<typeof IdentityEnvelope>

/** Lifetime of an envelope, and how far ahead a shell's clock may be. */
export const envelopeLifetimeMs = 5 * 60_000

const hmacOf = (secret: string, text: string) => hmac(sha256, utf8ToBytes(secret), utf8ToBytes(text))

/** Signs an envelope: hex of the JSON, a dot, hex of its HMAC-SHA-256. */
export function signEnvelope(envelope: IdentityEnvelope, secret: string): string {
	const text = bytesToHex(utf8ToBytes(JSON.stringify(envelope)))
	return `${text}.${bytesToHex(hmacOf(secret, text))}`
}

/** Verifies signature and shape; undefined if either is wrong. The age is not checked. */
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

/** Takes the same time wherever the texts differ. */
function isEqualInConstantTime(given: string, expected: string): boolean {
	let difference = given.length ^ expected.length
	for (let i = 0; i < expected.length; i++) difference |= (given.charCodeAt(i) || 0) ^ expected.charCodeAt(i)
	return difference === 0
}
