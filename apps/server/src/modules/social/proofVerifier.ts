import { envelopeLifetimeMs, type IdentityEnvelope, verifyEnvelope } from '@parley/api'
import type { Instant, SiteId } from '@parley/core'
import type { Clock } from '../../platform/clock.ts'
import { hashToken } from '../../platform/ids.ts'
import type { SiteService } from '../site/index.ts'
import type { VerifyIdentityToken } from './identityTokens.ts'
import type { IdentityProvider } from './store.ts'

/** An identity with a valid proof. `proofHash` identifies the proof, so that it can be used once only. */
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
	verifyIdentityToken: VerifyIdentityToken
	clock: Clock
}

/** Verifies proofs of identity: signature, site and age. */
export function createProofVerifier({ sites, verifyIdentityToken, clock }: ProofVerifierDeps) {
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
		// Hash of the nonce: the same envelope can be serialised in more than one way.
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
		const verified = await verifyIdentityToken(text, siteId)
		if (!verified || !isSubjectValid(verified.subject)) return undefined
		// Hash of the signed part: a signature can be encoded in more than one way.
		const proofHash = hashToken(`token/${text.slice(0, text.lastIndexOf('.'))}`)
		return { provider: 'deviceMaker', ...verified, nickname: undefined, picture: undefined, proofHash }
	}

	return { verifyProof }
}
export type ProofVerifier = ReturnType<typeof createProofVerifier>

/** Subjects are printable ASCII; a database may reject other characters. */
const isSubjectValid = (subject: string | undefined): subject is string =>
	subject !== undefined && /^[\x20-\x7e]{1,200}$/.test(subject)

/** Neither too old nor too far in the future. */
const isRecent = ({ at }: IdentityEnvelope, now: Instant): boolean => Math.abs(now - at) < envelopeLifetimeMs
