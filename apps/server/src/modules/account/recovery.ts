import { smsType } from '@parley/api'
import { ok, refused, type SiteId, type UserId } from '@parley/core'
import { hashPassword } from '../../platform/passwords.ts'
import type { ProofService } from '../verification/index.ts'
import { isUnfit } from './newPassword.ts'
import type { NumberService, TypedNumber } from './numbers.ts'
import type { AccountStore } from './store.ts'

export interface RecoveryDeps {
	store: AccountStore
	numbers: NumberService
	proofs: ProofService
	within: <R extends { ok: boolean }>(
		work: (parts: {
			accounts: AccountStore
			proofs: ProofService
			sessions: { removeOfUser(id: UserId): Promise<void> }
		}) => Promise<R>,
	) => Promise<R>
}

/** A new password for somebody who forgot theirs. */
export function recoveryService({ store, numbers, proofs, within }: RecoveryDeps) {
	/** Proves the number of an account; the token it answers is good for one new password (FORGOT-02). */
	async function begin(typed: TypedNumber & { code: string }, address: string) {
		const { siteId } = typed
		const proven = await numbers.prove(typed, smsType.forgot, address)
		if (!proven.ok) return proven
		const account = await store.findByMobile(siteId, proven.value)
		if (!account) return refused('notRegistered')
		if (!account.isComplete) return refused('incompleteProfile')
		return ok(await proofs.issue({ siteId, purpose: 'reset', userId: account.id }))
	}

	/** Sets the new password. Whoever is signed in with the old one is signed out, and every other token is worthless. */
	async function reset(siteId: SiteId, token: string, password: string | undefined, again: string | undefined) {
		const proven = await proofs.peek(siteId, 'reset', token)
		const account = proven?.userId ? await store.find(proven.userId) : undefined
		if (!account) return refused('pageExpired')
		if (password === undefined || password !== again || isUnfit(password, account)) return refused('passwordRule')
		const hash = await hashPassword(password)
		return await within(async inside => {
			if (!(await inside.proofs.spend(siteId, 'reset', token))) return refused('pageExpired')
			await inside.accounts.savePasswordHash(account.id, hash)
			await inside.proofs.removeOf(account.id)
			await inside.sessions.removeOfUser(account.id)
			return ok({})
		})
	}

	return { begin, reset }
}
export type RecoveryService = ReturnType<typeof recoveryService>
