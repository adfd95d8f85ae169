import { personalEdition, type SiteId } from '@parley/core'
import {
	accountHttp,
	createAccountService,
	createCodeAttemptLimit,
	createKnownDevices,
	createMobileNumberService,
	createPasswordAttemptLimit,
	createPasswordAuthenticator,
	createPasswordResetService,
	createRegistrationService,
	createSetUpService,
	createSqlAccountStore,
} from './modules/account/index.ts'
import type { ChallengeService } from './modules/challenge/index.ts'
import type { CompanyStore } from './modules/company/index.ts'
import { createPersonalService, personalHttp } from './modules/personal/index.ts'
import { createSessionService, createSqlSessionStore } from './modules/session/index.ts'
import type { SiteService } from './modules/site/index.ts'
import {
	createProofVerifier,
	createSocialService,
	createSqlIdentityStore,
	deviceMakerHttp,
	messengerHttp,
	type VerifyIdentityToken,
	workplaceHttp,
} from './modules/social/index.ts'
import {
	createProofService,
	createSqlVerificationStore,
	type VerificationService,
} from './modules/verification/index.ts'
import type { Clock } from './platform/clock.ts'
import { type Db, inTransaction } from './platform/database.ts'
import type { Ids } from './platform/ids.ts'
import type { CreateRateLimit } from './platform/rateLimit.ts'
import type { Secrets } from './platform/secrets.ts'

export interface AccountModulesDeps {
	db: Db
	clock: Clock
	ids: Ids
	createRateLimit: CreateRateLimit
	secrets: Pick<Secrets, 'knownDevices'>
	verifyIdentityToken: VerifyIdentityToken
	/** How many people one room holds. */
	roomCapacity: number
}

interface AccountModulesPorts {
	sites: SiteService
	companies: CompanyStore
	verification: VerificationService
	challenges: ChallengeService
}

/** Accounts, sessions and other apps' identities, wired: whatever lets somebody in, and what they make of themselves. */
export function createAccountModules(
	parts: AccountModulesDeps,
	{ sites, companies, verification, challenges }: AccountModulesPorts,
) {
	const { db, clock, ids, createRateLimit } = parts
	const accountStore = createSqlAccountStore(db)
	const accounts = createAccountService({ store: accountStore, clock, ids })
	const knownDevices = createKnownDevices({
		store: accountStore,
		clock,
		ids,
		secret: Buffer.from(parts.secrets.knownDevices, 'base64url'),
	})
	const limitDeps = { createRateLimit, challenges, knownDevices }
	const authenticatePassword = createPasswordAuthenticator({
		attemptLimit: createPasswordAttemptLimit(limitDeps),
		challenges,
	})
	const numbers = createMobileNumberService({
		store: accountStore,
		verification,
		attemptLimit: createCodeAttemptLimit(limitDeps),
	})
	const sessions = createSessionService({
		store: createSqlSessionStore(db),
		accounts,
		numbers,
		authenticatePassword,
		clock,
		ids,
	})
	const { proofs } = verification
	const findPersonalCompany = async (siteId: SiteId) =>
		(await companies.listBySite(siteId)).find(company => company.type === personalEdition)?.id
	/** Stores on one transaction: what is done with them is kept together, or not at all. */
	const runInTransaction = <R extends { ok: boolean }>(work: (stores: ReturnType<typeof storesOn>) => Promise<R>) =>
		inTransaction(db, transaction => work(storesOn(transaction, parts)))
	const registration = createRegistrationService({
		store: accountStore,
		numbers,
		proofs,
		sites,
		findPersonalCompany,
		runInTransaction,
		endOtherSessions: sessions.endOtherSessions,
		clock,
		ids,
	})
	const passwordReset = createPasswordResetService({ store: accountStore, numbers, proofs, runInTransaction })
	const setUp = createSetUpService({ store: accountStore, proofs, runInTransaction })
	const personal = createPersonalService({ accounts, sites, createRateLimit, runInTransaction })
	const identities = createSqlIdentityStore(db)
	const social = createSocialService({
		store: identities,
		proofVerifier: createProofVerifier({ sites, verifyIdentityToken: parts.verifyIdentityToken, clock }),
		accounts,
		numbers,
		proofs,
		authenticatePassword,
		sessions,
		sites,
		findPersonalCompany,
		runInTransaction,
		clock,
		ids,
	})

	return {
		accounts,
		knownDevices,
		sessions,
		social,
		http: {
			account: accountHttp({ numbers, registration, passwordReset, setUp, challenges, sites }),
			personal: personalHttp({ service: personal, sessions, sites, maxPeople: parts.roomCapacity }),
			messenger: messengerHttp(social),
			deviceMaker: deviceMakerHttp(social),
			workplace: workplaceHttp(social),
		},
	}
}

const storesOn = (db: Db, { clock, ids }: Pick<AccountModulesDeps, 'clock' | 'ids'>) => ({
	accounts: createSqlAccountStore(db),
	identities: createSqlIdentityStore(db),
	sessions: createSqlSessionStore(db),
	proofs: createProofService({ store: createSqlVerificationStore(db), clock, ids }),
})
