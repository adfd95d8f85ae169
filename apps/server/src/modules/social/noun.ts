import { transactionsWith } from '../../platform/database.ts'
import type { Platform } from '../../platform/noun.ts'
import type { AccountService, AuthenticatePassword, MobileNumberService } from '../account/index.ts'
import { type CompanyStore, createFindPersonalCompany } from '../company/index.ts'
import { accountStoresOn, type SessionService } from '../session/index.ts'
import type { SiteService } from '../site/index.ts'
import type { VerificationService } from '../verification/index.ts'
import { remoteVerifier } from './adapters/remoteVerifier.ts'
import { deviceMakerHttp, messengerHttp, workplaceHttp } from './http.ts'
import { acceptNoToken, type VerifyIdentityToken, verifyWithFirst } from './identityTokens.ts'
import { createProofVerifier } from './proofVerifier.ts'
import { createSocialService } from './service.ts'
import { createSqlIdentityStore } from './store.sql.ts'

export type SocialDeps = Platform & {
	site: { sites: SiteService }
	company: { companies: CompanyStore }
	verification: { verification: VerificationService }
	account: { accounts: AccountService; numbers: MobileNumberService; authenticatePassword: AuthenticatePassword }
	session: { sessions: SessionService }
	/** Accepts identity tokens before the issuer of the settings is asked, such as those of the demo. */
	verifyIdentityToken?: VerifyIdentityToken | undefined
}

function open({ config, db, clock, ids, verifyIdentityToken, ...nouns }: SocialDeps) {
	const { sites } = nouns.site
	const { companies } = nouns.company
	const { accounts, numbers, authenticatePassword } = nouns.account
	const ofSettings = config.deviceMaker ? remoteVerifier(config.deviceMaker, clock) : acceptNoToken
	const social = createSocialService({
		store: createSqlIdentityStore(db),
		proofVerifier: createProofVerifier({
			sites,
			verifyIdentityToken: verifyIdentityToken ? verifyWithFirst(verifyIdentityToken, ofSettings) : ofSettings,
			clock,
		}),
		accounts,
		numbers,
		proofs: nouns.verification.verification.proofs,
		authenticatePassword,
		sessions: nouns.session.sessions,
		sites,
		findPersonalCompany: createFindPersonalCompany(companies),
		runInTransaction: transactionsWith(db, transaction => ({
			...accountStoresOn(transaction, { clock, ids }),
			identities: createSqlIdentityStore(transaction),
		})),
		clock,
		ids,
	})
	return {
		social,
		calls: {
			messenger: messengerHttp(social),
			deviceMaker: deviceMakerHttp(social),
			workplace: workplaceHttp(social),
		},
		jobs: [{ name: 'expired identity envelopes', run: social.removeExpired }],
	}
}

export const socialNoun = { name: 'social' as const, open }
