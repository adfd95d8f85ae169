import type { Instant, SiteId } from '@parley/core'
import { errors, type JWTVerifyGetKey, jwtVerify } from 'jose'
import type { Clock } from '../../platform/clock.ts'

/** Verifies an identity token of the device maker; undefined if it is not valid on this site. */
export type VerifyIdentityToken = (token: string, siteId: SiteId) => Promise<VerifiedToken | undefined>
export interface VerifiedToken {
	subject: string
	expiresAt: Instant
}

export interface Issuer {
	issuer: string
	/** Accepted `aud` values: the ids of our apps. */
	audience: string[]
	/** Key set of the issuer, remote or local. */
	keys: JWTVerifyGetKey
}

/** Accepted clock difference. */
const toleranceS = 60
/** Maximum age, whatever lifetime the issuer gives. */
const maxAgeS = 3_600

/** Verifies tokens of one issuer. Asymmetric algorithms only: with HMAC the public key could sign. */
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
			// Without keys nothing is known about the token: an error for the administrator, not a refusal.
			if (error instanceof errors.JOSEError && !keySetErrorCodes.includes(error.code)) return undefined
			throw error
		}
	}
}

/** Error codes of jose for a key set that could not be fetched or parsed. */
const keySetErrorCodes = ['ERR_JOSE_GENERIC', 'ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID']

/** Accepts tokens that any of several issuers accepts; the first one wins. */
export const verifyWithFirst =
	(...verifiers: VerifyIdentityToken[]): VerifyIdentityToken =>
	async (token, siteId) => {
		for (const verify of verifiers) {
			const verified = await verify(token, siteId)
			if (verified) return verified
		}
		return undefined
	}

/** Accepts tokens on some sites only. */
export const restrictToSites =
	(siteIds: readonly SiteId[], verify: VerifyIdentityToken): VerifyIdentityToken =>
	async (token, siteId) =>
		siteIds.includes(siteId) ? await verify(token, siteId) : undefined

/** For servers without a configured issuer: accepts no token and fetches nothing. */
export const acceptNoToken: VerifyIdentityToken = async () => undefined
