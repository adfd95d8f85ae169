import { inTransaction } from '../../platform/database.ts'
import type { Db } from '../../platform/db.ts'
import type { Platform } from '../../platform/noun.ts'
import { type AccountStore, createSqlAccountStore, type MobileNumberService } from '../account/index.ts'
import type { ChallengeService } from '../challenge/index.ts'
import { type CompanyStore, createFindPersonalCompany } from '../company/index.ts'
import { createSqlSessionStore, type SessionService } from '../session/index.ts'
import type { SiteService } from '../site/index.ts'
import { createProofService, createSqlVerificationStore, type VerificationService } from '../verification/index.ts'
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
	const runInTransaction = <R extends { ok: boolean }>(work: (stores: ReturnType<typeof storesOn>) => Promise<R>) =>
		inTransaction(db, transaction => work(storesOn(transaction, { clock, ids })))
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

/** Stores on one transaction: their changes are committed together or not at all. */
const storesOn = (db: Db, { clock, ids }: Pick<Platform, 'clock' | 'ids'>) => ({
	accounts: createSqlAccountStore(db),
	sessions: createSqlSessionStore(db),
	proofs: createProofService({ store: createSqlVerificationStore(db), clock, ids }),
})

export const registrationNoun = { name: 'registration' as const, open }
