import { invitationAction } from '@parley/api'
import { type CompanyId, ok, refused, type SiteId, type UserId } from '@parley/core'
import type { Clock } from '../../platform/clock.ts'
import type { AccountStore } from '../account/index.ts'
import type { Company } from '../company/index.ts'
import { inviteRefusal } from './policy.ts'
import type { InvitationStore } from './store.ts'

export interface InvitationDeps {
	store: InvitationStore
	accounts: Pick<AccountStore, 'isMember'>
	/** Runs `work` with stores on one transaction. */
	runInTransaction: <R extends { ok: boolean }>(
		work: (parts: {
			invitations: InvitationStore
			accounts: Pick<AccountStore, 'addMembershipIfMissing'>
		}) => Promise<R>,
	) => Promise<R>
	clock: Clock
}

/** Invitations of companies to people of their site. */
export function createInvitationService({ store, accounts, runInTransaction, clock }: InvitationDeps) {
	async function invite(company: Company, person: { id: UserId; siteId: SiteId }, userType: number) {
		const isMember = await accounts.isMember(person.id, company.id)
		const refusal = inviteRefusal(company, { siteId: person.siteId, isMember })
		if (refusal) return refused(refusal)
		const invitation = { companyId: company.id, userId: person.id, userType, invitedAt: clock.now() }
		return (await store.insert(invitation)) ? ok({}) : refused('alreadyInvited')
	}

	/** Withdraws an invitation; returns false if there was none. */
	const withdraw = async (company: Company, userId: UserId): Promise<boolean> =>
		(await store.claim(userId, company.id)) !== undefined

	/** Answers an invitation, once: accepting adds the membership, refusing removes the invitation (CORP-04, CORP-05). */
	async function answer(userId: UserId, companyId: CompanyId, action: number) {
		return await runInTransaction(async stores => {
			const taken = await stores.invitations.claim(userId, companyId)
			if (!taken) return refused('missing')
			if (action === invitationAction.accept) {
				await stores.accounts.addMembershipIfMissing({ userId, companyId, userType: taken.userType, isDefault: false })
			}
			return ok({})
		})
	}

	return { invite, withdraw, answer, listByUser: store.listByUser }
}
export type InvitationService = ReturnType<typeof createInvitationService>
