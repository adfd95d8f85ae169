import { exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose'
import type { Clock } from '../../platform/clock.ts'
import { createTokenVerifier, type VerifyIdentityToken } from './identityTokens.ts'

export const issuerName = 'https://issuer.example'
export const audience = 'org.example.parley'
const keyId = 'key-1'

/** Made once: keys of this kind take a moment. */
const pairs = { ours: generateKeyPair('RS256'), others: generateKeyPair('RS256') }

export interface TestIssuer {
	verify: VerifyIdentityToken
	/** Returns an identity token, with other claims or another key if given. */
	token(claims?: JWTPayload, signedBy?: keyof typeof pairs): Promise<string>
	/** The public key, as the issuer hands it to the world. */
	publicKey(): Promise<JWK>
}

/** A device maker of our own, with its key at hand. */
export function createTestIssuer(clock: Clock): TestIssuer {
	const keys = async () => (await pairs.ours).publicKey
	return {
		verify: createTokenVerifier({ issuer: issuerName, audience: [audience], keys }, clock),
		async token(claims = {}, signedBy = 'ours') {
			const nowS = Math.floor(clock.now() / 1000)
			const usual = { iss: issuerName, aud: audience, sub: 'apple-1', iat: nowS, exp: nowS + 600 }
			return await new SignJWT({ ...usual, ...claims })
				.setProtectedHeader({ alg: 'RS256', kid: keyId })
				.sign((await pairs[signedBy]).privateKey)
		},
		publicKey: async () => ({ ...(await exportJWK((await pairs.ours).publicKey)), kid: keyId, alg: 'RS256' }),
	}
}
