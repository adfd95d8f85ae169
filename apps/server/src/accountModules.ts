import { personalEdition, type SiteId } from '@parley/core'
import {
	accountHttp,
	accountService,
	codeGuesses,
	numberService,
	passwordDoor,
	passwordGuesses,
	recoveryService,
	registrationService,
	sqlAccountStore,
} from './modules/account/index.ts'
import type { ChallengeService } from './modules/challenge/index.ts'
import type { CompanyStore } from './modules/company/index.ts'
import { personalHttp, personalService } from './modules/personal/index.ts'
import { sessionService, sqlSessionStore } from './modules/session/index.ts'
import type { SiteService } from './modules/site/index.ts'
import {
	deviceMakerHttp,
	identityProofs,
	messengerHttp,
	socialService,
	sqlIdentityStore,
	type VerifyDeviceMaker,
	workplaceHttp,
} from './modules/social/index.ts'
import { proofService, sqlVerificationStore, type VerificationService } from './modules/verification/index.ts'
import type { Clock } from './platform/clock.ts'
import { type Db, inTransaction } from './platform/database.ts'
import type { Ids } from './platform/ids.ts'
import type { CreateRateLimit } from './platform/rateLimit.ts'

export interface AccountModulesDeps {
	db: Db
	clock: Clock
	ids: Ids
	createRateLimit: CreateRateLimit
	verifyDeviceMaker: VerifyDeviceMaker
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
	const accountStore = sqlAccountStore(db)
	const accounts = accountService({ store: accountStore, clock, ids })
	const passwords = passwordGuesses(createRateLimit)
	const pastPassword = passwordDoor({ guesses: passwords, challenges })
	const numbers = numberService({ store: accountStore, verification, guesses: codeGuesses(createRateLimit) })
	const sessions = sessionService({
		store: sqlSessionStore(db),
		accounts,
		numbers,
		pastPassword,
		clock,
		ids,
	})
	const { proofs } = verification
	const personalCompanyOf = async (siteId: SiteId) =>
		(await companies.ofSite(siteId)).find(company => company.type === personalEdition)?.id
	/** Stores on one transaction: what is done with them is kept together, or not at all. */
	const within = <R extends { ok: boolean }>(work: (stores: ReturnType<typeof storesOn>) => Promise<R>) =>
		inTransaction(db, transaction => work(storesOn(transaction, parts)))
	const registration = registrationService({
		store: accountStore,
		numbers,
		proofs,
		sites,
		personalCompanyOf,
		within,
		endOthers: sessions.endOthers,
		clock,
		ids,
	})
	const recovery = recoveryService({ store: accountStore, numbers, proofs, within })
	const personal = personalService({ accounts, sites, guesses: passwords, within })
	const identities = sqlIdentityStore(db)
	const social = socialService({
		store: identities,
		vouchers: identityProofs({ sites, verifyDeviceMaker: parts.verifyDeviceMaker, clock }),
		accounts,
		numbers,
		proofs,
		pastPassword,
		sessions,
		sites,
		personalCompanyOf,
		within,
		clock,
		ids,
	})

	return {
		accounts,
		sessions,
		social,
		http: {
			account: accountHttp({ numbers, registration, recovery, challenges, sites }),
			personal: personalHttp({ service: personal, sessions, sites, maxPeople: parts.roomCapacity }),
			messenger: messengerHttp(social),
			deviceMaker: deviceMakerHttp(social),
			workplace: workplaceHttp(social),
		},
	}
}

const storesOn = (db: Db, { clock, ids }: Pick<AccountModulesDeps, 'clock' | 'ids'>) => ({
	accounts: sqlAccountStore(db),
	identities: sqlIdentityStore(db),
	sessions: sqlSessionStore(db),
	proofs: proofService({ store: sqlVerificationStore(db), clock, ids }),
})
