import { randomBytes, randomUUID } from 'node:crypto'
import { envelopeLifetimeMs, type IdentityEnvelope, signEnvelope } from '@parley/api'
import { createLocalJWKSet, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { createTokenVerifier } from '../modules/social/index.ts'
import type { Clock } from '../platform/clock.ts'

/** Issuer and audience of the demo's identity tokens. */
const demoIssuer = 'https://device-maker.parley.invalid'
const demoAudience = 'invalid.parley.demo'

/** Other apps of the simulated phone. */
export type IdentityApp = 'weixin' | 'apple' | 'dingtalk'

/**
 * Issues proofs of identity for the simulated phone: envelopes signed with the secret of the site, and identity tokens
 * signed with a key that lives as long as the server.
 */
export async function createDemoIdentityIssuer(clock: Clock) {
	const { publicKey, privateKey } = await generateKeyPair('ES256')
	const keyId = randomUUID()
	const key = { ...(await exportJWK(publicKey)), kid: keyId, alg: 'ES256', use: 'sig' }

	async function issueProof(app: IdentityApp, subject: string, shellSecret: string): Promise<string> {
		if (app === 'apple') return await identityToken(subject)
		const envelope: IdentityEnvelope = {
			...(app === 'weixin' ? { unionid: subject, nickname: subject } : { openid: subject }),
			at: clock.now(),
			nonce: randomBytes(16).toString('base64url'),
		}
		return signEnvelope(envelope, shellSecret)
	}

	const identityToken = (subject: string) =>
		new SignJWT()
			.setProtectedHeader({ alg: 'ES256', kid: keyId })
			.setIssuer(demoIssuer)
			.setAudience(demoAudience)
			.setSubject(subject)
			.setJti(randomUUID())
			.setIssuedAt(new Date(clock.now()))
			.setExpirationTime(new Date(clock.now() + envelopeLifetimeMs))
			.sign(privateKey)

	const keys = createLocalJWKSet({ keys: [key] })
	return {
		signIdentity: issueProof,
		verify: createTokenVerifier({ issuer: demoIssuer, audience: [demoAudience], keys }, clock),
	}
}
export type DemoIdentityIssuer = Awaited<ReturnType<typeof createDemoIdentityIssuer>>
