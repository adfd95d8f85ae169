import { ok, refused, type SiteId } from '@parley/core'
import type { ChallengeService } from '../challenge/index.ts'
import type { AttemptLimit } from './attemptLimit.ts'
import type { Account } from './store.ts'

export interface PasswordAuthenticatorDeps {
	attemptLimit: AttemptLimit
	challenges: Pick<ChallengeService, 'requirePass' | 'recordFailure' | 'clearFailures'>
}

/** A sign-in attempt by name and password. */
export interface PasswordAttempt {
	siteId: SiteId
	name: string
	captcha: string | undefined
	address: string
	browser: string
}

/**
 * Checks a password of somebody who is not signed in, in this order: count the attempt, require a challenge if one is due,
 * look up the account. `findAccount` returns the account if the password is correct.
 */
export const createPasswordAuthenticator =
	({ attemptLimit, challenges }: PasswordAuthenticatorDeps) =>
	async (
		{ siteId, name, captcha, address, browser }: PasswordAttempt,
		authenticate: () => Promise<Account | undefined>,
	) => {
		const attempt = { siteId, target: name, address }
		const taken = await attemptLimit.consume(attempt)
		if (!taken.ok) return { ...refused('tooManyAttempts'), retryAfterMs: taken.retryAfterMs }

		const demanded = await challenges.requirePass({ siteId, address, browser, captcha, account: name })
		if (demanded) {
			await attemptLimit.refund(attempt)
			return refused(demanded)
		}

		const account = await authenticate()
		if (!account) {
			await challenges.recordFailure(siteId, address, name)
			return refused('unknown')
		}
		await Promise.all([attemptLimit.recordSuccess(attempt), challenges.clearFailures(siteId, name)])
		return ok(account)
	}
export type AuthenticatePassword = ReturnType<typeof createPasswordAuthenticator>
