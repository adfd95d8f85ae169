import { ok, refused } from '@parley/core'
import type { Client } from '../../platform/handlers.ts'
import type { ChallengeService } from '../challenge/index.ts'
import { type AttemptLimit, withdrawOnError } from './attemptLimit.ts'
import { type Account, nameKey } from './store.ts'

export interface PasswordAuthenticatorDeps {
	attemptLimit: AttemptLimit
	challenges: Pick<ChallengeService, 'recordFailure' | 'recordSuccess'>
}

/** A sign-in attempt by name and password. */
export interface PasswordAttempt {
	client: Client
	/** Account name, or mobile number without area code. */
	name: string
	captcha: string | undefined
}

/**
 * Checks the password of a person who is not signed in, in this order: count the attempt, require a challenge if one is
 * due, look up the account. `authenticate` returns the account if the password is correct.
 */
export const createPasswordAuthenticator =
	({ attemptLimit, challenges }: PasswordAuthenticatorDeps) =>
	async ({ client, name, captcha }: PasswordAttempt, authenticate: () => Promise<Account | undefined>) => {
		const isTarget = (account: Account) => nameKey(account.name) === nameKey(name) || account.mobile === name
		const admitted = await attemptLimit.admit({ client, target: name, isTarget, captcha })
		if (!admitted.ok) return admitted

		const { isStranger, retryAfterMs, recordSuccess, recordFailure, withdraw } = admitted.value
		const account = await withdrawOnError(authenticate(), withdraw)
		if (!account) {
			await recordFailure()
			if (isStranger) await challenges.recordFailure(client.siteId, client.address, name)
			return retryAfterMs === undefined ? refused('unknown') : { ...refused('tooManyAttempts'), retryAfterMs }
		}
		await Promise.all([recordSuccess(), challenges.recordSuccess(client.siteId, client.address, name)])
		return ok(account)
	}
export type AuthenticatePassword = ReturnType<typeof createPasswordAuthenticator>
