import { transactionsWith } from '../../platform/database.ts'
import type { Db } from '../../platform/db.ts'
import type { Platform } from '../../platform/noun.ts'
import { createSqlAccountStore } from '../account/index.ts'
import { createInvitationService } from './service.ts'
import { createSqlInvitationStore } from './store.sql.ts'

const storesOn = (db: Db) => ({ invitations: createSqlInvitationStore(db), accounts: createSqlAccountStore(db) })

/** Creates the service on a database, for the server and for commands. */
export function openInvitations({ db, clock }: Pick<Platform, 'db' | 'clock'>) {
	const { invitations, accounts } = storesOn(db)
	return createInvitationService({
		store: invitations,
		accounts,
		runInTransaction: transactionsWith(db, storesOn),
		clock,
	})
}
