import { company } from '@parley/api'
import { done, refused } from '@parley/core'
import { answers } from '../../platform/answers.ts'
import type { AccountService } from '../account/index.ts'
import type { SessionService } from '../session/index.ts'

export const companyHttp = (accounts: AccountService, sessions: SessionService) =>
	answers(company, {
		async remember({ companyId = undefined }, { member }) {
			const wanted = companyId ?? member.companyId
			const companies = await sessions.companiesOf(member.sessionId)
			if (!companies.some(own => own.companyId === wanted)) return refused('forbidden')
			await accounts.rememberCompany(member.userId, wanted)
			return done({})
		},
	})
