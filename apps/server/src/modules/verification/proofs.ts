import { ok, refused, type SiteId, type UserId } from '@parley/core'
import type { Clock } from '../../platform/clock.ts'
import { hashToken, type Ids } from '../../platform/ids.ts'
import type { Proof, ProofPurpose, ProofSubject, VerificationStore } from './store.ts'

const lifetimeMs = 15 * 60_000
const day = 86_400_000
/** Time for which an expired set-up link is still recognised as one. */
export const setUpLinksKeptMs = 90 * day

export interface NewProof {
	siteId: SiteId
	purpose: ProofPurpose
	userId?: UserId | undefined
	areaCode?: string | undefined
	mobile?: string | undefined
}

/**
 * Issues and consumes proofs: one-use tokens stating that a person has just verified a number or an account. Created
 * with a store in a transaction, a proof is consumed only if the transaction commits.
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

	/** A set-up link for an account, to be stored with `insertPrepared`: its token is shown to its person alone. */
	function prepareSetUp(siteId: SiteId, userId: UserId, days: number): { token: string; proof: Proof } {
		const token = ids.secret()
		const subject = { userId, areaCode: null, mobile: null }
		return { token, proof: { ...keyOf(siteId, 'setUp', token), ...subject, expiresAt: clock.now() + days * day } }
	}

	/** Returns whose account a set-up link is for, or why it is invalid. */
	async function findSetUp(siteId: SiteId, token: string) {
		const proof = await store.findKeptProof(hashToken(token))
		if (proof?.purpose !== 'setUp' || proof.userId === null) return refused('linkUnknown')
		if (proof.siteId !== siteId) return refused('linkElsewhere')
		if (proof.isUsed) {
			// Takes precedence over the reason this link ended: the person should use their valid one.
			const isReplaced = await store.hasValidSetUp(proof.userId, clock.now())
			return refused(isReplaced ? 'linkReplaced' : 'linkUsed')
		}
		return proof.expiresAt <= clock.now() ? refused('linkExpired') : ok(proof.userId)
	}

	/** The subject of a valid token, without consuming it. */
	const find = (siteId: SiteId, purpose: ProofPurpose, token: string): Promise<ProofSubject | undefined> =>
		store.findProof(keyOf(siteId, purpose, token), clock.now())

	/** The subject of a valid token, which becomes invalid. */
	const consume = (siteId: SiteId, purpose: ProofPurpose, token: string): Promise<ProofSubject | undefined> =>
		store.consumeProof(keyOf(siteId, purpose, token), clock.now())

	return {
		issue,
		prepareSetUp,
		insertPrepared: store.insertProofs,
		findSetUp,
		find,
		consume,
		/** Invalidates all tokens of a person. */
		removeForUser: store.removeProofsForUser,
	}
}
export type ProofService = ReturnType<typeof createProofService>
