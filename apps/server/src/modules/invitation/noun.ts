import { inTransaction } from '../../platform/database.ts'
import type { Db } from '../../platform/db.ts'
import type { Platform } from '../../platform/noun.ts'
import { type AccountService, createSqlAccountStore } from '../account/index.ts'
import type { SessionService } from '../session/index.ts'
import { companyHttp } from './http.ts'
import { createInvitationService } from './service.ts'
import { createSqlInvitationStore } from './store.sql.ts'

export type InvitationDeps = Pick<Platform, 'db' | 'clock'> & {
	account: { accounts: AccountService }
	session: { sessions: SessionService }
}

function open({ db, clock, account, session }: InvitationDeps) {
	const storesOn = (of: Db) => ({ invitations: createSqlInvitationStore(of), accounts: createSqlAccountStore(of) })
	const { invitations: store, accounts } = storesOn(db)
	const invitations = createInvitationService({
		store,
		accounts,
		runInTransaction: work => inTransaction(db, transaction => work(storesOn(transaction))),
		clock,
	})
	return { invitations, calls: { company: companyHttp(account.accounts, session.sessions, invitations) } }
}

export const invitationNoun = { name: 'invitation' as const, open }
