import { createSecretKey, hash } from 'node:crypto'
import type { Instant } from '@parley/core'
import { ImAppId, ImUserId } from '@parley/im'
import { errors, jwtVerify, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'
import * as v from 'valibot'

const audience = 'im'
/** Cache of verified tokens: reconnecting clients present the same one. */
const maxKnown = 5_000

const Claims = v.object({
	sub: ImUserId,
	appId: ImAppId,
	guest: v.boolean(),
	name: v.string(),
	signIn: v.nullable(v.string()),
	/** In milliseconds; the registered claims have seconds only. */
	issuedAt: v.number(),
	expiresAt: v.number(),
})

/** Subject of a token: one person of one application. */
export interface TokenIdentity {
	uid: ImUserId
	appId: ImAppId
	isGuest: boolean
	nickName: string
	/** Site session in which the token was issued, and with which it ends; null for guests. */
	sessionId: string | null
	issuedAt: Instant
	expiresAt: Instant
}

export type VerifiedToken = { status: 'valid'; identity: TokenIdentity } | { status: 'expired' } | { status: 'invalid' }

export interface TokenVerifier {
	/** Verifies that one of our tokens is valid now; whether its person may still use it is decided elsewhere. */
	verify(token: string, now: Instant): Promise<VerifiedToken>
}

/** Tokens for messaging, signed with a key of this server: they are invalid elsewhere, and other tokens are invalid here. */
export function createImTokens(secret: Uint8Array): TokenVerifier & { sign(identity: TokenIdentity): Promise<string> } {
	// Imported once: importing it for each token would take as long as the signature itself.
	const key = createSecretKey(secret).toCryptoKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify'])
	/** Keyed by digest: a token is long, and a memory dump must not reveal it. */
	const known = new LRUCache<string, TokenIdentity>({ max: maxKnown })

	async function verifySigned(token: string, now: Instant): Promise<TokenIdentity> {
		const options = { audience, algorithms: ['HS256'], currentDate: new Date(now) }
		const { payload } = await jwtVerify(token, key, options)
		const { sub, guest, name, signIn, ...claims } = v.parse(Claims, payload)
		return { uid: sub, isGuest: guest, nickName: name, sessionId: signIn, ...claims }
	}

	return {
		sign: ({ uid, appId, isGuest, nickName, sessionId, issuedAt, expiresAt }) =>
			new SignJWT({ appId, guest: isGuest, name: nickName, signIn: sessionId, issuedAt, expiresAt })
				.setProtectedHeader({ alg: 'HS256' })
				.setAudience(audience)
				.setSubject(uid)
				.setExpirationTime(Math.ceil(expiresAt / 1_000))
				.sign(key),
		async verify(token, now) {
			try {
				const digest = hash('sha256', token, 'base64url')
				const identity = known.get(digest) ?? (await verifySigned(token, now))
				if (identity.expiresAt <= now) return { status: 'expired' }
				known.set(digest, identity)
				return { status: 'valid', identity }
			} catch (error) {
				return { status: error instanceof errors.JWTExpired ? 'expired' : 'invalid' }
			}
		},
	}
}
