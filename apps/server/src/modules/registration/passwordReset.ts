import { smsType } from '@parley/api'
import { ok, refused, type SiteId, type UserId } from '@parley/core'
import type { Client } from '../../platform/handlers.ts'
import { hashPassword } from '../../platform/passwords.ts'
import type { AccountStore, CodeInput, MobileNumberService } from '../account/index.ts'
import { isPasswordUnacceptable } from '../account/index.ts'
import type { ProofService } from '../verification/index.ts'

export interface PasswordResetDeps {
	store: AccountStore
	numbers: MobileNumberService
	proofs: ProofService
	runInTransaction: <R extends { ok: boolean }>(
		work: (parts: {
			accounts: AccountStore
			proofs: ProofService
			sessions: { removeByUser(id: UserId): Promise<void> }
		}) => Promise<R>,
	) => Promise<R>
}

/** Resets a forgotten password: first proof of the mobile number, then the new password. */
export function createPasswordResetService({ store, numbers, proofs, runInTransaction }: PasswordResetDeps) {
	/** Verifies the number of an account; the returned token allows one new password (FORGOT-02). */
	async function start(client: Client, input: CodeInput) {
		const { siteId } = client
		const proven = await numbers.verifyCode(client, input, smsType.forgot)
		if (!proven.ok) return proven
		const account = await store.findByMobile(siteId, proven.value)
		if (!account || account.isDisabled) return refused('notRegistered')
		if (!account.isComplete) return refused('incompleteProfile')
		return ok(await proofs.issue({ siteId, purpose: 'reset', userId: account.id }))
	}

	/** Sets the new password, ends all sessions of the person and invalidates their other tokens. */
	async function complete(
		siteId: SiteId,
		token: string,
		password: string | undefined,
		confirmation: string | undefined,
	) {
		const proven = await proofs.find(siteId, 'reset', token)
		const account = proven?.userId ? await store.find(proven.userId) : undefined
		if (!account || account.isDisabled) return refused('pageExpired')
		if (password === undefined || password !== confirmation || isPasswordUnacceptable(password, account))
			return refused('passwordRule')
		const hash = await hashPassword(password)
		return await runInTransaction(async stores => {
			if (!(await stores.proofs.consume(siteId, 'reset', token))) return refused('pageExpired')
			await stores.accounts.savePasswordHash(account.id, hash)
			await stores.proofs.removeForUser(account.id)
			await stores.sessions.removeByUser(account.id)
			return ok({})
		})
	}

	return { start, complete }
}
export type PasswordResetService = ReturnType<typeof createPasswordResetService>
