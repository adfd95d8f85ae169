import type { Platform } from '../../platform/noun.ts'
import type { ChallengeService } from '../challenge/index.ts'
import type { VerificationService } from '../verification/index.ts'
import { createCodeAttemptLimit, createPasswordAttemptLimit } from './attemptLimit.ts'
import { createKnownDevices } from './knownDevices.ts'
import { createMobileNumberService } from './mobileNumbers.ts'
import { createPasswordAuthenticator } from './passwordAuthenticator.ts'
import { createAccountService } from './service.ts'
import { createSqlAccountStore } from './store.sql.ts'

export type AccountDeps = Platform & {
	verification: { verification: VerificationService }
	challenge: { challenges: ChallengeService }
}

function open({ db, clock, ids, createRateLimit, secrets, ...nouns }: AccountDeps) {
	const { challenges } = nouns.challenge
	const { verification } = nouns.verification
	const store = createSqlAccountStore(db)
	const knownDevices = createKnownDevices({
		store,
		clock,
		ids,
		secret: Buffer.from(secrets.knownDevices, 'base64url'),
	})
	const limitDeps = { createRateLimit, challenges, knownDevices }
	return {
		store,
		accounts: createAccountService({ store, clock, ids }),
		knownDevices,
		numbers: createMobileNumberService({ store, verification, attemptLimit: createCodeAttemptLimit(limitDeps) }),
		authenticatePassword: createPasswordAuthenticator({
			attemptLimit: createPasswordAttemptLimit(limitDeps),
			challenges,
		}),
	}
}

export const accountNoun = { name: 'account' as const, open }
