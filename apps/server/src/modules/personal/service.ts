import { cleanText, isDisplayName, isDisplayNameLocked, ok, refused, type SiteId, type UserId } from '@parley/core'
import type { Member } from '../../platform/handlers.ts'
import { hashPassword } from '../../platform/passwords.ts'
import type { CreateRateLimit } from '../../platform/rateLimit.ts'
import { type AccountService, type AccountStore, isPasswordUnacceptable } from '../account/index.ts'
import type { SiteService } from '../site/index.ts'
import type { ProofService } from '../verification/index.ts'

/** Wrong current passwords of a session. */
const maxWrongPasswords = { times: 10, perS: 15 * 60 }

export interface PersonalDeps {
	accounts: Pick<AccountService, 'find' | 'authenticateById' | 'saveDisplayName'>
	sites: Pick<SiteService, 'find'>
	createRateLimit: CreateRateLimit
	runInTransaction: <R extends { ok: boolean }>(
		work: (parts: {
			accounts: Pick<AccountStore, 'replacePasswordHash'>
			proofs: Pick<ProofService, 'removeForUser'>
			sessions: { removeByUser(id: UserId, butId?: string): Promise<void> }
		}) => Promise<R>,
	) => Promise<R>
}

/** A password change; undefined for values that could not be decrypted. */
export interface PasswordChange {
	current: string | undefined
	password: string | undefined
	confirmation: string | undefined
}

/** Changes to one's own profile. */
export function createPersonalService({ accounts, sites, createRateLimit, runInTransaction }: PersonalDeps) {
	const wrongPasswords = createRateLimit('password-own', maxWrongPasswords.times, maxWrongPasswords.perS, {
		isShared: true,
	})

	async function changeDisplayName(member: Member, siteId: SiteId, wanted: string) {
		const [account, site] = await Promise.all([accounts.find(member.userId), sites.find(siteId)])
		if (!account) return refused('forbidden')
		if (isDisplayNameLocked(account, site.settings)) return refused('nameLocked')
		const displayName = cleanText(wanted)
		if (!isDisplayName(displayName)) return refused('nameInvalid')
		await accounts.saveDisplayName(account.id, displayName)
		return ok({})
	}

	/**
	 * Changes the password of a person who knows the current one. The current session stays, all others end, and their
	 * proofs become invalid.
	 */
	async function changePassword(member: Member, change: PasswordChange) {
		const { current = '', password, confirmation } = change
		const known = await accounts.find(member.userId)
		if (!known) return refused('forbidden')
		// Validated first: an invalid new password does not count as a try.
		if (password === undefined || password !== confirmation || isPasswordUnacceptable(password, known))
			return refused('passwordRule')
		// Counted per session: attempts at the sign-in cannot use it up.
		const taken = await wrongPasswords.consume(member.sessionId)
		if (!taken.ok) return { ...refused('tooManyAttempts'), retryAfterMs: taken.retryAfterMs }
		const account = await accounts.authenticateById(member.userId, current)
		if (!account) return refused('wrongPassword')
		await wrongPasswords.reset(member.sessionId)

		const hash = await hashPassword(password)
		return await runInTransaction(async stores => {
			// Only the first of concurrent changes still replaces the old hash.
			if (!(await stores.accounts.replacePasswordHash(account.id, account.passwordHash, hash)))
				return refused('wrongPassword')
			await stores.proofs.removeForUser(account.id)
			await stores.sessions.removeByUser(account.id, member.sessionId)
			return ok({})
		})
	}

	return { changeDisplayName, changePassword }
}
export type PersonalService = ReturnType<typeof createPersonalService>
