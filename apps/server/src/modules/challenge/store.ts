import type { Instant, SiteId } from '@parley/core'

/** Whom a challenge is for: one solved by somebody else is worthless. */
export interface Asker {
	siteId: SiteId
	browser: string
	address: string
}

export interface Challenge extends Asker {
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
export type Taken<T> = { is: 'taken'; value: T } | { is: 'tooOld' } | { is: 'none' }

export interface ChallengeStore {
	insert(challenge: Challenge): Promise<void>
	/** Takes a challenge to be judged: of several at once exactly one gets it. */
	judge(
		asker: Asker & Pick<Challenge, 'id' | 'sessionId'>,
		now: Instant,
	): Promise<Taken<Pick<Challenge, 'answerLeft' | 'salt' | 'issuedAt'>>>
	/** Keeps the pass of a challenge that was solved. */
	savePass(id: string, pass: Pass): Promise<void>
	/** Uses a pass up: of several at once exactly one gets it. */
	spendPass(asker: Asker, hash: string, now: Instant): Promise<Taken<undefined>>
	/** Challenges nobody can answer any more, with no pass that is still good. */
	removeOld(now: Instant): Promise<void>
}
