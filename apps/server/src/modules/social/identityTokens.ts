import type { Instant, SiteId } from '@parley/core'
import { errors, type JWTVerifyGetKey, jwtVerify } from 'jose'
import type { Clock } from '../../platform/clock.ts'

/** Who an identity token of the device maker is about; nothing where it is not good. */
export type VerifyIdentityToken = (token: string, siteId: SiteId) => Promise<VerifiedToken | undefined>
export interface VerifiedToken {
	subject: string
	expiresAt: Instant
}

export interface Issuer {
	issuer: string
	/** Whom a token must be made for: the ids of our apps. */
	audience: string[]
	/** The issuer's keys: a remote set, or a local one. */
	keys: JWTVerifyGetKey
}

/** Two clocks that are both right differ by less. */
const toleranceS = 60
/** However long an issuer lets a token live. */
const maxAgeS = 3_600

/** Verifies tokens of one issuer. Keys are public, so no algorithm is taken in which a public key could sign. */
export function createTokenVerifier({ issuer, audience, keys }: Issuer, clock: Clock): VerifyIdentityToken {
	return async token => {
		try {
			const { payload } = await jwtVerify(token, keys, {
				issuer,
				audience,
				algorithms: ['RS256', 'ES256'],
				currentDate: new Date(clock.now()),
				clockTolerance: toleranceS,
				maxTokenAge: maxAgeS,
				requiredClaims: ['sub', 'exp', 'iat'],
			})
			const { sub = '', exp = 0 } = payload
			return { subject: sub, expiresAt: (exp + toleranceS) * 1000 }
		} catch (error) {
			// Keys that could not be had say nothing of the token: that is for an administrator to see.
			if (error instanceof errors.JOSEError && !keySetErrorCodes.includes(error.code)) return undefined
			throw error
		}
	}
}

/** Codes of what went wrong with the key set: it did not come, or could not be read. */
const keySetErrorCodes = ['ERR_JOSE_GENERIC', 'ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID']

/** Takes what the first of several issuers vouches for. */
export const verifyWithFirst =
	(...verifiers: VerifyIdentityToken[]): VerifyIdentityToken =>
	async (token, siteId) => {
		for (const verify of verifiers) {
			const verified = await verify(token, siteId)
			if (verified) return verified
		}
		return undefined
	}

/** Takes what an issuer vouches for on some sites only. */
export const restrictToSites =
	(siteIds: readonly SiteId[], verify: VerifyIdentityToken): VerifyIdentityToken =>
	async (token, siteId) =>
		siteIds.includes(siteId) ? await verify(token, siteId) : undefined

/** Where no issuer is set up, nobody is vouched for and nothing is fetched. */
export const acceptNoToken: VerifyIdentityToken = async () => undefined
