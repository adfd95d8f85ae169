import { ok, refused, type SiteId } from '@parley/core'
import type { AccountService } from '../account/index.ts'
import type { SessionService } from '../session/index.ts'
import type { CheckIdentity } from './identityCheck.ts'
import type { IdentityProvider, IdentityStore } from './store.ts'

export interface IdentitySignInDeps {
	store: Pick<IdentityStore, 'find' | 'markProofUsed'>
	checkIdentity: CheckIdentity
	accounts: Pick<AccountService, 'maySignIn'>
	sessions: Pick<SessionService, 'createSession'>
}

/** Signs in the person an identity is bound to (SOC-10 to SOC-12). */
export const createSignIn =
	({ store, checkIdentity, accounts, sessions }: IdentitySignInDeps) =>
	async (siteId: SiteId, provider: IdentityProvider, proof: string, staySignedIn: boolean) => {
		const identity = await checkIdentity(siteId, provider, proof)
		if (!identity.ok) return identity
		const { subject, proofHash, expiresAt } = identity.value
		const bound = await store.find({ siteId, provider, subject })
		if (!bound) return refused('notBound')
		if (!(await accounts.maySignIn(bound.userId))) return refused('noDefaultCompany')
		if (!(await store.markProofUsed(proofHash, expiresAt))) return refused('proofInvalid')
		return ok(await sessions.createSession(bound.userId, siteId, staySignedIn))
	}
