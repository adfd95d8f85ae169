import { company, invitationAction } from '@parley/api'
import { ok, refused } from '@parley/core'
import { type CallHandlers, handlers } from '../../platform/handlers.ts'
import type { AccountService } from '../account/index.ts'
import type { SessionService } from '../session/index.ts'
import type { InvitationService } from './service.ts'

export const companyHttp = (
	accounts: AccountService,
	sessions: SessionService,
	invitations: InvitationService,
): CallHandlers =>
	handlers(company, {
		async remember({ companyId = undefined }, { member }) {
			const wanted = companyId ?? member.companyId
			const companies = await sessions.listCompanies(member.sessionId)
			if (!companies.some(own => own.companyId === wanted)) return refused('forbidden')
			await accounts.rememberCompany(member.userId, wanted)
			return ok({})
		},
		async invitations(_, { member }) {
			const pending = await invitations.listByUser(member.userId)
			return ok(pending.map(({ companyId, companyName }) => ({ companyId, companyName })))
		},
		async treatInvitation({ action, companyId }, { member }) {
			const treated = await invitations.answer(member.userId, companyId, action)
			if (!treated.ok) return treated
			// After a refusal the person stays in their current company (CORP-05).
			return ok({ companyId: action === invitationAction.accept ? companyId : member.companyId })
		},
	})
