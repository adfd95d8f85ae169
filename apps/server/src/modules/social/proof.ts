import { envelopeLifetimeMs, type IdentityEnvelope, verifyEnvelope } from '@parley/api'
import type { Instant, SiteId } from '@parley/core'
import type { Clock } from '../../platform/clock.ts'
import { hashToken } from '../../platform/ids.ts'
import type { SiteService } from '../site/index.ts'
import type { VerifyDeviceMaker } from './identityTokens.ts'
import type { IdentityProvider } from './store.ts'

/** An identity somebody vouches for, and how that voucher is known again when it comes a second time. */
export interface ProvenIdentity {
	provider: IdentityProvider
	subject: string
	nickname: string | undefined
	picture: string | undefined
	spendKey: string
	expiresAt: Instant
}

export interface ProofDeps {
	sites: Pick<SiteService, 'find' | 'shellSecret'>
	verifyDeviceMaker: VerifyDeviceMaker
	clock: Clock
}

/** Reads what came as the proof of an identity; nothing where it is not signed by who it should be, or not of now. */
export function identityProofs({ sites, verifyDeviceMaker, clock }: ProofDeps) {
	async function read(siteId: SiteId, provider: IdentityProvider, text: string): Promise<ProvenIdentity | undefined> {
		return provider === 'deviceMaker' ? await readToken(siteId, text) : await readEnvelope(siteId, provider, text)
	}

	async function readEnvelope(siteId: SiteId, provider: 'messenger' | 'workplace', text: string) {
		const secret = await sites.shellSecret(siteId)
		const envelope = secret ? verifyEnvelope(text, secret) : undefined
		const subject = provider === 'messenger' ? envelope?.unionid : envelope?.openid
		if (!envelope || !isSubject(subject) || !isOfNow(envelope, clock.now())) return undefined
		const { nickname, headimgurl: picture, at, nonce } = envelope
		// Of the nonce, not of the text: the same envelope can be written in more than one way.
		return {
			provider,
			subject,
			nickname,
			picture,
			spendKey: hashToken(`envelope/${nonce}`),
			expiresAt: at + envelopeLifetimeMs,
		}
	}

	async function readToken(siteId: SiteId, text: string): Promise<ProvenIdentity | undefined> {
		const verified = await verifyDeviceMaker(text, siteId)
		if (!verified || !isSubject(verified.subject)) return undefined
		// Of what is signed: the signature can be written in more than one way.
		const spendKey = hashToken(`token/${text.slice(0, text.lastIndexOf('.'))}`)
		return { provider: 'deviceMaker', ...verified, nickname: undefined, picture: undefined, spendKey }
	}

	return { read }
}

/** Other apps name people in plain letters and digits; a database may refuse the rest. */
const isSubject = (subject: string | undefined): subject is string =>
	subject !== undefined && /^[\x20-\x7e]{1,200}$/.test(subject)

/** Neither older than an envelope may be, nor from a clock that runs further ahead than that. */
const isOfNow = ({ at }: IdentityEnvelope, now: Instant): boolean => Math.abs(now - at) < envelopeLifetimeMs
