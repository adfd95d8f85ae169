import { envelopeLifetimeMs, type IdentityEnvelope, verifyEnvelope } from '@parley/api'
import type { Instant, SiteId } from '@parley/core'
import type { Clock } from '../../platform/clock.ts'
import { hashToken } from '../../platform/ids.ts'
import type { SiteService } from '../site/index.ts'
import type { VerifyIdentityToken } from './identityTokens.ts'
import type { IdentityProvider } from './store.ts'

/** An identity somebody vouches for, and how that voucher is known again when it comes a second time. */
export interface VerifiedIdentity {
	provider: IdentityProvider
	subject: string
	nickname: string | undefined
	picture: string | undefined
	proofHash: string
	expiresAt: Instant
}

export interface ProofVerifierDeps {
	sites: Pick<SiteService, 'find' | 'shellSecret'>
	verifyDeviceMaker: VerifyIdentityToken
	clock: Clock
}

/** Reads what came as the proof of an identity; nothing where it is not signed by who it should be, or not of now. */
export function createProofVerifier({ sites, verifyDeviceMaker, clock }: ProofVerifierDeps) {
	async function verifyProof(
		siteId: SiteId,
		provider: IdentityProvider,
		text: string,
	): Promise<VerifiedIdentity | undefined> {
		return provider === 'deviceMaker'
			? await verifyTokenProof(siteId, text)
			: await verifyEnvelopeProof(siteId, provider, text)
	}

	async function verifyEnvelopeProof(siteId: SiteId, provider: 'messenger' | 'workplace', text: string) {
		const secret = await sites.shellSecret(siteId)
		const envelope = secret ? verifyEnvelope(text, secret) : undefined
		const subject = provider === 'messenger' ? envelope?.unionid : envelope?.openid
		if (!envelope || !isSubjectValid(subject) || !isRecent(envelope, clock.now())) return undefined
		const { nickname, headimgurl: picture, at, nonce } = envelope
		// Of the nonce, not of the text: the same envelope can be written in more than one way.
		return {
			provider,
			subject,
			nickname,
			picture,
			proofHash: hashToken(`envelope/${nonce}`),
			expiresAt: at + envelopeLifetimeMs,
		}
	}

	async function verifyTokenProof(siteId: SiteId, text: string): Promise<VerifiedIdentity | undefined> {
		const verified = await verifyDeviceMaker(text, siteId)
		if (!verified || !isSubjectValid(verified.subject)) return undefined
		// Of what is signed: the signature can be written in more than one way.
		const proofHash = hashToken(`token/${text.slice(0, text.lastIndexOf('.'))}`)
		return { provider: 'deviceMaker', ...verified, nickname: undefined, picture: undefined, proofHash }
	}

	return { verifyProof }
}

/** Other apps name people in plain letters and digits; a database may refuse the rest. */
const isSubjectValid = (subject: string | undefined): subject is string =>
	subject !== undefined && /^[\x20-\x7e]{1,200}$/.test(subject)

/** Neither older than an envelope may be, nor from a clock that runs further ahead than that. */
const isRecent = ({ at }: IdentityEnvelope, now: Instant): boolean => Math.abs(now - at) < envelopeLifetimeMs
