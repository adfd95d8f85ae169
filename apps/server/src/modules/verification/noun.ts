import type { Platform } from '../../platform/noun.ts'
import type { SiteService } from '../site/index.ts'
import type { SmsBudget, SmsSender } from '../sms/index.ts'
import { createVerificationService } from './service.ts'
import { createSqlVerificationStore } from './store.sql.ts'

export type VerificationDeps = Platform & {
	site: { sites: SiteService }
	sms: { sender: SmsSender; budget: SmsBudget }
}

function open({ db, clock, ids, createRateLimit, log, secrets, site: { sites }, sms }: VerificationDeps) {
	const verification = createVerificationService({
		store: createSqlVerificationStore(db),
		sms: sms.sender,
		budget: sms.budget,
		sites,
		clock,
		ids,
		createRateLimit,
		log,
		secret: Buffer.from(secrets.smsCodes, 'base64url'),
	})
	return { verification, jobs: [{ name: 'expired codes and proofs', run: verification.removeExpired }] }
}

export const verificationNoun = { name: 'verification' as const, open }
