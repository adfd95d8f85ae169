import { inTransaction } from '../../platform/database.ts'
import type { Db } from '../../platform/db.ts'
import type { Platform } from '../../platform/noun.ts'
import { type AccountService, createSqlAccountStore } from '../account/index.ts'
import { createSqlSessionStore, type SessionService } from '../session/index.ts'
import type { SiteService } from '../site/index.ts'
import { createProofService, createSqlVerificationStore } from '../verification/index.ts'
import { personalHttp } from './http.ts'
import { createPersonalService } from './service.ts'

export type PersonalDeps = Platform & {
	site: { sites: SiteService }
	account: { accounts: AccountService }
	session: { sessions: SessionService }
}

function open({ config, db, clock, ids, createRateLimit, site, account, session }: PersonalDeps) {
	const { sites } = site
	const { sessions } = session
	const service = createPersonalService({
		accounts: account.accounts,
		sites,
		createRateLimit,
		runInTransaction: work => inTransaction(db, transaction => work(storesOn(transaction, { clock, ids }))),
	})
	return { calls: { personal: personalHttp({ service, sessions, sites, maxPeople: config.media.maxParticipants }) } }
}

const storesOn = (db: Db, { clock, ids }: Pick<Platform, 'clock' | 'ids'>) => ({
	accounts: createSqlAccountStore(db),
	sessions: createSqlSessionStore(db),
	proofs: createProofService({ store: createSqlVerificationStore(db), clock, ids }),
})

export const personalNoun = { name: 'personal' as const, open }
