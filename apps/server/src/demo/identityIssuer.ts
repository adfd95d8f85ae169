import { createECDH, hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { envelopeLifetimeMs, type IdentityEnvelope, signEnvelope } from '@parley/api'
import { calculateJwkThumbprint, createLocalJWKSet, importJWK, SignJWT } from 'jose'
import { createTokenVerifier } from '../modules/social/index.ts'
import type { Clock } from '../platform/clock.ts'

/** Issuer and audience of the demo's identity tokens. */
const demoIssuer = 'https://device-maker.parley.invalid'
const demoAudience = 'invalid.parley.demo'

/** Other apps of the simulated phone. */
export type IdentityApp = 'weixin' | 'apple' | 'dingtalk'

/**
 * Issues proofs of identity for the simulated phone: envelopes signed with the secret of the site, and identity tokens
 * signed with a key of the servers of the database.
 * @param secret the same on all of them
 */
export async function createDemoIdentityIssuer(clock: Clock, secret: string) {
	const { d, ...publicKey } = deriveKey(secret)
	const privateKey = await importJWK({ ...publicKey, d }, 'ES256')
	const keyId = await calculateJwkThumbprint(publicKey)
	const key = { ...publicKey, kid: keyId, alg: 'ES256', use: 'sig' }

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

/** Returns the same key pair of P-256 for the same secret. */
function deriveKey(secret: string) {
	const scalar = Buffer.from(hkdfSync('sha256', secret, '', 'identity tokens of the demo', 32))
	const pair = createECDH('prime256v1')
	pair.setPrivateKey(scalar)
	// One byte for the format, then both coordinates.
	const point = pair.getPublicKey()
	const encode = (bytes: Buffer) => bytes.toString('base64url')
	const coordinates = { x: encode(point.subarray(1, 33)), y: encode(point.subarray(33)) }
	return { kty: 'EC', crv: 'P-256', ...coordinates, d: encode(scalar) } as const
}
export type DemoIdentityIssuer = Awaited<ReturnType<typeof createDemoIdentityIssuer>>
