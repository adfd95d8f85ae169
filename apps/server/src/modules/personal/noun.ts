import { transactionsWith } from '../../platform/database.ts'
import type { Platform } from '../../platform/noun.ts'
import type { AccountService } from '../account/index.ts'
import { accountStoresOn, type SessionService } from '../session/index.ts'
import type { SiteService } from '../site/index.ts'
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
		runInTransaction: transactionsWith(db, transaction => accountStoresOn(transaction, { clock, ids })),
	})
	return { calls: { personal: personalHttp({ service, sessions, sites, maxPeople: config.media.maxParticipants }) } }
}

export const personalNoun = { name: 'personal' as const, open }
