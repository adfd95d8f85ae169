import type { SiteId, UserId } from '@parley/core'
import type { Clock } from '../../platform/clock.ts'
import { hashToken, type Ids } from '../../platform/ids.ts'
import type { ProofPurpose, ProofSubject, VerificationStore } from './store.ts'

const lifetimeMs = 15 * 60_000

export interface NewProof {
	siteId: SiteId
	purpose: ProofPurpose
	userId?: UserId | undefined
	areaCode?: string | undefined
	mobile?: string | undefined
}

/**
 * Issues and consumes proofs: one-use tokens saying that somebody has just verified a number or an account. Created with
 * a store in a transaction, a proof is consumed only if the transaction commits.
 */
export function createProofService({ store, clock, ids }: { store: VerificationStore; clock: Clock; ids: Ids }) {
	const keyOf = (siteId: SiteId, purpose: ProofPurpose, token: string) => ({
		siteId,
		purpose,
		hash: hashToken(token),
	})

	async function issue({ siteId, purpose, userId, areaCode, mobile }: NewProof): Promise<string> {
		const token = ids.secret()
		await store.insertProof({
			...keyOf(siteId, purpose, token),
			userId: userId ?? null,
			areaCode: areaCode ?? null,
			mobile: mobile ?? null,
			expiresAt: clock.now() + lifetimeMs,
		})
		return token
	}

	/** The subject of a valid token, without consuming it. */
	const find = (siteId: SiteId, purpose: ProofPurpose, token: string): Promise<ProofSubject | undefined> =>
		store.findProof(keyOf(siteId, purpose, token), clock.now())

	/** The subject of a valid token, which becomes invalid. */
	const consume = (siteId: SiteId, purpose: ProofPurpose, token: string): Promise<ProofSubject | undefined> =>
		store.consumeProof(keyOf(siteId, purpose, token), clock.now())

	return {
		issue,
		find,
		consume,
		/** Invalidates all tokens of a person. */
		removeForUser: store.removeProofsForUser,
	}
}
export type ProofService = ReturnType<typeof createProofService>
