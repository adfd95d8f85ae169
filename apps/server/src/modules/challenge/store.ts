import type { Instant, SiteId } from '@parley/core'

/** The client a challenge is issued to; no other can use it. */
export interface ChallengeClient {
	siteId: SiteId
	browser: string
	address: string
}

export interface Challenge extends ChallengeClient {
	id: string
	/** Created by the page, once per view. */
	sessionId: string
	answerLeft: number
	salt: string
	issuedAt: Instant
	expiresAt: Instant
}

export interface Pass {
	hash: string
	expiresAt: Instant
}

/** Result of claiming something that can be claimed once. */
export type ClaimResult<T> = { status: 'claimed'; value: T } | { status: 'expired' } | { status: 'missing' }

export interface ChallengeStore {
	insert(challenge: Challenge): Promise<void>
	/** Claims a challenge for checking its answer; of concurrent calls exactly one gets it. */
	claimChallenge(
		client: ChallengeClient & Pick<Challenge, 'id' | 'sessionId'>,
		now: Instant,
	): Promise<ClaimResult<Pick<Challenge, 'answerLeft' | 'salt' | 'issuedAt'>>>
	/** Stores the pass of a solved challenge. */
	savePass(id: string, pass: Pass): Promise<void>
	/** Uses up a pass; of concurrent calls exactly one gets it. */
	claimPass(client: ChallengeClient, hash: string, now: Instant): Promise<ClaimResult<undefined>>
	/** Removes expired challenges without a valid pass. */
	removeExpired(now: Instant): Promise<void>
}
