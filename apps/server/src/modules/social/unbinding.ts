import { type Provider, smsType } from '@parley/api'
import { ok, refused, type SiteId, type UserId } from '@parley/core'
import type { Caller, Client, Member } from '../../platform/handlers.ts'
import type { AccountService, CodeInput, MobileNumberService } from '../account/index.ts'
import type { ProofService } from '../verification/index.ts'
import type { CorporateCredentials, FindCorporateAccount } from './corporateAccount.ts'
import type { IdentityStore } from './store.ts'

export interface UnbindingDeps {
	findCorporateAccount: FindCorporateAccount
	accounts: Pick<AccountService, 'find'>
	numbers: Pick<MobileNumberService, 'findOwner' | 'verifyCode'>
	proofs: ProofService
	runInTransaction: <R extends { ok: boolean }>(
		work: (stores: { identities: IdentityStore; proofs: ProofService }) => Promise<R>,
	) => Promise<R>
}

/** Removes identities of other apps from accounts, after the person has proved who they are. */
export function createUnbinding({ findCorporateAccount, accounts, numbers, proofs, runInTransaction }: UnbindingDeps) {
	/** Proves by a code that the signed-in person holds their number; the token allows one unbinding. */
	async function proveByMobile(client: Client & { member: Member }, input: CodeInput, provider: Provider) {
		const { siteId, member } = client
		const account = await accounts.find(member.userId)
		const found = await numbers.findOwner(siteId, input)
		if (!found.ok) return found.failure === 'notInCompany' ? refused('invalid') : found
		if (found.value.account?.id !== account?.id) return refused('invalid')
		const number = await numbers.verifyCode(client, input, smsType.bind)
		if (!number.ok && number.failure === 'codeExpired') return refused('pageExpired')
		if (!number.ok) return number
		return ok({ token: await issueUnbindProof(siteId, member.userId, provider) })
	}

	/**
	 * Proves ownership of a corporate account by its password. For a signed-in person the token allows unbinding from
	 * their own account; otherwise it allows setting a new password (OP-038).
	 */
	async function proveByCorporate(caller: Caller, provider: Provider, credentials: CorporateCredentials) {
		const { siteId, member } = caller
		const account = await findCorporateAccount(caller, credentials)
		if (!account.ok) return account
		const userId = account.value.id
		if (!member) return ok({ token: await proofs.issue({ siteId, purpose: 'reset', userId }) })
		if (userId !== member.userId) return refused('invalidUser')
		return ok({ token: await issueUnbindProof(siteId, userId, provider) })
	}

	const issueUnbindProof = (siteId: SiteId, userId: UserId, provider: Provider) =>
		proofs.issue({ siteId, purpose: `unbind.${provider}`, userId })

	async function unbind({ userId }: Member, siteId: SiteId, provider: Provider, token: string) {
		const purpose = `unbind.${provider}` as const
		// Checked before it is consumed: trying the token of another person does not use it up.
		if ((await proofs.find(siteId, purpose, token))?.userId !== userId) return refused('pageExpired')
		return await runInTransaction(async stores => {
			if (!(await stores.proofs.consume(siteId, purpose, token))) return refused('pageExpired')
			await stores.identities.unbind(userId, provider)
			return ok({})
		})
	}

	return { proveByMobile, proveByCorporate, unbind }
}
