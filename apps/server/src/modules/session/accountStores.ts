import type { Db } from '../../platform/db.ts'
import type { Platform } from '../../platform/noun.ts'
import { createSqlAccountStore } from '../account/index.ts'
import { createProofService, createSqlVerificationStore } from '../verification/index.ts'
import { createSqlSessionStore } from './store.sql.ts'

/** Creates the stores that a change of an account writes to, on a database or on one transaction. */
export const accountStoresOn = (db: Db, { clock, ids }: Pick<Platform, 'clock' | 'ids'>) => ({
	accounts: createSqlAccountStore(db),
	sessions: createSqlSessionStore(db),
	proofs: createProofService({ store: createSqlVerificationStore(db), clock, ids }),
})
