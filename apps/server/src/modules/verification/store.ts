import type { Instant, SiteId, UserId } from '@parley/core'
import type { MobileNumber } from './mobileNumber.ts'

/** What a code is for: a code of one purpose is worthless for another. */
export interface CodeKey extends MobileNumber {
	siteId: SiteId
	/** `type` of the call that sent it. */
	purpose: number
}

export interface Code extends CodeKey {
	id: string
	codeHash: string
	tries: number
	createdAt: Instant
	expiresAt: Instant
	usedAt: Instant | null
}

export type ProofPurpose = 'register' | 'reset' | 'unbind.messenger' | 'unbind.deviceMaker'

/** Who or what was proven. */
export interface ProofSubject {
	userId: UserId | null
	areaCode: string | null
	mobile: string | null
}

export interface Proof extends ProofSubject {
	hash: string
	siteId: SiteId
	purpose: ProofPurpose
	expiresAt: Instant
}
export type ProofKey = Pick<Proof, 'hash' | 'siteId' | 'purpose'>

export interface VerificationStore {
	insertCode(code: Code): Promise<void>
	removeCode(id: string): Promise<void>
	/** When codes went to a number since then, whatever for; the newest first. */
	listSendTimes(siteId: SiteId, number: MobileNumber, since: Instant): Promise<Instant[]>
	findNewestCode(key: CodeKey): Promise<Code | undefined>
	/** Counts one try of a code that is still good; false where it is not, or has had as many as it may. */
	countTry(id: string, mostTries: number, now: Instant): Promise<boolean>
	/** Uses a code up; false where somebody was quicker. */
	useCode(id: string, now: Instant): Promise<boolean>
	insertProof(proof: Proof): Promise<void>
	/** What a proof says that is still good. */
	findProof(key: ProofKey, now: Instant): Promise<ProofSubject | undefined>
	/** The same, and uses it up: of several at once exactly one gets it. */
	consumeProof(key: ProofKey, now: Instant): Promise<ProofSubject | undefined>
	/** Everything somebody proved. */
	removeProofsForUser(userId: UserId): Promise<void>
	/** Codes sent before `codesBefore`, and proofs that are no longer good. */
	removeOld(codesBefore: Instant, now: Instant): Promise<void>
}
