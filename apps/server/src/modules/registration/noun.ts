import { transactionsWith } from '../../platform/database.ts'
import type { Platform } from '../../platform/noun.ts'
import type { AccountStore, MobileNumberService } from '../account/index.ts'
import type { ChallengeService } from '../challenge/index.ts'
import { type CompanyStore, createFindPersonalCompany } from '../company/index.ts'
import { accountStoresOn, type SessionService } from '../session/index.ts'
import type { SiteService } from '../site/index.ts'
import type { VerificationService } from '../verification/index.ts'
import { accountHttp } from './http.ts'
import { createPasswordResetService } from './passwordReset.ts'
import { createRegistrationService } from './registration.ts'
import { createSetUpService } from './setUp.ts'

export type RegistrationDeps = Platform & {
	site: { sites: SiteService }
	company: { companies: CompanyStore }
	verification: { verification: VerificationService }
	challenge: { challenges: ChallengeService }
	account: { store: AccountStore; numbers: MobileNumberService }
	session: { sessions: SessionService }
}

function open({ db, clock, ids, ...nouns }: RegistrationDeps) {
	const { sites } = nouns.site
	const { companies } = nouns.company
	const { proofs } = nouns.verification.verification
	const { challenges } = nouns.challenge
	const { store, numbers } = nouns.account
	const { endOtherSessions } = nouns.session.sessions
	const findPersonalCompany = createFindPersonalCompany(companies)
	const runInTransaction = transactionsWith(db, transaction => accountStoresOn(transaction, { clock, ids }))
	const registration = createRegistrationService({
		store,
		numbers,
		proofs,
		sites,
		findPersonalCompany,
		runInTransaction,
		endOtherSessions,
		clock,
		ids,
	})
	const passwordReset = createPasswordResetService({ store, numbers, proofs, runInTransaction })
	const setUp = createSetUpService({ store, proofs, runInTransaction })
	return { calls: { account: accountHttp({ numbers, registration, passwordReset, setUp, challenges, sites }) } }
}

export const registrationNoun = { name: 'registration' as const, open }
