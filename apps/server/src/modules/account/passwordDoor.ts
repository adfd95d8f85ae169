import { ok, refused, type SiteId } from '@parley/core'
import type { ChallengeService } from '../challenge/index.ts'
import type { Guesses } from './guesses.ts'
import type { Account } from './store.ts'

export interface PasswordDoorDeps {
	guesses: Guesses
	challenges: Pick<ChallengeService, 'demand' | 'suspect' | 'trust'>
}

/** Somebody who is not signed in, with a name and a password; what the password has to fit is for the door to say. */
export interface Knock {
	siteId: SiteId
	name: string
	captcha: string | undefined
	address: string
	browser: string
}

/**
 * The one way past a password for somebody who is not signed in: a guess is taken before anything is judged, then the
 * challenge is asked for where one is due, and only then the password is looked at.
 */
export const passwordDoor =
	({ guesses, challenges }: PasswordDoorDeps) =>
	async ({ siteId, name, captcha, address, browser }: Knock, authenticate: () => Promise<Account | undefined>) => {
		const guess = { siteId, target: name, address }
		const taken = await guesses.take(guess)
		if (!taken.ok) return { ...refused('tooManyAttempts'), retryAfterMs: taken.retryAfterMs }

		const demanded = await challenges.demand({ siteId, address, browser, captcha, account: name })
		if (demanded) {
			await guesses.giveBack(guess)
			return refused(demanded)
		}

		const account = await authenticate()
		if (!account) {
			await challenges.suspect(siteId, address, name)
			return refused('unknown')
		}
		await Promise.all([guesses.right(guess), challenges.trust(siteId, name)])
		return ok(account)
	}
export type PasswordDoor = ReturnType<typeof passwordDoor>
