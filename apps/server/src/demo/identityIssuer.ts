import { randomBytes, randomUUID } from 'node:crypto'
import { envelopeLifetimeMs, type IdentityEnvelope, signEnvelope } from '@parley/api'
import { createLocalJWKSet, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { createTokenVerifier } from '../modules/social/index.ts'
import type { Clock } from '../platform/clock.ts'

/** Whom the device maker's identity tokens of the demo come from, and for which app. */
const demoIssuer = 'https://device-maker.parley.invalid'
const demoAudience = 'invalid.parley.demo'

/** Another app as the simulated phone knows it. */
export type IdentityApp = 'weixin' | 'apple' | 'dingtalk'

/**
 * Says on behalf of other apps who somebody is, as a real phone would have them say it: envelopes signed with the
 * secret of the site, identity tokens signed by an issuer of the demo's own. The key lives as long as the server.
 */
export async function createDemoIdentityIssuer(clock: Clock) {
	const { publicKey, privateKey } = await generateKeyPair('ES256')
	const keyId = randomUUID()
	const key = { ...(await exportJWK(publicKey)), kid: keyId, alg: 'ES256', use: 'sig' }

	async function vouch(app: IdentityApp, subject: string, shellSecret: string): Promise<string> {
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
	return { vouch, verify: createTokenVerifier({ issuer: demoIssuer, audience: [demoAudience], keys }, clock) }
}
export type DemoIdentityIssuer = Awaited<ReturnType<typeof createDemoIdentityIssuer>>
