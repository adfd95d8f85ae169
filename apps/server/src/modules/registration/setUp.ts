import { ok, refused, type SiteId } from '@parley/core'
import { hashPassword } from '../../platform/passwords.ts'
import type { AccountStore } from '../account/index.ts'
import { isPasswordUnacceptable } from '../account/index.ts'
import type { ProofService } from '../verification/index.ts'
import type { PasswordResetDeps } from './passwordReset.ts'

export interface SetUpDeps {
	store: Pick<AccountStore, 'find'>
	proofs: Pick<ProofService, 'findSetUp'>
	runInTransaction: PasswordResetDeps['runInTransaction']
}

/** Lets a person whose account an administrator created choose its first password, with a link that is valid once. */
export function createSetUpService({ store, proofs, runInTransaction }: SetUpDeps) {
	async function findAccount(siteId: SiteId, token: string) {
		const found = await proofs.findSetUp(siteId, token)
		if (!found.ok) return found
		const account = await store.find(found.value)
		if (!account) return refused('linkUnknown')
		return account.isDisabled ? refused('accountDisabled') : ok(account)
	}

	/** Returns whose account the link is for; it stays valid. */
	async function look(siteId: SiteId, token: string) {
		const found = await findAccount(siteId, token)
		return found.ok ? ok({ name: found.value.name, displayName: found.value.displayName }) : found
	}

	/** Sets the password, ends all sessions of the person and invalidates their other links and tokens. */
	async function complete(
		siteId: SiteId,
		token: string,
		password: string | undefined,
		confirmation: string | undefined,
	) {
		const found = await findAccount(siteId, token)
		if (!found.ok) return found
		const account = found.value
		if (password === undefined || password !== confirmation || isPasswordUnacceptable(password, account))
			return refused('passwordRule')
		const hash = await hashPassword(password)
		return await runInTransaction(async stores => {
			if (!(await stores.proofs.consume(siteId, 'setUp', token))) return refused('linkUsed')
			await stores.accounts.savePasswordHash(account.id, hash)
			await stores.proofs.removeForUser(account.id)
			await stores.sessions.removeByUser(account.id)
			return ok({})
		})
	}

	return { look, complete }
}
export type SetUpService = ReturnType<typeof createSetUpService>
