import type { Instant, SiteId, UserId } from '@parley/core'
import type { Db } from '../../platform/db.ts'
import type { MobileNumber } from '../sms/index.ts'

/** Purpose and number of a code: it is valid for this purpose only. */
export interface CodeKey extends MobileNumber {
	siteId: SiteId
	/** `smsType` of the call that sent it. */
	purpose: number
}

export interface Code extends CodeKey {
	id: string
	codeHash: string
	tries: number
	createdAt: Instant
	expiresAt: Instant
	usedAt: Instant | null
	/** False for a number without an account: nothing was sent, and the response is the same. */
	isSent: boolean
}

/** A `setUp` proof is a link for choosing a first password: opening an old one shows why it is invalid. */
export type ProofPurpose = 'setUp' | 'register' | 'reset' | 'unbind.messenger' | 'unbind.deviceMaker'

/** The account or mobile number a proof is about. */
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
export type KeptProof = Pick<Proof, 'siteId' | 'purpose' | 'userId' | 'expiresAt'> & { isUsed: boolean }
export type ProofKey = Pick<Proof, 'hash' | 'siteId' | 'purpose'>

export interface VerificationStore {
	insertCode(code: Code): Promise<void>
	removeCode(id: string): Promise<void>
	/** Times at which codes of any purpose were sent to a number, newest first. */
	listSendTimes(siteId: SiteId, number: MobileNumber, since: Instant): Promise<Instant[]>
	findNewestCode(key: CodeKey): Promise<Code | undefined>
	/** Counts one try; returns false if the code is used, expired or out of tries. */
	countTry(id: string, mostTries: number, now: Instant): Promise<boolean>
	/** Marks a code as used; returns false if it was used already. */
	useCode(id: string, now: Instant): Promise<boolean>
	insertProof(proof: Proof): Promise<void>
	/** Within a transaction of the same database. */
	insertProofs(proofs: readonly Proof[], within: Db): Promise<void>
	/** A proof of any site and purpose, also one that is used or expired, while it is kept. */
	findKeptProof(hash: string): Promise<KeptProof | undefined>
	/** Returns whether a person has a set-up link that is valid. */
	hasValidSetUp(userId: UserId, now: Instant): Promise<boolean>
	/** The subject of a valid proof. */
	findProof(key: ProofKey, now: Instant): Promise<ProofSubject | undefined>
	/** Like `findProof`, and marks it as used: of concurrent calls exactly one gets it. */
	consumeProof(key: ProofKey, now: Instant): Promise<ProofSubject | undefined>
	/** Removes all proofs of a person; set-up links are kept as used ones. */
	removeProofsForUser(userId: UserId): Promise<void>
	/** Removes codes sent before `codesBefore`, expired proofs, and set-up links that expired before `linksBefore`. */
	removeOld(codesBefore: Instant, now: Instant, linksBefore: Instant): Promise<void>
}
