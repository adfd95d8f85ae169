import type { BindingDeps } from './binding.ts'
import { createBinding } from './binding.ts'
import { type CorporateAccountDeps, createCorporateAccountLookup } from './corporateAccount.ts'
import { createIdentityCheck, type IdentityCheckDeps } from './identityCheck.ts'
import { createSignIn, type IdentitySignInDeps } from './signIn.ts'
import type { IdentityStore } from './store.ts'
import { createUnbinding, type UnbindingDeps } from './unbinding.ts'

type UseCaseDeps = CorporateAccountDeps & IdentityCheckDeps & IdentitySignInDeps & BindingDeps & UnbindingDeps

/** External dependencies of all use cases; `runInTransaction` gives each of them its stores. */
export type SocialDeps = Omit<UseCaseDeps, 'store' | 'checkIdentity' | 'findCorporateAccount'> & {
	store: IdentityStore
}

/** Identities of other apps: sign in by them, bind them to accounts, unbind them. */
export function createSocialService(deps: SocialDeps) {
	const checkIdentity = createIdentityCheck(deps)
	const findCorporateAccount = createCorporateAccountLookup(deps)
	return {
		signIn: createSignIn({ ...deps, checkIdentity }),
		...createBinding({ ...deps, checkIdentity, findCorporateAccount }),
		...createUnbinding({ ...deps, findCorporateAccount }),
		removeExpired: () => deps.store.removeExpired(deps.clock.now()),
	}
}
export type SocialService = ReturnType<typeof createSocialService>
