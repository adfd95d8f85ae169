import type { Instant, SiteId } from '@parley/core'

/** Whom a challenge is for: one solved by somebody else is worthless. */
export interface ChallengeClient {
	siteId: SiteId
	browser: string
	address: string
}

export interface Challenge extends ChallengeClient {
	id: string
	/** Made by the page, once per view. */
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

/** What became of an attempt to take something that can be taken once. */
export type ClaimResult<T> = { is: 'taken'; value: T } | { is: 'tooOld' } | { is: 'none' }

export interface ChallengeStore {
	insert(challenge: Challenge): Promise<void>
	/** Takes a challenge to be judged: of several at once exactly one gets it. */
	claimChallenge(
		asker: ChallengeClient & Pick<Challenge, 'id' | 'sessionId'>,
		now: Instant,
	): Promise<ClaimResult<Pick<Challenge, 'answerLeft' | 'salt' | 'issuedAt'>>>
	/** Keeps the pass of a challenge that was solved. */
	savePass(id: string, pass: Pass): Promise<void>
	/** Uses a pass up: of several at once exactly one gets it. */
	claimPass(asker: ChallengeClient, hash: string, now: Instant): Promise<ClaimResult<undefined>>
	/** Challenges nobody can answer any more, with no pass that is still good. */
	removeExpired(now: Instant): Promise<void>
}
