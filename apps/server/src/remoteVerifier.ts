import { createRemoteJWKSet } from 'jose'
import { createTokenVerifier, type VerifyIdentityToken } from './modules/social/index.ts'
import type { Clock } from './platform/clock.ts'

export interface RemoteIssuer {
	issuer: string
	audience: string[]
	keysUrl: string
}

/**
 * Takes tokens of an issuer somewhere else. Its keys are fetched when a token first asks for one, and again when it names
 * one that is not known, at most twice a minute.
 */
export function remoteVerifier({ issuer, audience, keysUrl }: RemoteIssuer, clock: Clock): VerifyIdentityToken {
	const keys = createRemoteJWKSet(new URL(keysUrl), { timeoutDuration: 5_000, cooldownDuration: 30_000 })
	return createTokenVerifier({ issuer, audience, keys }, clock)
}
