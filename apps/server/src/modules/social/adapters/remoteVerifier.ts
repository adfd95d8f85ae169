import { createRemoteJWKSet } from 'jose'
import type { Clock } from '../../../platform/clock.ts'
import { createTokenVerifier, type VerifyIdentityToken } from '../index.ts'

export interface RemoteIssuer {
	issuer: string
	audience: string[]
	keysUrl: string
}

/**
 * Verifies tokens of a remote issuer. Its keys are fetched with the first token, and again for an unknown key, at most
 * twice a minute.
 */
export function remoteVerifier({ issuer, audience, keysUrl }: RemoteIssuer, clock: Clock): VerifyIdentityToken {
	const keys = createRemoteJWKSet(new URL(keysUrl), { timeoutDuration: 5_000, cooldownDuration: 30_000 })
	return createTokenVerifier({ issuer, audience, keys }, clock)
}
